import {
  chooseType,
  defineResource,
  failRequest,
  requireUnchanged,
  stamped,
  type OperationDescription,
  type OperationRequest,
  type RowStore,
  type ServiceResource,
} from "tamis/http";
import { endpoint, type FamilyOperation } from "../access/guard.ts";
import { restrictTo } from "../access/permissions.ts";
import { requireOperation } from "../access/require-operation.ts";
import type { Family } from "../family/family.ts";
import { itemViolations } from "../family/lengths.ts";
import { deleteRows, isOneOf, isStorable } from "../storage/read-rows.ts";
import { contentLinks } from "../storage/content-links.ts";
import { ITEMS, newItem } from "../storage/stamps.ts";
import type { NewRow, Row, Tables } from "../storage/storage.ts";
import { CONTENT_TYPES, FILE_TYPE, FILES, filesCatalog, type ContentType } from "./file-catalog.ts";
import { requireBodyType } from "../family/media-types.ts";
import { response } from "../family/schemas.ts";

export interface NewFile {
  readonly name: string;
  readonly contentType: ContentType;
  readonly parentUri: string | null;
  readonly content: string;
}

const READ_CONTENT: OperationDescription = {
  summary: "The content of a file.",
  responses: [
    response(
      "The text.",
      CONTENT_TYPES.map((type) => `${type}; charset=utf-8`),
      undefined,
      ["ETag", "Vary"],
    ),
  ],
};

const WRITE_CONTENT: OperationDescription = {
  summary: "Replace the content of a file.",
  headers: ["If-Match", "If-None-Match", "If-Unmodified-Since"],
  body: { types: CONTENT_TYPES },
  responses: [{ status: 204, description: "The content is saved.", headers: ["ETag"] }],
};

/** Text files that the content of reports refers to. */
export class Files implements Family {
  readonly root = "/files/";
  readonly resources: readonly ServiceResource[];
  readonly operations: readonly FamilyOperation[];
  readonly #files: RowStore<Row>;
  readonly #resource: ServiceResource;

  static async open(tables: Tables): Promise<Files> {
    return new Files(await tables.open(filesCatalog, { resource: `${FILES}/{id}` }));
  }

  private constructor(files: RowStore<Row>) {
    this.#files = files;
    this.#resource = defineResource({
      path: FILES,
      store: files,
      itemType: FILE_TYPE,
      ...ITEMS,
      validate: itemViolations,
      itemLinks: (path, { content }) => contentLinks(path, content !== null),
      access: restrictTo(undefined),
    });
    this.resources = [this.#resource];
    const path = `${FILES}/{fileId}/content`;
    this.operations = [
      endpoint("GET", path, READ_CONTENT, (request) => this.#readContent(request)),
      endpoint("PUT", path, WRITE_CONTENT, (request) => this.#writeContent(request)),
    ];
  }

  /** Creates a file, and returns its path. */
  async create(file: NewFile, by: string): Promise<string> {
    const id = crypto.randomUUID();
    const row: NewRow<typeof filesCatalog> = {
      id,
      ...file,
      ...newItem(by, Date.now()),
    };
    await this.#files.create(row);
    return `${FILES}/${id}`;
  }

  /**
   * Copies a file for another parent, unless it belongs to this one already.
   *
   * @returns the path of the copy; undefined if there is no such file
   */
  async copy(uri: string, parentUri: string, by: string): Promise<string | undefined> {
    const id = fileId(uri);
    const row = id === undefined ? undefined : (await this.#files.read(id))?.row;
    if (row === undefined) return undefined;
    if (row["parentUri"] === parentUri) return uri;
    const { name, contentType, content } = row as unknown as NewFile;
    return this.create({ name, contentType, parentUri, content }, by);
  }

  /** Deletes the files of an item. */
  async deleteOf(parentUri: string): Promise<void> {
    await deleteRows(this.#files, isOneOf("parentUri", [parentUri]));
  }

  async #readContent({ request, parameters }: OperationRequest) {
    await requireOperation(request, "read");
    const { row, version } = await this.#require(parameters["fileId"]!);
    if (typeof row["content"] !== "string") return failRequest(404, "The file has no content.");
    const { type } = chooseType(request, [{ types: [String(row["contentType"])], value: undefined }]);
    return {
      status: 200,
      headers: {
        "content-type": `${type}; charset=utf-8`,
        vary: "accept",
        etag: `"${version}"`,
        "x-content-type-options": "nosniff",
        // Images in SVG can contain scripts. They must not run with the rights of the platform's origin.
        "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        "cache-control": "private, no-cache",
      },
      body: row["content"],
    };
  }

  async #writeContent({ request, parameters, readBody }: OperationRequest) {
    await requireOperation(request, "replace");
    const stored = await this.#require(parameters["fileId"]!);
    const { row, version } = stored;
    const { codes } = this.#resource;
    requireBodyType(request, [row["contentType"] as string], codes);
    requireUnchanged(request, this.#resource, stored, row["content"] !== null);
    const content = await readBody();
    if (!isStorable(content)) failRequest(400, "The file contains the character U+0000.");
    const changed = stamped({ resource: this.#resource, request }, { ...row, content }, row);
    const outcome = await this.#files.replace(row["id"] as string, changed, [version]);
    if (outcome.kind !== "replaced")
      return failRequest(412, "The file has changed since.", { code: codes.mismatch });
    return { status: 204, headers: { etag: `"${outcome.stored.version}"` }, body: undefined };
  }

  async #require(id: string) {
    const stored = isStorable(id) ? await this.#files.read(id) : undefined;
    return stored ?? failRequest(404, "There is no such file.");
  }
}

/** Returns the id in the path of a file; undefined for any other text. */
export function fileId(uri: string): string | undefined {
  return /^\/files\/files\/([\w.-]+)$/.exec(uri)?.[1];
}

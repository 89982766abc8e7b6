import {
  COLLECTION_TYPE,
  defineResource,
  failRequest,
  type RowStore,
  type ServiceResource,
} from "tamis/http";
import { ADMINISTRATORS, type Caller } from "../access/caller.ts";
import type { FamilyNested } from "../access/guard.ts";
import { restrictTo, type RowRule } from "../access/permissions.ts";
import { requireCaller } from "../access/require-caller.ts";
import type { Family } from "../family/family.ts";
import { itemViolations } from "../family/lengths.ts";
import { firstRow, hasValues, isOneOf, isStorable } from "../storage/read-rows.ts";
import { ITEMS, newItem } from "../storage/stamps.ts";
import type { NewRow, Row, Tables } from "../storage/storage.ts";
import {
  FOLDER_TYPE,
  FOLDERS,
  folderMembersCatalog,
  foldersCatalog,
  MEMBER_TYPE,
} from "./folder-catalogs.ts";

/** A folder that the caller named by its path. */
export interface Folder {
  readonly id: string;
  readonly shared: boolean;
  readonly createdBy: string;
}

export interface NewMember {
  readonly name: string;
  /** Path of the member, such as `/reports/reports/42`. */
  readonly uri: string;
  readonly contentType: string;
}

/** Folders, and the items of other families that they contain. A folder has no two members with one name. */
export class Folders implements Family {
  readonly root = "/folders/";
  readonly resources: readonly ServiceResource[];
  readonly nested: readonly FamilyNested[];
  readonly #folders: RowStore<Row>;
  readonly #members: RowStore<Row>;

  static async open(tables: Tables): Promise<Folders> {
    const members = await tables.open(folderMembersCatalog, {
      resource: `${FOLDERS}/{folderId}/members/{id}`,
      unique: [["folderId", "name"], ["uri"]],
    });
    return new Folders(await tables.open(foldersCatalog, { resource: `${FOLDERS}/{id}` }), members);
  }

  private constructor(folders: RowStore<Row>, members: RowStore<Row>) {
    this.#members = members;
    this.#folders = { ...folders, delete: (key, condition) => this.#delete(folders, key, condition) };
    this.resources = [
      defineResource({
        path: FOLDERS,
        store: this.#folders,
        itemType: FOLDER_TYPE,
        ...ITEMS,
        validate: itemViolations,
        itemLinks: (path) => [
          { method: "GET", rel: "members", path: `${path}/members`, type: COLLECTION_TYPE },
        ],
        access: restrictTo(undefined),
      }),
    ];
    this.nested = [
      {
        path: `${FOLDERS}/{folderId}/members`,
        resolve: (request) => this.#membersOf(request),
        describe: () => this.#memberResource(FOLDERS, isOneOf("folderId", [])),
      },
    ];
  }

  async addSample(now: number): Promise<void> {
    const folder = (id: string, name: string, shared: boolean): NewRow<typeof foldersCatalog> => ({
      id,
      name,
      description: shared ? "Everybody may add reports." : "Only administrators may add reports.",
      shared,
      ...newItem("sample", now),
    });
    await this.#folders.create(folder("public", "Public", true));
    await this.#folders.create(folder("archive", "Archive", false));
  }

  /**
   * Returns the folder with a path. Undefined if there is none.
   *
   * @param uri such as `/folders/folders/public`
   */
  async find(uri: string): Promise<Folder | undefined> {
    const id = folderId(uri);
    const stored = id === undefined ? undefined : await this.#folders.read(id);
    if (stored === undefined) return undefined;
    const { shared, createdBy } = stored.row;
    return { id: id!, shared: shared === true, createdBy: String(createdBy) };
  }

  /** Returns the path of the member of a folder that has this name; undefined if no member has it. */
  async memberNamed({ id }: Pick<Folder, "id">, name: string): Promise<string | undefined> {
    const member = await firstRow(this.#members, hasValues({ folderId: id, name }));
    return member && String(member["uri"]);
  }

  /** Returns the folder of a member. Undefined if no folder has it. */
  async folderOf(uri: string): Promise<Pick<Folder, "id"> | undefined> {
    const member = await this.#member(uri);
    return member && { id: String(member["folderId"]) };
  }

  /**
   * Adds a member to a folder. The same member can be added again.
   *
   * @returns false if the folder has another member with this name
   */
  async addMember(folder: Folder, { name, uri, contentType }: NewMember, by: Caller): Promise<boolean> {
    const row: NewRow<typeof folderMembersCatalog> = {
      id: crypto.randomUUID(),
      folderId: folder.id,
      name,
      uri,
      contentType,
      ...newItem(by.name, Date.now()),
    };
    const outcome = await this.#members.create(row);
    if (outcome.kind === "created") return true;
    const existing = await this.#member(uri);
    return existing?.["folderId"] === folder.id && existing["name"] === name;
  }

  /** @returns false if the folder of the member has another one with this name */
  async renameMember(uri: string, name: string): Promise<boolean> {
    const member = await this.#member(uri);
    if (member === undefined || member["name"] === name) return true;
    const outcome = await this.#members.replace(member["id"] as string, { ...member, name }, "any");
    return outcome.kind !== "conflict";
  }

  async removeMember(uri: string): Promise<void> {
    const member = await this.#member(uri);
    if (member !== undefined) await this.#members.delete(member["id"] as string, "any");
  }

  async #member(uri: string): Promise<Row | undefined> {
    return firstRow(this.#members, isOneOf("uri", [uri]));
  }

  /** @throws a failed request (409) for a folder that has members */
  async #delete(...[store, key, condition]: [RowStore<Row>, ...Parameters<RowStore<Row>["delete"]>]) {
    const member = await firstRow(this.#members, isOneOf("folderId", [String(key)]));
    if (member !== undefined) failRequest(409, "The folder has members. Delete them first.");
    return store.delete(key, condition);
  }

  /** @throws a failed request: 401 without a token */
  async #membersOf({ parameters, path, identity }: Parameters<FamilyNested["resolve"]>[0]) {
    requireCaller({ identity });
    const id = parameters["folderId"]!;
    if (!isStorable(id) || (await this.#folders.read(id)) === undefined) return undefined;
    return this.#memberResource(path, isOneOf("folderId", [id]));
  }

  #memberResource(path: string, rule: RowRule): ServiceResource {
    return defineResource({
      path,
      store: this.#members,
      itemType: MEMBER_TYPE,
      operations: ["list", "read", "facets", "export"],
      assigned: ["links"],
      access: restrictTo(rule),
    });
  }
}

/** Whether a caller may add members: everybody to a shared folder, otherwise its creator and administrators. */
export function mayAddTo({ shared, createdBy }: Folder, { name, groups }: Caller): boolean {
  return shared || createdBy === name || groups.includes(ADMINISTRATORS);
}

/** Returns the id in the path of a folder; undefined for any other text. */
export function folderId(uri: string): string | undefined {
  const [, segment] = /^\/folders\/folders\/([^/?#]+)$/.exec(uri) ?? [];
  if (segment === undefined) return undefined;
  try {
    const id = decodeURIComponent(segment);
    return isStorable(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

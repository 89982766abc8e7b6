import { jsonResponse } from "../../family/json-response.ts";
import {
  chooseType,
  failRequest,
  hasCurrent,
  requireUnchanged,
  stamped,
  type HttpResponse,
  type Offer,
  type OperationRequest,
  type RowStore,
  type ServiceResource,
  type StoredRow,
} from "tamis/http";
import { endpoint, type FamilyOperation, readingEndpoint } from "../../access/guard.ts";
import { requireOperation } from "../../access/require-operation.ts";
import type { Files } from "../../files/files.ts";
import type { Row } from "../../storage/storage.ts";
import { READ_CONTENT, SAVE_CONTENT, VALIDATE_CONTENT } from "../contract/descriptions.ts";
import { CODES, CONTENT_CODES } from "../contract/error-codes.ts";
import { VALIDATION_TYPES } from "../contract/media-types.ts";
import { readParameters } from "../contract/read-parameters.ts";
import { orFail, REPORTS, reportUri, requireReport } from "../contract/report-store.ts";
import { LANGUAGE, REPORT_ID } from "../schema/report-schema.ts";
import { validateContent, withoutIndentation } from "../schema/validate.ts";
import type { ContentElement } from "../form/content.ts";
import { copyDependentFiles } from "./dependent-files.ts";
import { toJson } from "../form/json-form.ts";
import { CONTENT_OFFERS, parseContent, readContentFormat, type ContentFormat } from "./read-content.ts";
import { readXml, writeXml } from "../form/xml-form.ts";
import { VERSION } from "../../storage/stamps.ts";
import { acceptedType } from "../../family/media-types.ts";

/** A client that accepts anything gets no content after a save. */
const SAVED_OFFERS: readonly Offer<ContentFormat | undefined>[] = [
  { types: ["application/vnd.vendor.error+json", "application/problem+json"], value: undefined },
  ...CONTENT_OFFERS,
];

/** Attempts to save without a condition, while other clients change the report. */
const MAX_ATTEMPTS = 100;

export interface ContentParts {
  readonly reports: RowStore<Row>;
  readonly contents: RowStore<Row>;
  /** Describes the entity tags and the time of change of reports, which are also those of their content. */
  readonly resource: ServiceResource;
  readonly files: Files;
  /** Called with errors that do not change the response. */
  readonly report: (error: unknown) => void;
}

/**
 * Reads, saves and validates the content of reports. A report and its content have one version: a save changes the entity tag and the
 * time of change of the report.
 */
export class ContentOperations {
  readonly operations: readonly FamilyOperation[];
  readonly #parts: ContentParts;

  constructor(parts: ContentParts) {
    this.#parts = parts;
    const path = `${REPORTS}/{reportId}/content`;
    this.operations = [
      endpoint("GET", path, READ_CONTENT, (request) => this.#readContent(request)),
      endpoint("PUT", path, SAVE_CONTENT, (request) => this.#save(request)),
      readingEndpoint("POST", "/reports/content/validation", VALIDATE_CONTENT, validate),
    ];
  }

  /**
   * Stores new content of a report, if the report still has the version.
   *
   * @returns the new version of the report; undefined if somebody else has changed or deleted it
   */
  async store(
    { row, version }: StoredRow<Row>,
    root: ContentElement,
    stamp: (row: Row) => Row,
  ): Promise<StoredRow<Row> | undefined> {
    const { reports, contents } = this.#parts;
    const id = crypto.randomUUID();
    const language = root.attributes.get(LANGUAGE) ?? null;
    // The content is stored before the report refers to it, so that a report never refers to content that is not there.
    await contents.create({ id, reportId: row["id"], xml: writeXml(root), language });
    const changed = stamp({ ...row, contentId: id });
    const outcome = await reports.replace(row["id"] as string, changed, [version]);
    await this.#discard(outcome.kind === "replaced" ? row["contentId"] : id);
    return outcome.kind === "replaced" ? outcome.stored : undefined;
  }

  /** Deletes content that no report refers to. A failure leaves a row that nobody sees. */
  async #discard(id: unknown): Promise<void> {
    if (typeof id !== "string") return;
    await this.#parts.contents.delete(id, "any").catch(this.#parts.report);
  }

  async #readContent(operation: OperationRequest): Promise<HttpResponse> {
    const { request, parameters } = operation;
    await requireOperation(request, "read");
    const { reports, resource } = this.#parts;
    const stored = await requireReport(reports, parameters["reportId"]!);
    const { type, value: format } = chooseType(request, CONTENT_OFFERS, CONTENT_CODES);
    readParameters(request, []);
    if (typeof stored.row["contentId"] !== "string")
      failRequest(404, "The report has no content.", { code: CODES.content });
    const headers = headersOf(stored, format);
    if (hasCurrent(request, resource, stored.row, headers["etag"]!))
      return { status: 304, headers, body: undefined };
    const content = await this.#contentOf(stored);
    // Another client has saved content meanwhile.
    if (content === undefined) return this.#readContent(operation);
    return represent(content, { type, format, headers });
  }

  /** @returns undefined if the report has other content now */
  async #contentOf({ row }: StoredRow<Row>): Promise<Row | undefined> {
    const { reports, contents } = this.#parts;
    const stored = await orFail(contents.read(row["contentId"] as string));
    if (stored !== undefined) return stored.row;
    const current = await requireReport(reports, row["id"] as string);
    if (current.row["contentId"] !== row["contentId"]) return undefined;
    return failRequest(500, "The content of the report is lost.", {
      code: CODES.contentLost,
      cause: new Error(`report ${String(row["id"])} has no content ${String(row["contentId"])}`),
    });
  }

  async #save({ request, parameters, readBody }: OperationRequest): Promise<HttpResponse> {
    const caller = await requireOperation(request, "replace");
    const { reports, resource, files } = this.#parts;
    const id = parameters["reportId"]!;
    const first = await requireReport(reports, id);
    const { type, value: answered } = chooseType(request, SAVED_OFFERS, CONTENT_CODES);
    const format = readContentFormat(request);
    const copy = readFlag(readParameters(request, ["copyDependentFiles"]).copyDependentFiles);
    requireUnchanged(request, resource, first, hasContent(first));
    let content = checkContent(parseContent(await readBody(), format), id);
    if (copy) content = await copyDependentFiles(content, { files, reportUri: reportUri(id), caller });
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = await requireReport(reports, id);
      requireUnchanged(request, resource, stored, hasContent(stored));
      const saved = await this.store(stored, content, (row) =>
        stamped({ resource, request }, row, stored.row),
      );
      if (saved === undefined) continue;
      const headers = headersOf(saved, answered ?? "json");
      if (answered === undefined) return { status: 204, headers, body: undefined };
      const row = { xml: writeXml(content), language: content.attributes.get(LANGUAGE) ?? null };
      return represent(row, { type, format: answered, headers });
    }
    return failRequest(503, "Too many other requests change this report.", {
      headers: { "retry-after": "1" },
    });
  }
}

function hasContent({ row }: StoredRow<Row>): boolean {
  return typeof row["contentId"] === "string";
}

/** @throws a failed request (400) for content of another report, and for content that its schema does not allow */
function checkContent(element: ContentElement, reportId: string): ContentElement {
  const owner = element.attributes.get(REPORT_ID);
  if (owner !== undefined && owner !== reportId)
    failRequest(400, `The content belongs to another report: its ${REPORT_ID} is not that of the path.`, {
      code: CODES.otherReport,
      remediation: `Remove the attribute ${REPORT_ID} to copy the content.`,
    });
  const content = withoutIndentation(element);
  const { level, messages } = validateContent(content);
  if (level !== "error") return content;
  return failRequest(400, "The content is not valid.", {
    code: CODES.notSaved,
    members: messages
      .filter(({ type }) => type === "error")
      .map(({ message }) => ({ code: "broken-rule", pointer: "", message })),
  });
}

async function validate({ request, readBody }: OperationRequest): Promise<HttpResponse> {
  await requireOperation(request, "read");
  const type = acceptedType(request, VALIDATION_TYPES.content, CONTENT_CODES);
  const format = readContentFormat(request);
  readParameters(request, []);
  const content = withoutIndentation(parseContent(await readBody(), format));
  return jsonResponse(type, { ...validateContent(content), version: VERSION });
}

interface Representation {
  readonly type: string;
  readonly format: ContentFormat;
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws a failed request for stored XML that cannot be read */
function represent(content: Row, { type, format, headers }: Representation): HttpResponse {
  const { xml, language } = content as { readonly xml: string; readonly language: string | null };
  const body = format === "xml" ? xml : jsonOf(xml);
  return {
    status: 200,
    headers: {
      ...headers,
      "content-type": format === "xml" ? `${type}; charset=utf-8` : type,
      ...(language === null ? {} : { "content-language": language }),
    },
    body,
  };
}

function jsonOf(xml: string): string {
  try {
    return JSON.stringify(toJson(readXml(xml)));
  } catch (error) {
    // In the reference, this failure of the server has the status 400.
    return failRequest(400, "The stored content cannot be represented.", {
      code: CODES.serialization,
      cause: error,
    });
  }
}

/** The XML form has a tag of its own, because its bytes differ. Conditions of changes accept both tags. */
function headersOf(
  { row, version }: StoredRow<Row>,
  format: ContentFormat,
): Readonly<Record<string, string>> {
  return {
    etag: format === "xml" ? `"${version}.xml"` : `"${version}"`,
    "last-modified": new Date(String(row["modifiedTimeStamp"])).toUTCString(),
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    vary: "accept",
  };
}

function readFlag(text: string | undefined): boolean {
  if (text !== undefined && text !== "true" && text !== "false")
    failRequest(400, "copyDependentFiles must be true or false.");
  return text === "true";
}

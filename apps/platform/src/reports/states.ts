import { formatJson } from "tamis/catalog";
import {
  defineResource,
  failRequest,
  hasCurrent,
  parseJsonObject,
  requireUnchanged,
  stamped,
  type HttpResponse,
  type NestedRequest,
  type OperationRequest,
  type RowStore,
  type ServiceResource,
  type StoredRow,
} from "tamis/http";
import { reports as family } from "tamis/families";
import type { Caller } from "../access/caller.ts";
import { endpoint, type FamilyNested, type FamilyOperation } from "../access/guard.ts";
import { restrictTo } from "../access/permissions.ts";
import { requireCaller } from "../access/require-caller.ts";
import { requireOperation } from "../access/require-operation.ts";
import { deleteRows, hasValues, isOneOf, isStorable, listRows } from "../storage/read-rows.ts";
import { contentLinks } from "../storage/content-links.ts";
import { STAMPS } from "../storage/stamps.ts";
import type { Row } from "../storage/storage.ts";
import { CODES, CONTENT_CODES, REPORT_CODES } from "./contract/error-codes.ts";
import { READ_STATE, SAVE_STATE } from "./contract/descriptions.ts";
import { STATE_CONTENT_TYPES } from "./contract/media-types.ts";
import { LOCALES } from "./contract/report-catalogs.ts";
import { orFail, REPORTS, reportUri, requireReport } from "./contract/report-store.ts";
import { acceptedType, requireBodyType } from "../family/media-types.ts";

const STATE_TYPE = "application/vnd.vendor.report.state.info";
const PATH = `${REPORTS}/{reportId}/states`;

/** The states in which users left reports. Each user has states of their own, and sees no others. */
export class States {
  readonly nested: readonly FamilyNested[];
  readonly operations: readonly FamilyOperation[];
  readonly #reports: RowStore<Row>;
  readonly #states: RowStore<Row>;

  constructor(reports: RowStore<Row>, states: RowStore<Row>) {
    this.#reports = reports;
    this.#states = states;
    this.nested = [
      {
        path: family.collections.states.path,
        resolve: (request) => this.#statesOf(request),
        describe: () => this.#resource("id", ""),
      },
    ];
    const path = `${PATH}/{stateId}/content`;
    this.operations = [
      endpoint("GET", path, READ_STATE, (request) => this.#readContent(request)),
      endpoint("PUT", path, SAVE_STATE, (request) => this.#saveContent(request)),
    ];
  }

  /** Deletes the states of all users of a report. */
  async deleteOf(reportId: string): Promise<void> {
    await deleteRows(this.#states, isOneOf("reportId", [reportId]));
  }

  /** @throws a failed request: 401 without a token, 404 for an unknown report */
  async #statesOf({ parameters, identity }: NestedRequest): Promise<ServiceResource> {
    const caller = requireCaller({ identity });
    const reportId = parameters["reportId"]!;
    await requireReport(this.#reports, reportId);
    return this.#resource(reportId, caller.name);
  }

  #resource(reportId: string, userId: string): ServiceResource {
    const owner = { reportId, userId };
    return defineResource({
      path: `${reportUri(reportId)}/states`,
      store: onePrimary(this.#states, owner),
      itemType: STATE_TYPE,
      locales: LOCALES,
      assigned: ["id", "userId", "reportId", "links"],
      initial: owner,
      stamps: STAMPS,
      codes: REPORT_CODES,
      itemLinks: (path, { content }) => contentLinks(path, content !== null, STATE_CONTENT_TYPES[0]),
      access: restrictTo(hasValues(owner)),
    });
  }

  async #readContent(operation: OperationRequest): Promise<HttpResponse> {
    const { request } = operation;
    const caller = await requireOperation(request, "read");
    const { stored, resource } = await this.#requireState(operation, caller);
    const type = acceptedType(request, STATE_CONTENT_TYPES, CONTENT_CODES);
    const { content } = stored.row;
    if (typeof content !== "string")
      return failRequest(404, "The state has no content.", { code: CODES.content });
    const headers = headersOf(stored);
    if (hasCurrent(request, resource, stored.row, headers["etag"]!))
      return { status: 304, headers, body: undefined };
    return { status: 200, headers: { ...headers, "content-type": type }, body: content };
  }

  async #saveContent(operation: OperationRequest): Promise<HttpResponse> {
    const { request, readBody } = operation;
    const caller = await requireOperation(request, "replace");
    const { stored, resource } = await this.#requireState(operation, caller);
    requireBodyType(request, STATE_CONTENT_TYPES, CONTENT_CODES);
    requireUnchanged(request, resource, stored, typeof stored.row["content"] === "string");
    const content = formatJson(parseJsonObject(await readBody(), CONTENT_CODES));
    const changed = stamped({ resource, request }, { ...stored.row, content }, stored.row);
    const outcome = await this.#states.replace(stored.row["id"] as string, changed, [stored.version]);
    if (outcome.kind === "replaced")
      return { status: 204, headers: headersOf(outcome.stored), body: undefined };
    return failRequest(412, "The state has changed meanwhile.", { code: CONTENT_CODES.mismatch });
  }

  /** @throws a failed request (404) for a state that is not the caller's */
  async #requireState({ parameters }: OperationRequest, caller: Caller) {
    const reportId = parameters["reportId"]!;
    const stateId = parameters["stateId"]!;
    await requireReport(this.#reports, reportId);
    const stored = isStorable(stateId) ? await orFail(this.#states.read(stateId)) : undefined;
    const isOwn = stored?.row["reportId"] === reportId && stored.row["userId"] === caller.name;
    if (stored === undefined || !isOwn)
      return failRequest(404, "There is no such state.", { code: CODES.report });
    return { stored, resource: this.#resource(reportId, caller.name) };
  }
}

function headersOf({ row, version }: StoredRow<Row>): Readonly<Record<string, string>> {
  return {
    etag: `"${version}"`,
    "last-modified": new Date(String(row["modifiedTimeStamp"])).toUTCString(),
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
  };
}

/** Returns the store with at most one primary state of an owner: a new one replaces the old one. */
function onePrimary(
  store: RowStore<Row>,
  owner: { readonly reportId: string; readonly userId: string },
): RowStore<Row> {
  const keepOnly = async (row: Row): Promise<void> => {
    if (row["primary"] !== true) return;
    for (const state of await listRows(store, hasValues(owner))) {
      if (state["primary"] !== true || state["id"] === row["id"]) continue;
      const stored = await store.read(state["id"] as string);
      if (stored === undefined) continue;
      // A state that was changed meanwhile keeps that change: the next primary state ends this one.
      await store.replace(state["id"] as string, { ...stored.row, primary: false }, [stored.version]);
    }
  };
  return {
    ...store,
    async create(row, options) {
      const outcome = await store.create(row, options);
      if (outcome.kind === "created") await keepOnly(outcome.stored.row);
      return outcome;
    },
    async replace(key, row, condition) {
      const outcome = await store.replace(key, row, condition);
      if (outcome.kind === "replaced") await keepOnly(outcome.stored.row);
      return outcome;
    },
  };
}

import { failRequest, type RowStore, type StoredRow } from "tamis/http";
import { isStorable } from "../../storage/read-rows.ts";
import type { Row } from "../../storage/storage.ts";
import { CODES, REPORT_CODES } from "./error-codes.ts";

export const REPORTS = "/reports/reports";

/** Returns the path of a report. */
export function reportUri(id: string): string {
  return `${REPORTS}/${encodeURIComponent(id)}`;
}

/** Returns the id in the path of a report; undefined for any other path. */
export function reportId(uri: string): string | undefined {
  const [, id] = /^\/reports\/reports\/([^/]+)$/.exec(uri) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
}

/** @throws a failed request: 404 for an unknown report, 500 with the code of the family if the store fails */
export async function requireReport(reports: RowStore<Row>, id: string): Promise<StoredRow<Row>> {
  const stored = isStorable(id) ? await orFail(reports.read(id)) : undefined;
  return stored ?? failRequest(404, "There is no such report.", { code: CODES.report });
}

/** Adds the error code of the family to an error of the store. */
export async function orFail<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    return failRequest(500, "The reports cannot be read now.", { code: REPORT_CODES.failure, cause: error });
  }
}

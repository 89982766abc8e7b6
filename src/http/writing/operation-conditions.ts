import type { HttpRequest } from "../contract/exchange.ts";
import type { ServiceResource } from "../contract/resource.ts";
import type { StoredRow } from "../contract/row-store.ts";
import { isNotModified } from "../reading/not-modified.ts";
import { assertPreconditions, readPreconditions, requireCondition } from "./preconditions.ts";

/**
 * Checks the conditions under which an operation changes a stored item: `If-Match`, `If-None-Match` and `If-Unmodified-Since`.
 *
 * Ends the request with 428 if `isRequired` and there is no condition, and with 412 if one does not hold.
 *
 * @param resource supplies the member with the time of the last change, and the error codes
 */
export function requireUnchanged(
  request: HttpRequest,
  resource: ServiceResource,
  { row, version }: StoredRow<object>,
  isRequired: boolean,
): void {
  const conditions = readPreconditions({ request, resource });
  if (isRequired) requireCondition(conditions, resource);
  assertPreconditions(conditions, { row, version, shownVersion: version }, resource);
}

/**
 * Returns whether the client already has the current representation of a stored item (`If-None-Match`, `If-Modified-Since`).
 *
 * @param etag entity tag of the representation: the version of the row, or the version, a dot and a suffix
 */
export function hasCurrent(
  { headers }: HttpRequest,
  resource: ServiceResource,
  row: object,
  etag: string,
): boolean {
  return isNotModified(headers, etag, resource, row);
}

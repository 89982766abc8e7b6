import { requireKind, requireObject } from "../../diagnostics/require-argument.ts";
import type { HttpRequest } from "../contract/exchange.ts";
import type { ServiceResource } from "../contract/resource.ts";
import type { StoredRow } from "../contract/row-store.ts";
import { isNotModified } from "../reading/not-modified.ts";
import { assertPreconditions, readPreconditions, requireCondition } from "./preconditions.ts";

/**
 * Checks the conditions under which an operation changes a stored item: `If-Match`, `If-None-Match` and `If-Unmodified-Since`.
 *
 * Ends the request with 412 if one does not hold, and with 428 if there is none. An item that has no representation yet, such as a
 * report without content, needs no condition, and fulfills each `If-None-Match`.
 *
 * @param resource supplies the member with the time of the last change, and the error codes
 * @param exists whether the item has a representation
 */
export function requireUnchanged(
  request: HttpRequest,
  resource: ServiceResource,
  stored: StoredRow<object>,
  exists: boolean,
): void {
  requireKind(request, "request", "a request", "headers");
  requireKind(resource, "resource", "a resource of defineResource", "catalog");
  requireObject(stored, "stored");
  const { row, version } = stored;
  const view = { resource, catalog: resource.catalog };
  const preconditions = readPreconditions({ request, ...view });
  const conditions = exists ? preconditions : { ...preconditions, noneMatch: undefined };
  // The condition that the item does not exist yet fails, so it is not missing.
  if (exists && preconditions.noneMatch !== "*") requireCondition(conditions, view);
  assertPreconditions(conditions, { row, version, shownVersion: version }, resource);
}

/**
 * Returns whether the client already has the current representation of a stored item (`If-None-Match`, `If-Modified-Since`).
 *
 * @param etag entity tag of the representation: the version of the row, or the version, a dot and a suffix
 */
export function hasCurrent(
  request: HttpRequest,
  resource: ServiceResource,
  row: object,
  etag: string,
): boolean {
  requireKind(request, "request", "a request", "headers");
  const { headers } = request;
  requireKind(resource, "resource", "a resource of defineResource", "catalog");
  return isNotModified(headers, etag, { resource, catalog: resource.catalog }, row);
}

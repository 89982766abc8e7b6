import type { HttpHeaders } from "../contract/exchange.ts";
import { parseEntityTags } from "../negotiation/entity-tags.ts";
import { header } from "../negotiation/headers.ts";
import { parseHttpDate } from "../negotiation/http-date.ts";
import { modifiedMilliseconds, type CallerResource } from "./validators.ts";

/** Returns whether the client already has the current representation (RFC 9110, section 13.1). */
export function isNotModified(
  headers: HttpHeaders,
  etag: string,
  view: CallerResource,
  row: unknown,
): boolean {
  if (header(headers, "if-none-match") !== undefined) return isKnownTag(headers, etag);
  const since = header(headers, "if-modified-since");
  const sinceMilliseconds = since === undefined ? undefined : parseHttpDate(since);
  const modified = modifiedMilliseconds(view, row);
  if (sinceMilliseconds === undefined || modified === undefined) return false;
  // HTTP dates have no fraction of a second.
  return Math.floor(modified / 1_000) * 1_000 <= sinceMilliseconds;
}

/** Returns whether `If-None-Match` has an entity tag. A weak tag is equal to a strong one (RFC 9110, section 8.8.3.2). */
export function isKnownTag(headers: HttpHeaders, etag: string): boolean {
  const field = header(headers, "if-none-match");
  if (field === undefined) return false;
  const tags = parseEntityTags(field);
  const opaqueTag = etag.replace(/^W\//, "");
  return tags === "*" || (tags?.some(({ opaque }) => `"${opaque}"` === opaqueTag) ?? false);
}

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
  const field = header(headers, "if-none-match");
  if (field !== undefined) {
    const tags = parseEntityTags(field);
    return tags === "*" || (tags?.some(({ opaque }) => `"${opaque}"` === etag) ?? false);
  }
  const since = header(headers, "if-modified-since");
  const sinceMilliseconds = since === undefined ? undefined : parseHttpDate(since);
  const modified = modifiedMilliseconds(view, row);
  if (sinceMilliseconds === undefined || modified === undefined) return false;
  // HTTP dates have no fraction of a second.
  return Math.floor(modified / 1_000) * 1_000 <= sinceMilliseconds;
}

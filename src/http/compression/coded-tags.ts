import type { HttpHeaders } from "../contract/exchange.ts";
import { joinedHeader } from "../negotiation/headers.ts";
import { CODINGS, type Coding } from "./choose-coding.ts";

/**
 * Strong entity tags of compressed responses. They differ from the tag of the uncompressed response, because their bytes differ
 * (RFC 9110, section 8.8.3.3). Weak tags are the same for all codings.
 */

/** Fields with entity tags that the service compares. */
const CONDITIONS = ["if-match", "if-none-match"] as const;
const SUFFIX = new RegExp(`\\.(?:${CODINGS.join("|")})(?="|[ \\t]*(?:,|$))`, "g");

/** @example codedTag('"v1"', "gzip") // '"v1.gzip"' */
export function codedTag(etag: string, coding: Coding): string {
  return etag.startsWith('"') && etag.endsWith('"') ? `${etag.slice(0, -1)}.${coding}"` : etag;
}

/** Returns the fields of a request with the tags of the uncompressed responses, which the service knows. */
export function withoutCodings(headers: HttpHeaders): HttpHeaders {
  let result = headers;
  for (const name of CONDITIONS) {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    if (value === undefined) continue;
    const plain = typeof value === "string" ? plainTags(value) : value.map(plainTags);
    result = { ...result, [name]: plain };
  }
  return result;
}

function plainTags(field: string): string {
  return field.replace(SUFFIX, "");
}

/** Returns the tag of a response with status 304 as the client sent it. */
export function sentTag(etag: string, headers: HttpHeaders): string {
  const field = joinedHeader(headers, "if-none-match") ?? "";
  if (field.includes(etag)) return etag;
  const coding = CODINGS.find((candidate) => field.includes(codedTag(etag, candidate)));
  return coding === undefined ? etag : codedTag(etag, coding);
}

import type { HttpRequest, HttpResponse } from "../contract/exchange.ts";

/** Media types of texts. Images and archives are compressed already. */
const TEXT =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)|application\/(?:x-ndjson|javascript)|image\/svg\+xml)/i;

/**
 * Returns whether a response can be compressed, apart from its size. These are excluded:
 *
 * - event streams, whose events must arrive at once
 * - parts of a representation, and responses with a coding
 * - responses that can contain secrets: they set a cookie, or have `no-store` or `no-transform`
 */
export function isCompressible({ status, headers }: HttpResponse): boolean {
  const caching = headers["cache-control"];
  return (
    TEXT.test(headers["content-type"] ?? "") &&
    status !== 206 &&
    headers["content-encoding"] === undefined &&
    headers["content-range"] === undefined &&
    headers["set-cookie"] === undefined &&
    (caching === undefined || !/no-store|no-transform/i.test(caching))
  );
}

/**
 * Returns whether the page of another site made a browser send the request. The length of a compressed response shows whether the
 * query string repeats a part of the rows. An attacker who can send queries with the rights of a user, and sees the length of the
 * responses, could guess rows in this way (BREACH). Requests of an origin that the response allows are not from an attacker.
 */
export function isOfOtherSite({ headers }: HttpRequest, response: HttpResponse): boolean {
  const site = Object.hasOwn(headers, "sec-fetch-site") ? headers["sec-fetch-site"] : undefined;
  const isOwn = site === undefined || site === "same-origin" || site === "none";
  return !isOwn && response.headers["access-control-allow-origin"] === undefined;
}

import type { HttpResponse, HttpResponseBody } from "../contract/exchange.ts";

/** Adds the fields that each response has. Browsers must not guess another type, and shared caches must not store rows. */
export function secured(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { "x-content-type-options": "nosniff", "cache-control": "private, no-cache", ...headers };
}

export function respond(
  status: number,
  headers: Readonly<Record<string, string>>,
  body?: HttpResponseBody,
): HttpResponse {
  return { status, headers: secured(headers), body };
}

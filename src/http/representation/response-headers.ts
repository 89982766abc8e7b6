import type { HttpResponse, HttpResponseBody } from "../contract/exchange.ts";

/** Adds the fields that each response has. Browsers must not guess another type, and shared caches must not store rows. */
export function secured(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { "x-content-type-options": "nosniff", "cache-control": "private, no-cache", ...headers };
}

/** Returns the number of bytes of a complete body. */
export function byteLength(body: string | Uint8Array): number {
  return typeof body === "string" ? new TextEncoder().encode(body).length : body.length;
}

/** Returns the fields of a response whose rows depend on the language. */
export function languageHeaders(vary: string, locale: string | undefined): Readonly<Record<string, string>> {
  return locale === undefined ? { vary } : { vary, "content-language": locale };
}

export function respond(
  status: number,
  headers: Readonly<Record<string, string>>,
  body?: HttpResponseBody,
): HttpResponse {
  return { status, headers: secured(headers), body };
}

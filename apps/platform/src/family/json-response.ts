import type { HttpResponse } from "tamis/http";

const HEADERS = { "x-content-type-options": "nosniff", "cache-control": "no-store", vary: "accept" } as const;

/** Returns a response with status 200 that no cache keeps. */
export function contentResponse(type: string, body: string | Uint8Array): HttpResponse {
  return { status: 200, headers: { ...HEADERS, "content-type": type }, body };
}

export function jsonResponse(type: string, value: object): HttpResponse {
  return contentResponse(type, JSON.stringify(value));
}

import type { HttpRequest, HttpResponse } from "tamis/http";

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, QUERY";
const REQUEST_HEADERS =
  "Accept, Accept-Item, Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since";
const RESPONSE_HEADERS =
  "Content-Language, ETag, Last-Modified, Link, Location, Retry-After, WWW-Authenticate";
/** Seconds for which browsers keep the answer to a preflight request. */
const PREFLIGHT_VALIDITY = "600";

/** The answer to a preflight request of a configured origin; undefined for other requests. */
export function answerPreflight(
  request: HttpRequest,
  origins: ReadonlySet<string>,
): HttpResponse | undefined {
  const origin = allowedOrigin(request, origins);
  const requestedMethod = request.headers["access-control-request-method"];
  if (origin === undefined || requestedMethod === undefined || request.method.toUpperCase() !== "OPTIONS")
    return undefined;
  return {
    status: 204,
    headers: {
      ...originHeaders(origin),
      "access-control-allow-methods": METHODS,
      "access-control-allow-headers": REQUEST_HEADERS,
      "access-control-max-age": PREFLIGHT_VALIDITY,
    },
    body: undefined,
  };
}

/** Adds the fields that let a page of a configured origin read a response. */
export function withCrossOrigin(
  request: HttpRequest,
  response: HttpResponse,
  origins: ReadonlySet<string>,
): HttpResponse {
  if (origins.size === 0) return response;
  const { vary } = response.headers;
  const varied = { ...response.headers, vary: vary === undefined ? "origin" : `${vary}, origin` };
  const origin = allowedOrigin(request, origins);
  if (origin === undefined) return { ...response, headers: varied };
  const headers = {
    ...varied,
    ...originHeaders(origin),
    vary: varied.vary,
    "access-control-expose-headers": RESPONSE_HEADERS,
  };
  return { ...response, headers };
}

/** Only an origin that is equal to a configured one. `null` and similar names are not. */
function allowedOrigin({ headers }: HttpRequest, origins: ReadonlySet<string>): string | undefined {
  const { origin } = headers;
  return typeof origin === "string" && origins.has(origin) ? origin : undefined;
}

function originHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    vary: "origin",
  };
}

import { createHash, timingSafeEqual } from "node:crypto";
import {
  errorResponse,
  type FailureDetails,
  type HttpHandler,
  type HttpHeaders,
  type HttpRequest,
  type HttpResponse,
} from "tamis/http";
import { hostName, type AllowedHosts } from "./allowed-hosts.ts";

export interface GuardOptions {
  readonly hosts: AllowedHosts;
  /** Origins of web pages that may read responses. `*` allows all. */
  readonly origins: ReadonlySet<string>;
  /** Secret that each request must send. Undefined: requests need none. */
  readonly token: string | undefined;
  /** Returns whether a path answers without a token, as for monitoring. */
  readonly isPublic: (path: string) => boolean;
  /** Answers a request without a valid token. Undefined, or returning undefined: an error response. */
  readonly answerWithoutToken?: ((request: HttpRequest) => HttpResponse | undefined) | undefined;
}

/** Header fields that web pages can read and send, in addition to those that browsers always allow. */
const EXPOSED_FIELDS = "ETag, Location, Allow, Retry-After, Content-Language";
const ALLOWED_FIELDS =
  "Accept-Item, Authorization, Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, Prefer";
/** Seconds for which browsers keep the answer to a preflight request. */
const PREFLIGHT_SECONDS = "600";

/**
 * Protects a handler that runs on the computer of its user. Rejects requests that
 *
 * - name a foreign host, because a web page can point its own domain to this computer (DNS rebinding);
 * - come from a web page of a foreign origin;
 * - lack the token, if there is one.
 *
 * Answers the preflight requests of allowed origins.
 */
export function guarded(handle: HttpHandler, options: GuardOptions): HttpHandler {
  const isToken = options.token === undefined ? undefined : tokenTest(options.token);
  return async (request) => {
    const { headers } = request;
    const hosts = valuesOf(headers, "host");
    const host = hosts[0];
    if (hosts.length > 1) return refuse(request, { status: 400, message: "The request has several hosts." });
    if (host === undefined || !options.hosts(hostName(host)))
      return refuse(request, {
        status: 421,
        message: "The server does not answer requests to this host.",
        remediation: "Use an address that the server listens on, or start it with --allow-host NAME.",
      });
    const origins = valuesOf(headers, "origin");
    const origin = origins[0];
    const isAllowed = origin !== undefined && (options.origins.has("*") || options.origins.has(origin));
    if (origins.length > 1 || (origin !== undefined && !isAllowed && !isSameHost(origin, host)))
      return refuse(request, {
        status: 403,
        message: "Web pages of this origin may not use the server.",
        remediation: "Start the server with --cors ORIGIN.",
      });
    const cors = options.origins.size === 0 ? {} : corsFields(isAllowed ? origin : undefined);
    if (isAllowed && isPreflight(request)) return preflight(cors);
    const response =
      isToken === undefined || options.isPublic(request.path)
        ? await handle(request)
        : await withToken(handle, request, isToken, options.answerWithoutToken);
    return withFields(response, cors);
  };
}

function valuesOf(headers: HttpHeaders, name: string): readonly string[] {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}

function isSameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && /^https?:/.test(origin) && new URL(origin).host === host.toLowerCase();
}

function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === "OPTIONS" && valuesOf(headers, "access-control-request-method").length > 0;
}

function corsFields(origin: string | undefined): Readonly<Record<string, string>> {
  return origin === undefined
    ? { vary: "origin" }
    : {
        vary: "origin",
        "access-control-allow-origin": origin,
        "access-control-expose-headers": EXPOSED_FIELDS,
      };
}

function preflight(cors: Readonly<Record<string, string>>): HttpResponse {
  const headers = {
    ...cors,
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, QUERY",
    "access-control-allow-headers": ALLOWED_FIELDS,
    "access-control-max-age": PREFLIGHT_SECONDS,
  };
  return { status: 204, headers, body: undefined };
}

function withFields(response: HttpResponse, fields: Readonly<Record<string, string>>): HttpResponse {
  const { headers } = response;
  const vary = [headers["vary"], fields["vary"]].filter((field) => field !== undefined).join(", ");
  return { ...response, headers: { ...headers, ...fields, ...(vary === "" ? {} : { vary }) } };
}

const CHALLENGE = 'Bearer realm="tamis", Basic realm="tamis", charset="UTF-8"';

function withToken(
  handle: HttpHandler,
  request: HttpRequest,
  isToken: (text: string) => boolean,
  answerWithoutToken: GuardOptions["answerWithoutToken"],
): Promise<HttpResponse> | HttpResponse {
  const fields = valuesOf(request.headers, "authorization");
  if (fields.length > 1)
    return refuse(request, { status: 400, message: "The request has several Authorization fields." });
  const credential = credentialOf(fields[0] ?? "");
  if (credential !== undefined && isToken(credential)) return handle(request);
  const page = answerWithoutToken?.(request);
  if (page !== undefined) return page;
  return refuse(request, {
    status: 401,
    message: "The request needs a valid access token.",
    remediation: "Send the field Authorization: Bearer TOKEN.",
    headers: { "www-authenticate": CHALLENGE },
  });
}

/** Reads the token of a `Bearer` field, or the password of a `Basic` field, which browsers ask the user for. */
function credentialOf(field: string): string | undefined {
  const [, scheme, value] = /^(Bearer|Basic) +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(field) ?? [];
  if (scheme === undefined || value === undefined) return undefined;
  if (scheme.toLowerCase() === "bearer") return value;
  const text = Buffer.from(value, "base64").toString("utf8");
  return text.slice(text.indexOf(":") + 1);
}

/** Compares digests, so that the duration depends neither on the given text nor on the token. */
function tokenTest(token: string): (text: string) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(token);
  return (text) => timingSafeEqual(digest(text), expected);
}

function refuse({ path, headers, method }: HttpRequest, details: FailureDetails): HttpResponse {
  const context = {
    path,
    search: "",
    accept: valuesOf(headers, "accept").join(", ") || undefined,
    traceId: crypto.randomUUID(),
  };
  const response = errorResponse(details, context);
  return method === "HEAD" ? { ...response, body: undefined } : response;
}

import { requireArgument, requireKind, requireObject } from "../../diagnostics/require-argument.ts";
import type { HttpRequest, HttpResponse } from "../contract/exchange.ts";
import { joinedHeader } from "../negotiation/headers.ts";
import { errorResponse } from "./error-body.ts";
import { byteLength } from "./response-headers.ts";

export interface ReadOnlyContent {
  /** Default 200. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const ALLOW = "GET, HEAD, OPTIONS";

/**
 * Returns the response of a path that can only be read, such as a file. Other methods than GET, HEAD and OPTIONS get 405.
 *
 * @example
 * const handle = async (request) =>
 *   request.path === "/health"
 *     ? readOnlyResponse(request, { headers: { "content-type": "text/plain" }, body: "ok" })
 *     : service(request);
 */
export function readOnlyResponse(request: HttpRequest, content: ReadOnlyContent): HttpResponse {
  requireKind(request, "request", "a request", "method", "path", "headers");
  requireObject(content, "content");
  const { method, path, headers } = request;
  if (method === "OPTIONS") return { status: 204, headers: { allow: ALLOW }, body: undefined };
  if (method !== "GET" && method !== "HEAD") {
    const accept = joinedHeader(headers, "accept");
    return errorResponse(
      { status: 405, message: `${method} is not possible here.`, headers: { allow: ALLOW } },
      { path, search: "", accept, traceId: crypto.randomUUID() },
    );
  }
  const { status = 200, body } = content;
  requireArgument(
    typeof body === "string" || body instanceof Uint8Array,
    "content.body",
    "a string or bytes",
    body,
  );
  return {
    status,
    headers: {
      "x-content-type-options": "nosniff",
      "content-length": String(byteLength(body)),
      ...content.headers,
    },
    body: method === "HEAD" ? undefined : body,
  };
}

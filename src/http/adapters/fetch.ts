import { requireObject, requireFunction } from "../../diagnostics/require-argument.ts";
import {
  compressResponses,
  type CodedResponse,
  type CompressOptions,
} from "../compression/compress-responses.ts";
import type { HttpHandler } from "../contract/exchange.ts";
import { identityOf } from "./identity.ts";
import { streamOf, webCodecs } from "./web-codecs.ts";

export interface FetchHandlerOptions {
  /** Returns the identity of the caller, or a promise of it. `failRequest` ends the request with an error response. */
  readonly identify?: ((request: Request) => unknown) | undefined;
  /**
   * Whether to compress responses with gzip, if the platform has `CompressionStream`. Default: false, because Deno and Cloudflare
   * compress responses themselves.
   */
  readonly compress?: boolean | CompressOptions | undefined;
}

/**
 * Connects a service with servers that handle a `Request` and return a `Response`, such as Hono, Deno and Bun.
 *
 * @example Deno.serve(fetchHandler(service));
 */
export function fetchHandler(
  handle: HttpHandler,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  requireFunction(handle, "handle");
  requireObject(options, "options");
  const { identify, compress = false } = options;
  const answer =
    compress === false ? handle : compressResponses(handle, webCodecs(), compress === true ? {} : compress);
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const { status, headers, body } = await answer({
      method: request.method,
      path: pathname,
      search: search.slice(1),
      headers: Object.fromEntries(request.headers),
      body: (request.body as AsyncIterable<Uint8Array> | null) ?? undefined,
      signal: request.signal,
      identity: identify === undefined ? undefined : identityOf(identify, request),
    });
    return new Response(body === undefined ? null : bodyOf(body), { status, headers });
  };
}

function bodyOf(
  body: NonNullable<CodedResponse["body"]>,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (typeof body === "string") return body;
  return body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : streamOf(body);
}

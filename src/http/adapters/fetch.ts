import type { HttpHandler, HttpResponseBody } from "../contract/exchange.ts";
import { identityOf } from "./identity.ts";

export interface FetchHandlerOptions {
  /** Returns the identity of the caller, or a promise of it. `failRequest` ends the request with an error response. */
  readonly identify?: ((request: Request) => unknown) | undefined;
}

/**
 * Connects a service with servers that handle a `Request` and return a `Response`, such as Hono, Deno and Bun.
 *
 * @example Deno.serve(fetchHandler(service));
 */
export function fetchHandler(
  handle: HttpHandler,
  { identify }: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const { status, headers, body } = await handle({
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

function bodyOf(body: HttpResponseBody): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  const chunks = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

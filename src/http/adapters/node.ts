import { requireObject, requireFunction } from "../../diagnostics/require-argument.ts";
import {
  compressResponses,
  type CodedResponse,
  type CompressOptions,
} from "../compression/compress-responses.ts";
import type { HttpHandler, HttpHeaders } from "../contract/exchange.ts";
import { identityOf } from "./identity.ts";
import { nodeCodecs } from "./node-codecs.ts";

/** The part of Node's `IncomingMessage` that the adapter needs. Requests of Express and Fastify's `request.raw` have it. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  /** Path and query string. */
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly headersDistinct: Readonly<Record<string, readonly string[] | undefined>>;
  readonly rawHeaders: readonly string[];
}

/** The part of Node's `ServerResponse` that the adapter needs. */
export interface NodeResponse {
  readonly destroyed: boolean;
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  writeHead: (status: number, headers: Readonly<Record<string, string | number>>) => unknown;
  write: (chunk: string | Uint8Array) => boolean;
  end: (chunk?: string | Uint8Array) => unknown;
  destroy: (error?: Error) => unknown;
  once: (event: "close" | "drain", listener: () => void) => unknown;
  removeListener: (event: "close" | "drain", listener: () => void) => unknown;
}

export interface NodeHandlerOptions<R extends NodeRequest> {
  /**
   * Returns the identity of the caller, which the access functions of resources receive, or a promise of it. `failRequest` ends the
   * request with an error response.
   */
  readonly identify?: ((request: R) => unknown) | undefined;
  /**
   * Whether to compress responses with zstd, Brotli or gzip, as `Accept-Encoding` requests. Event streams, small responses and those
   * that can contain secrets are never compressed. Default: true.
   */
  readonly compress?: boolean | CompressOptions | undefined;
}

/**
 * Connects a service with `node:http`, and with frameworks that run on it, such as Express.
 *
 * @example createServer(nodeHandler(service)).listen(8080);
 */
export function nodeHandler<R extends NodeRequest>(
  handle: HttpHandler,
  options: NodeHandlerOptions<R> = {},
): (request: R, response: NodeResponse) => Promise<void> {
  requireFunction(handle, "handle");
  requireObject(options, "options");
  const { identify, compress = true } = options;
  const answer =
    compress === false ? handle : compressResponses(handle, nodeCodecs(), compress === true ? {} : compress);
  return async (request, response) => {
    const { url, host } = splitTarget(request.url ?? "/");
    const mark = url.indexOf("?");
    const result = await answer({
      method: request.method ?? "GET",
      path: mark < 0 ? url : url.slice(0, mark),
      search: mark < 0 ? "" : url.slice(mark + 1),
      headers: host === undefined ? headersOf(request) : { ...headersOf(request), host },
      body: hasBody(request.headers) ? request : undefined,
      // Not a getter of this object that creates the signal on first use. V8 keeps objects with own accessors until a full
      // garbage collection. That took a quarter of the CPU time of a request.
      signal: closedSignal(response),
      identity: identify === undefined ? undefined : identityOf(identify, request),
    });
    await endOfTurn();
    await send(result, response, request);
  };
}

/** Resolved when the current turn of the event loop has read its requests; undefined if no response waits for that. */
let endOfReads: Promise<void> | undefined;

/**
 * Waits until the current turn of the event loop has read its requests, so that responses are written one after the other. The
 * first of them wakes a client that waits for several responses. If other requests were answered between two writes, the client
 * would fall asleep, and each write would wake it, which takes longer than the write itself.
 */
function endOfTurn(): Promise<void> {
  return (endOfReads ??= new Promise((resolve) => {
    setImmediate(() => {
      endOfReads = undefined;
      resolve();
    });
  }));
}

/** A request target can be a whole URL (RFC 9112, section 3.2.2). Its host replaces that of the field `Host`. */
function splitTarget(target: string): { readonly url: string; readonly host?: string | undefined } {
  if (target.startsWith("/")) return { url: target };
  const host = /^https?:\/\/([^/?#]*)/i.exec(target);
  const path = host === null ? target : target.slice(host[0].length);
  return { url: path.startsWith("/") ? path : `/${path}`, host: host?.[1] };
}

/** Returns a signal that is aborted if the connection is closed before the response is complete. */
function closedSignal(response: NodeResponse): AbortSignal {
  const closed = new AbortController();
  if (response.destroyed) closed.abort();
  else
    response.once("close", () => {
      if (!response.writableFinished) closed.abort();
    });
  return closed.signal;
}

/** Node keeps only the first of several values of some fields. `headersDistinct` has all, but is slower. */
function headersOf({ headers, headersDistinct, rawHeaders }: NodeRequest): HttpHeaders {
  return Object.keys(headers).length * 2 === rawHeaders.length ? headers : headersDistinct;
}

function hasBody(headers: HttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

async function send(
  { status, headers, body }: CodedResponse,
  response: NodeResponse,
  request: NodeRequest,
): Promise<void> {
  if (response.destroyed || response.headersSent) return closeUnread(body);
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) {
    const length = body === undefined ? undefined : Buffer.byteLength(body);
    response.writeHead(status, length === undefined ? headers : { ...headers, "content-length": length });
    if (status === 413 && body !== undefined) {
      response.write(body);
      await discardRest(request);
      response.end();
    } else response.end(body);
    return;
  }
  response.writeHead(status, headers);
  const isGone = () => response.destroyed;
  try {
    for await (const chunk of body) {
      // A closed response reports no further event.
      if (!response.write(chunk) && !isGone()) await drained(response);
      if (isGone()) return;
    }
    response.end();
  } catch (error) {
    // The status is already sent. Only a broken connection tells the client that rows are missing.
    response.destroy(error instanceof Error ? error : undefined);
  }
}

/** Limits for reading the rest of a body that is too long: bytes, and milliseconds. */
const MAX_DISCARDED_BYTES = 67_108_864;
const MAX_DISCARD_TIME = 2_000;

/** Reads the rest of a body. If the connection is closed while a client sends it, the client can miss the response. */
async function discardRest(body: AsyncIterable<Uint8Array>): Promise<void> {
  const parts = body[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expiry = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), MAX_DISCARD_TIME);
  });
  try {
    for (let bytes = 0; bytes <= MAX_DISCARDED_BYTES;) {
      const part = await Promise.race([parts.next(), expiry]);
      if (part === undefined || part.done === true) return;
      bytes += part.value.length;
    }
  } catch {
    // The client has closed the connection.
  } finally {
    clearTimeout(timer);
  }
}

/** Closes the body of a response that is not sent, which may hold rows. */
async function closeUnread(body: CodedResponse["body"]): Promise<void> {
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) return;
  await body[Symbol.asyncIterator]().return?.();
}

function drained(response: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      response.removeListener("drain", finish);
      response.removeListener("close", finish);
      resolve();
    };
    response.once("drain", finish);
    response.once("close", finish);
  });
}

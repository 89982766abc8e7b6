import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import { listen, ListenError, nodeHandler, type HttpHandler, type ListeningServer } from "tamis/http";
import { InputError, systemCode } from "../../io/errors.ts";

export interface ServerOptions {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Whether other threads listen on the same port. The system then distributes the connections. Default false. */
  readonly isShared?: boolean;
  readonly limits?: Partial<ConnectionLimits>;
  /** Whether to compress responses for clients that accept it. Default true. */
  readonly compress?: boolean;
  /** Called when the header fields of a request have arrived. */
  readonly onRequest?: (() => void) | undefined;
  /** Called after each response, also after one that the client did not receive completely. */
  readonly onAnswer: (answer: Answered) => void;
  /** Called with errors of the server that no response reports. */
  readonly onError: (error: unknown) => void;
}

/** Limits of connections. Those of requests are limits of the service. */
export interface ConnectionLimits {
  readonly maximumConnections: number;
  /** Maximum bytes of the request line and the header fields. */
  readonly headerBytes: number;
  /** Maximum milliseconds to receive the header fields, and a complete request. */
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  /** Milliseconds after which a connection is closed if nothing is sent or received. */
  readonly idleTimeout: number;
  /** Milliseconds for which a connection is kept open between two requests. */
  readonly keepAliveTimeout: number;
  /** Milliseconds that running requests have after {@link RunningServer.stop}. */
  readonly drainTimeout: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  maximumConnections: 1_000,
  headerBytes: 32_768,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  idleTimeout: 60_000,
  keepAliveTimeout: 5_000,
  drainTimeout: 10_000,
};

/** Milliseconds between two checks for requests that take too long to arrive. */
const CHECK_INTERVAL = 1_000;

export interface Answered {
  readonly remoteAddress: string | undefined;
  readonly method: string;
  /** Path and query string, as sent. */
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
  /** False if the connection ended before the end of the response. */
  readonly isComplete: boolean;
}

export interface RunningServer {
  /** Address for clients, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting requests, waits for the running ones, and then closes all connections. */
  readonly stop: () => Promise<void>;
}

/** @throws InputError if the server cannot listen */
export async function startServer(handle: HttpHandler, options: ServerOptions): Promise<RunningServer> {
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const stopping = new AbortController();
  const answer = nodeHandler(untilStop(handle, stopping.signal), { compress: options.compress });
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL, limits.headersTimeout),
    },
    (request, response) => {
      report(request, response, options);
      if (stopping.signal.aborted) response.setHeader("connection", "close");
      // A connection whose request had begun before the stop is idle only now.
      response.once("close", () => {
        if (stopping.signal.aborted) setImmediate(() => server.closeIdleConnections());
      });
      answer(request, response).catch((error: unknown) => {
        options.onError(error);
        response.destroy();
      });
    },
  );
  server.maxConnections = limits.maximumConnections;
  server.setTimeout(limits.idleTimeout);
  server.on("clientError", rejectRequest);
  const { host, port, isShared } = options;
  const listening = isShared === true ? sharing(server) : server;
  const address = await listen(listening, { host, port, portSetting: "--port" }).catch((error: unknown) => {
    throw startError(error);
  });
  return {
    ...address,
    stop: async () => {
      stopping.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), limits.drainTimeout);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Ends the streams of changes when the server stops: they have no other end. */
function untilStop(handle: HttpHandler, stopping: AbortSignal): HttpHandler {
  return (request) => {
    if (!request.path.endsWith("/@changes") || request.signal === undefined) return handle(request);
    return handle({ ...request, signal: AbortSignal.any([request.signal, stopping]) });
  };
}

/** Returns a server that listens on a port that others may share. */
export function sharing(server: Server): ListeningServer {
  return {
    listen: (port, host, listening) => server.listen({ port, host, reusePort: true }, listening),
    address: () => server.address(),
    once: (event, listener) => server.once(event, listener),
    removeListener: (event, listener) => server.removeListener(event, listener),
  };
}

export function startError(error: unknown): unknown {
  return error instanceof ListenError ? new InputError(`The server cannot start. ${error.message}`) : error;
}

function report(
  { socket, method = "", url = "" }: IncomingMessage,
  response: ServerResponse,
  { onRequest, onAnswer }: ServerOptions,
): void {
  onRequest?.();
  const begin = performance.now();
  const { remoteAddress } = socket;
  response.once("close", () =>
    onAnswer({
      remoteAddress,
      method,
      target: url,
      status: response.headersSent ? response.statusCode : 499,
      milliseconds: performance.now() - begin,
      isComplete: response.writableFinished,
    }),
  );
}

const STATUS_OF_ERROR: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Content Too Large"],
};

/** Answers a request that Node cannot parse, unless an earlier response on the connection is incomplete. */
function rejectRequest(error: Error, socket: Socket & { readonly _httpMessage?: unknown }): void {
  const code = systemCode(error) ?? "";
  if (code === "ECONNRESET" || !socket.writable || (socket._httpMessage ?? null) !== null)
    return void socket.destroy();
  const [status, reason] = (Object.hasOwn(STATUS_OF_ERROR, code) ? STATUS_OF_ERROR[code] : undefined) ?? [
    400,
    "Bad Request",
  ];
  const body = JSON.stringify({ message: reason, errorCode: status, httpStatusCode: status, version: 2 });
  const fields = [
    `HTTP/1.1 ${status} ${reason}`,
    "content-type: application/vnd.vendor.error+json",
    "x-content-type-options: nosniff",
    "cache-control: no-store",
    `content-length: ${body.length}`,
    "connection: close",
  ];
  socket.end(`${fields.join("\r\n")}\r\n\r\n${body}`);
}

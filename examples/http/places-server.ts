import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { applyFixes, type Diagnostic } from "tamis";
import { negotiateLocale } from "tamis/collation";
import type { Collection } from "tamis/engine";
import { collectionRepresentation, decodeQuery } from "tamis/url";

/**
 * An HTTP server for one collection, with only `node:http`. Accepts the query strings of the platform and responds with
 * its collection representation, or with the diagnostics of an invalid query. The rows can be in memory or in a database.
 */

/** The part of a collection that the server needs. */
export type Pages = Pick<Collection, "catalog" | "page">;

export interface ServiceOptions {
  readonly path: string;
  /** Supported languages for comparing strings. Accept-Language chooses among them. */
  readonly locales?: readonly string[];
  /** Maximum milliseconds to receive a request. Default 10,000. */
  readonly requestTimeout?: number;
}

/** Media types of responses. */
const COLLECTION = "application/vnd.vendor.collection+json";
const ERROR = "application/vnd.vendor.error+json";
/** Maximum size of the request line and headers in bytes. Filters of the maximum length need it. */
const MAX_HEADER_BYTES = 16_384;

export function createService(pages: Pages, options: ServiceOptions): Server {
  const { requestTimeout = 10_000 } = options;
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, requestTimeout, headersTimeout: requestTimeout };
  return createServer({ ...limits, keepAliveTimeout: 5_000 }, (request, response) => {
    answer(pages, options, request, response).catch((error: unknown) => {
      // Internal errors are logged, and not sent to the client.
      console.error(error);
      sendError(response, 500, "The server failed to answer.");
    });
  });
}

/** Stops accepting requests, waits for the running ones, and closes idle connections. */
export function shutDown(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeIdleConnections();
  });
}

async function answer(
  pages: Pages,
  { path, locales = [] }: ServiceOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [address = "", ...rest] = (request.url ?? "").split("?");
  const raw = rest.join("?");
  if (address !== path) return sendError(response, 404, `There is nothing here. Rows are at ${path}.`);
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    return sendError(response, 405, "The collection can be read, and nothing else.");
  }
  const { catalog } = pages;
  const { query, diagnostics } = decodeQuery(raw, { catalog });
  if (query === undefined) return sendError(response, 400, "The query is not valid.", { raw, diagnostics });
  const disconnected = new AbortController();
  response.once("close", () => disconnected.abort());
  const language = request.headers["accept-language"];
  const locale = language === undefined ? undefined : negotiateLocale(language, locales);
  const page = await pages.page(query, { locale, signal: disconnected.signal }).catch((error: unknown) => {
    if (disconnected.signal.aborted) return undefined;
    throw error;
  });
  if (page === undefined) return;
  if (!page.ok) return sendError(response, 400, "The query is not answered.", page);
  const { items, count = 0, limit } = page;
  const accept = "application/json";
  const body = collectionRepresentation({ name: catalog.name, accept, path, query, items, count, limit });
  if (locale !== undefined) response.setHeader("content-language", locale);
  send(response, 200, COLLECTION, body);
}

interface InvalidQuery {
  /** The query string that the spans refer to. */
  readonly raw?: string;
  readonly diagnostics: readonly Diagnostic[];
}

function sendError(response: ServerResponse, status: number, message: string, invalid?: InvalidQuery): void {
  const { raw, diagnostics = [] } = invalid ?? {};
  const fixed = raw === undefined ? undefined : applyFixes(raw, diagnostics);
  send(response, status, ERROR, {
    message,
    httpStatusCode: status,
    details: diagnostics.map((each) => each.message),
    ...(fixed === undefined || fixed === raw ? {} : { remediation: `Write ?${fixed}` }),
    errors: diagnostics.map(({ code, severity, message: text, span, fixes }) => ({
      code,
      severity,
      message: text,
      span,
      fixes,
    })),
    version: 2,
  });
}

function send(response: ServerResponse, status: number, type: string, body: object): void {
  if (response.headersSent) return void response.destroy();
  // Prints bigints with all digits.
  const text = JSON.stringify(body, (_, value: unknown) =>
    typeof value === "bigint" ? (JSON as unknown as RawJson).rawJSON(String(value)) : value,
  );
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(text),
    "x-content-type-options": "nosniff",
    // Rules may depend on the user: shared caches must not store the rows.
    "cache-control": "private, no-cache",
    vary: "accept-language",
  });
  // For HEAD requests, Node omits the body.
  response.end(text);
}

interface RawJson {
  readonly rawJSON: (text: string) => unknown;
}

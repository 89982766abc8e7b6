import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { applyFixes, type Diagnostic } from "tamis";
import { negotiateLocale } from "tamis/collation";
import type { Collection } from "tamis/engine";
import { collectionRepresentation, decodeQuery } from "tamis/url";

/**
 * A server of one collection, on nothing but `node:http`: queries come in as the platform writes them, pages go out as it
 * sends them, and what is wrong with a query goes out as data. Whether rows are in memory or in a database is all the
 * same to it.
 */

/** What the server asks: rows in memory have it, and tables of a database. */
export type Pages = Pick<Collection, "catalog" | "page">;

export interface ServiceOptions {
  readonly path: string;
  /** The languages whose order the server has; the client names them in Accept-Language. */
  readonly locales?: readonly string[];
  /** Milliseconds that a client may take to send its request. Default 10,000. */
  readonly requestTimeout?: number;
}

/** The media types of answers. */
const COLLECTION = "application/vnd.vendor.collection+json";
const ERROR = "application/vnd.vendor.error+json";
/** Bytes of a request's line and headers: a filter can be as long as the language allows. */
const HEADERS = 16_384;

export function createService(pages: Pages, options: ServiceOptions): Server {
  const { requestTimeout = 10_000 } = options;
  const limits = { maxHeaderSize: HEADERS, requestTimeout, headersTimeout: requestTimeout };
  return createServer({ ...limits, keepAliveTimeout: 5_000 }, (request, response) => {
    answer(pages, options, request, response).catch((error: unknown) => {
      // What went wrong within is the operator's to know.
      console.error(error);
      sendError(response, 500, "The server failed to answer.");
    });
  });
}

/** Lets no new request in, lets those that are running end, and closes connections that nobody uses. */
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
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const language = request.headers["accept-language"];
  const locale = language === undefined ? undefined : negotiateLocale(language, locales);
  const page = await pages.page(query, { locale, signal: gone.signal }).catch((error: unknown) => {
    if (gone.signal.aborted) return undefined;
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

interface Found {
  /** The text that the spans are of. */
  readonly raw?: string;
  readonly diagnostics: readonly Diagnostic[];
}

function sendError(response: ServerResponse, status: number, message: string, found?: Found): void {
  const { raw, diagnostics = [] } = found ?? {};
  const mended = raw === undefined ? undefined : applyFixes(raw, diagnostics);
  send(response, status, ERROR, {
    message,
    httpStatusCode: status,
    details: diagnostics.map((each) => each.message),
    ...(mended === undefined || mended === raw ? {} : { remediation: `Write ?${mended}` }),
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
  // Whole numbers beyond 2^53 are digits, as they came in.
  const text = JSON.stringify(body, (_, value: unknown) =>
    typeof value === "bigint" ? (JSON as unknown as RawJson).rawJSON(String(value)) : value,
  );
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(text),
    "x-content-type-options": "nosniff",
    vary: "accept-language",
  });
  // Of HEAD, Node sends the headers alone.
  response.end(text);
}

interface RawJson {
  readonly rawJSON: (text: string) => unknown;
}

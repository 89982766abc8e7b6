import { createServer, type RequestListener } from "node:http";
import { createService, defineResource, nodeHandler } from "../../src/http/index.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import type { makeRows } from "../evaluate/rows.ts";
import { loadDefault } from "../load-peer.ts";
import { rowCatalog } from "../row-catalog.ts";

type Rows = ReturnType<typeof makeRows>;

/** Name of a server, and the function that creates its request listener. */
export const SERVERS: Readonly<
  Record<ServerName, (rows: Rows) => RequestListener | Promise<RequestListener>>
> = { bare, tamis, express, fastify, "json-server": jsonServer };

export type ServerName = "bare" | "tamis" | "express" | "fastify" | "json-server";

/** Query that each server receives: rows whose name contains a word, larger than a number, in order of name. */
export interface PageQuery {
  readonly word: string;
  /** Number, or text of one. */
  readonly size: number | string;
}

/** Returns the target of a query in the syntax of a server. */
export function targetOf(server: ServerName, { word, size }: PageQuery): string {
  if (server === "tamis")
    return `/reports?filter=and(contains($primary,name,'${word}'),gt(size,${size}))&sortBy=name:primary,id&limit=20`;
  if (server === "json-server")
    return `/reports?name_like=${word}&size_gte=${Number(size) + 1}&_sort=name&_order=asc&_limit=20`;
  return `/reports?word=${word}&size=${size}`;
}

function tamis(rows: Rows): RequestListener {
  const collection = createCollection(rows, { catalog: rowCatalog, locale: "en" }).asCollection();
  const service = createService({ resources: [defineResource({ path: "/reports", collection })] });
  const listener = nodeHandler(service);
  return (request, response) => void listener(request, response);
}

/** Writes the bytes of a page that tamis rendered in advance. */
async function bare(rows: Rows): Promise<RequestListener> {
  const few = rows.slice(0, 10_000);
  const collection = createCollection(few, { catalog: rowCatalog, locale: "en" }).asCollection();
  const service = createService({ resources: [defineResource({ path: "/reports", collection })] });
  const { body } = await service({ method: "GET", path: "/reports", search: "limit=20", headers: {} });
  const bytes = Buffer.from(body as Uint8Array);
  return (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length });
    response.end(bytes);
  };
}

const collator = new Intl.Collator("en", { sensitivity: "base" });

/** Filters rows as in the guides of the frameworks: one pass over the rows, a sort of the matches. */
function filterByHand(rows: Rows, { word, size: above }: PageQuery): object {
  const size = Number(above);
  const sought = word.toLowerCase();
  const found = rows.filter((row) => row.size > size && row.name.toLowerCase().includes(sought));
  found.sort((a, b) => collator.compare(a.name, b.name) || a.id - b.id);
  return { count: found.length, items: found.slice(0, 20) };
}

function readQuery(query: Readonly<Record<string, unknown>>): PageQuery {
  return { word: String(query["word"]), size: Number(query["size"]) };
}

interface ExpressApp {
  (...args: Parameters<RequestListener>): void;
  get: (
    path: string,
    handle: (
      request: { readonly query: Readonly<Record<string, unknown>> },
      response: { readonly json: (body: object) => void },
    ) => void,
  ) => void;
}

async function express(rows: Rows): Promise<RequestListener> {
  const app = (await loadDefault<() => ExpressApp>("express"))();
  app.get("/reports", (request, response) => response.json(filterByHand(rows, readQuery(request.query))));
  return (request, response) => app(request, response);
}

interface FastifyApp {
  readonly get: (
    path: string,
    handle: (request: { readonly query: Readonly<Record<string, unknown>> }) => Promise<object>,
  ) => void;
  readonly ready: () => Promise<void>;
  readonly routing: RequestListener;
}

async function fastify(rows: Rows): Promise<RequestListener> {
  const app = (await loadDefault<() => FastifyApp>("fastify"))();
  app.get("/reports", (request) => Promise.resolve(filterByHand(rows, readQuery(request.query))));
  await app.ready();
  return (request, response) => app.routing(request, response);
}

interface JsonServer {
  readonly create: () => { readonly use: (handler: unknown) => void } & RequestListener;
  readonly router: (database: object) => unknown;
}

async function jsonServer(rows: Rows): Promise<RequestListener> {
  const library = await loadDefault<JsonServer>("json-server");
  const app = library.create();
  app.use(library.router({ reports: rows }));
  return app;
}

/** Starts a server on a free port of the loopback interface. */
export async function listen(name: ServerName, rows: Rows): Promise<number> {
  const server = createServer(await SERVERS[name](rows));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { readonly port: number }).port;
}

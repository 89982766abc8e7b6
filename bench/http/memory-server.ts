import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { createService, defineResource, nodeHandler } from "../../src/http/index.ts";
import { makeRows } from "../evaluate/rows.ts";
import { rowCatalog } from "../row-catalog.ts";

/*
 * A server of pages of rows in memory, or of the stored bytes of one page. `/figures` returns what it measured since the
 * request before to this path.
 *
 *   node bench/http/memory-server.ts tamis|bare ROWS   prints its port
 */

export interface ServerFigures {
  /**
   * Longest CPU time in milliseconds of this thread between two turns of the event loop, garbage collection included. Short turns that
   * follow each other within the interval of the timer count as one.
   */
  readonly longestCpuBlock: number;
}

/** Interval in milliseconds of the timer that measures CPU time. */
const INTERVAL = 1;

function tamis(count: number) {
  const rows = makeRows(count);
  const collection = createCollection(rows, { catalog: rowCatalog, locale: "en" }).asCollection();
  return createService({ resources: [defineResource({ path: "/reports", collection })] });
}

/** Writes the bytes of a page that tamis rendered in advance. */
async function bare(): Promise<RequestListener> {
  const { body } = await tamis(10_000)({ method: "GET", path: "/reports", search: "limit=20", headers: {} });
  const bytes = Buffer.from(body as Uint8Array);
  return (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length });
    response.end(bytes);
  };
}

const [kind, count] = process.argv.slice(2);
const answer = kind === "bare" ? await bare() : nodeHandler(tamis(Number(count)));
let [last, longestCpuBlock] = [0, 0];
setInterval(() => {
  const now = cpuMilliseconds();
  longestCpuBlock = Math.max(longestCpuBlock, now - last);
  last = now;
}, INTERVAL).unref();
const server = createServer((request, response) => {
  if (request.url !== "/figures") return void answer(request, response);
  const figures: ServerFigures = { longestCpuBlock };
  response.end(JSON.stringify(figures));
  [last, longestCpuBlock] = [cpuMilliseconds(), 0];
});
server.listen(0, "127.0.0.1", () =>
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

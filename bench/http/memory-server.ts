import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { createService, defineResource, nodeHandler } from "../../src/http/index.ts";
import { makeRows } from "../evaluate/rows.ts";
import { rowCatalog } from "../row-catalog.ts";
import { EventLoopClock } from "./event-loop-clock.ts";

/*
 * A server of pages of rows in memory, or of the stored bytes of one page. `/figures` returns what it measured since the
 * request before to this path.
 *
 *   node bench/http/memory-server.ts tamis|bare ROWS   prints its port
 */

export interface ServerFigures {
  readonly cpuMicroseconds: number;
  /** Longest time in milliseconds between two turns of the event loop. */
  readonly longestBlock: number;
  /** Longest CPU time in milliseconds between two turns, without the time in which other processes had the processor. */
  readonly longestCpuBlock: number;
}

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
const clock = new EventLoopClock();
let before = process.cpuUsage();
const server = createServer((request, response) => {
  if (request.url !== "/figures") return void answer(request, response);
  const { user, system } = process.cpuUsage(before);
  const figures: ServerFigures = {
    cpuMicroseconds: user + system,
    longestBlock: clock.longest,
    longestCpuBlock: clock.longestCpu,
  };
  response.end(JSON.stringify(figures));
  before = process.cpuUsage();
  clock.reset();
});
server.listen(0, "127.0.0.1", () =>
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);

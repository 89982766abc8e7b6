import { parentPort, workerData } from "node:worker_threads";
import { makeRows } from "../evaluate/rows.ts";
import { keyOf, openTamisTraffic, type KeyedRow, type UnseenRequest } from "../traffic/traffic-stores.ts";

/* A thread that answers requests about some of the rows. */

export interface ThreadRows {
  /** Number of all rows. */
  readonly count: number;
  readonly from: number;
  readonly end: number;
}

const { count, from, end } = workerData as ThreadRows;
const rows = makeRows(count)
  .slice(from, end)
  .map((row): KeyedRow => ({ ...row, key: keyOf(row.id) }));
const store = await openTamisTraffic(rows, "synchronous");
parentPort!.on("message", (request: UnseenRequest) => parentPort!.postMessage(store.page(request).count));
parentPort!.postMessage("ready");

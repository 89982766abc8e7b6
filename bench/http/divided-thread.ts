import { parentPort, workerData } from "node:worker_threads";
import { makeKeyedRows } from "../traffic/keyed-rows.ts";
import { openTamisTraffic, type UnseenRequest } from "../traffic/traffic-stores.ts";

/* A thread that answers requests about some of the rows. */

export interface ThreadRows {
  /** Number of all rows. */
  readonly count: number;
  readonly from: number;
  readonly end: number;
}

const { count, from, end } = workerData as ThreadRows;
const store = await openTamisTraffic(makeKeyedRows(count).slice(from, end), "synchronous");
parentPort!.on("message", (request: UnseenRequest) => parentPort!.postMessage(store.page(request).count));
parentPort!.postMessage("ready");

import { parentPort } from "node:worker_threads";
import { makeColumnScan } from "../columns/column-scan.ts";
import { sink } from "../harness.ts";

/* A thread that reads more memory than caches hold, and answers each message with the bytes that it has read in a second. */

const BYTES = 1 << 29;
const MILLISECONDS = 1_000;

const scan = await makeColumnScan({ column: BYTES });
parentPort!.on("message", () => {
  const begin = performance.now();
  let bytes = 0;
  for (; performance.now() - begin < MILLISECONDS; bytes += BYTES) sink.value = scan.read("column", BYTES);
  parentPort!.postMessage((bytes / (performance.now() - begin)) * 1_000);
});
parentPort!.postMessage("ready");

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { makeRows } from "../evaluate/rows.ts";
import { median, progress } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { Table } from "../part-result.ts";
import { trafficRequests } from "../traffic/traffic-requests.ts";
import type { UnseenRequest } from "../traffic/traffic-stores.ts";
import type { ThreadRows } from "./divided-thread.ts";

/** Requests of each thread before the measured ones, in which V8 compiles the code. */
const WARM_UP = 120;

/**
 * Compares one thread that answers a request about all rows with two threads that answer it about one half each, at the same time. This is
 * the least time that a division of one request among two threads can take: merging the answers is left out.
 */
export async function measureDivision(count: number, requests: number, seed: number): Promise<Table> {
  progress(`threads: one request in two threads, ${count.toLocaleString("en")} rows`);
  const half = count >> 1;
  const whole = await open({ count, from: 0, end: count });
  const first = await open({ count, from: 0, end: half });
  const second = await open({ count, from: half, end: count });
  const times = new Map<string, { readonly one: number[]; readonly two: number[] }>();
  const asked = trafficRequests(requests + WARM_UP, seed, makeRows(1_000)).filter(({ start }) => start === 0);
  for (const [i, request] of asked.entries()) {
    const one = await timeOf(request, [whole]);
    const two = await timeOf(request, [first, second]);
    if (i < WARM_UP) continue;
    const [kind] = request.kind.split(" by ") as [string];
    const known = times.get(kind) ?? { one: [], two: [] };
    times.set(kind, known);
    known.one.push(one);
    known.two.push(two);
  }
  for (const worker of [whole, first, second]) await worker.terminate();
  return {
    name: "threads-division",
    title: "One request, divided among two threads",
    note: `Unseen first pages with counts, ${count.toLocaleString("en")} rows. Each of two threads has one half of the rows, and both get the request at the same time. The time ends with the second answer. Merging the answers is left out.`,
    columns: ["one thread, median", "two threads, median", "gain, median", "gain of all requests"],
    rows: [...times].map(([name, { one, two }]) => ({
      name,
      ours: true,
      cells: [
        duration(median(one)),
        duration(median(two)),
        ratio(median(one.map((time, i) => time / two[i]!))),
        ratio(total(one) / total(two)),
      ],
    })),
  };
}

async function open(rows: ThreadRows): Promise<Worker> {
  const worker = new Worker(new URL("divided-thread.ts", import.meta.url), {
    workerData: rows,
    resourceLimits: { maxOldGenerationSizeMb: 8_192 },
  });
  await once(worker, "message");
  return worker;
}

async function timeOf(request: UnseenRequest, threads: readonly Worker[]): Promise<number> {
  const { filter, sortBy, start } = request;
  const begin = performance.now();
  const answers = threads.map((thread) => once(thread, "message"));
  for (const thread of threads) thread.postMessage({ filter, sortBy, start });
  await Promise.all(answers);
  return performance.now() - begin;
}

function total(times: readonly number[]): number {
  return times.reduce((sum, each) => sum + each, 0);
}

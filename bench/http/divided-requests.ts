import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { makeRows } from "../evaluate/rows.ts";
import { median, progress } from "../harness.ts";
import { digits, duration, ratio } from "../numbers.ts";
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
  const whole = await open("divided-thread.ts", { count, from: 0, end: count });
  const first = await open("divided-thread.ts", { count, from: 0, end: half });
  const second = await open("divided-thread.ts", { count, from: half, end: count });
  const times = new Map<
    string,
    { readonly one: number[]; readonly two: number[]; readonly ratios: number[] }
  >();
  const asked = trafficRequests(requests + WARM_UP, seed, makeRows(1_000)).filter(({ start }) => start === 0);
  for (const [i, request] of asked.entries()) {
    const one = await timeOf(request, [whole]);
    const two = await timeOf(request, [first, second]);
    if (i < WARM_UP) continue;
    const [kind] = request.kind.split(" by ") as [string];
    const known = times.get(kind) ?? { one: [], two: [], ratios: [] };
    times.set(kind, known);
    known.one.push(one);
    known.two.push(two);
    known.ratios.push(one / two);
  }
  for (const worker of [whole, first, second]) await worker.terminate();
  return {
    name: "threads-division",
    title: "One request, divided among two threads",
    note: `Unseen first pages with counts, ${count.toLocaleString("en")} rows. Each of two threads has one half of the rows, and both get the request at the same time. The time ends with the second answer. Merging the answers is left out.`,
    columns: ["one thread, median", "two threads, median", "gain, median", "gain of all requests"],
    rows: [...times].map(([name, { one, two, ratios }]) => ({
      name,
      ours: true,
      cells: [
        duration(median(one)),
        duration(median(two)),
        ratio(median(ratios)),
        ratio(total(one) / total(two)),
      ],
    })),
  };
}

/** Measures how much memory one thread reads each second, and each of two threads at the same time. */
export async function measureReading(): Promise<Table> {
  progress("threads: reading memory");
  const threads = [await open("reading-thread.ts"), await open("reading-thread.ts")];
  const read = async (readers: readonly Worker[]) => {
    const answers = readers.map((thread) => once(thread, "message") as Promise<[number]>);
    for (const thread of readers) thread.postMessage("read");
    return Math.min(...(await Promise.all(answers)).flat());
  };
  const [one, two]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await read(threads.slice(1)));
    two.push(await read(threads));
  }
  for (const thread of threads) await thread.terminate();
  const row = (name: string, rates: readonly number[]) => ({
    name,
    ours: true,
    cells: [`${digits(median(rates) / 1e9)} GB`],
  });
  return {
    name: "threads-reading",
    title: "Memory that a thread reads in a second",
    note: "Vectors of 64 bytes, in order, from 512 MB of memory for each thread.",
    columns: ["bytes in a second"],
    rows: [row("one thread", one), row("the slower one of two threads", two)],
  };
}

const ROUNDS = 5;

async function open(file: string, rows?: ThreadRows): Promise<Worker> {
  const worker = new Worker(new URL(file, import.meta.url), {
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

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeFixture } from "../columns/fixture.ts";
import { makeRows } from "../evaluate/rows.ts";
import { progress, requireEqual } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import {
  atLeast,
  atMost,
  type Goal,
  type PartOptions,
  type PartResult,
  type TableRow,
} from "../part-result.ts";
import { MIN_TURN_MS, nextTurn, TurnClock, type Turn } from "../turns/turn-clock.ts";
import { trafficRequests, type TrafficRequest } from "./traffic-requests.ts";
import {
  keyOf,
  openDuckdbTraffic,
  openPolarsTraffic,
  openTamisTraffic,
  PAGE_ROWS,
  type KeyedRow,
  type TrafficPage,
  type TrafficStore,
} from "./traffic-stores.ts";

const LIMITS = { median: 3, percentile: 60, lead: 40, polarsLead: 10, turn: 25, longestTurn: 50 };
/** Number of requests after which the trace of the garbage collector is read. */
const REQUESTS_PER_TRACE = 20;

/**
 * Measures requests that no store has seen before. The seed changes with each run and is printed; `TAMIS_SEED` repeats a
 * run. `TAMIS_BENCH_TRAFFIC` is a list of numbers: rows and requests.
 */
export async function runTraffic({ quick }: PartOptions): Promise<PartResult> {
  closeFixture();
  const sizes = process.env["TAMIS_BENCH_TRAFFIC"]?.split(",").map(Number) ?? [];
  const [rowCount = quick ? 100_000 : 1_000_000, requestCount = quick ? 120 : 400] = sizes;
  const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  const size = rowCount.toLocaleString("en");
  progress(`traffic: ${requestCount} requests to ${size} rows, seed ${seed}`);
  const rows = makeRows(rowCount).map((row): KeyedRow => ({ ...row, key: keyOf(row.id) }));
  const requests = trafficRequests(requestCount, seed, rows);

  const synchronous = await measure(() => openTamisTraffic(rows, "synchronous"), requests);
  const cold = await measure(() => openTamisTraffic(rows, "without columns"), requests);
  const sliced = await measure(() => openTamisTraffic(rows, "in time slices"), requests, true);
  const folder = mkdtempSync(join(tmpdir(), "tamis-traffic-"));
  const copy = join(folder, "rows.parquet");
  const one = await measure(() => openDuckdbTraffic(rows, 1, copy), requests);
  const two = await measure(() => openDuckdbTraffic(rows, 2), requests);
  const polars = await measure(() => openPolarsTraffic(copy), requests);
  rmSync(folder, { recursive: true });
  const peers = [one, two, polars];
  for (const [i, request] of requests.entries())
    for (const other of [cold, sliced, ...peers]) requireSamePage(request, synchronous.pages[i]!, other, i);

  const all = [synchronous, cold, sliced, ...peers];
  return {
    tables: [
      {
        name: "traffic",
        title: `${requestCount} unseen requests to ${size} rows`,
        note:
          `Each request filters, counts, sorts and returns ${PAGE_ROWS} rows, and starts from its text. The filters have six forms with random literals, and there are four orders; four in five requests are for a first page. A string key breaks ties. ` +
          `All stores were loaded beforehand. Columns of tamis exist, except without columns, but nothing that depends on an order or a search. Polars has no collations: it runs ${polars.times.filter(isRun).length} requests. Seed ${seed}.`,
        columns: [
          "loading",
          "total",
          "p50",
          "p99",
          "maximum",
          "slower than DuckDB, 1 thread",
          "total, times tamis with columns",
          "total, times tamis without columns",
          "longest turn",
        ],
        rows: all.map((result) => rowOf(result, one, [synchronous, cold])),
      },
    ],
    goals: goalsOf(synchronous, cold, sliced, one, polars),
  };
}

interface Result {
  readonly name: string;
  readonly loading: number;
  /** Milliseconds of each request; NaN if the store cannot express it. */
  readonly times: readonly number[];
  readonly pages: readonly (TrafficPage | undefined)[];
  readonly turns: readonly Turn[] | undefined;
}

async function measure(
  open: () => Promise<TrafficStore>,
  requests: readonly TrafficRequest[],
  countsTurns = false,
): Promise<Result> {
  const start = performance.now();
  const store = await open();
  const loading = performance.now() - start;
  progress(`traffic: ${store.name}, loaded in ${duration(loading)}`);
  const clock = countsTurns ? new TurnClock() : undefined;
  await clock?.start();
  const times: number[] = [];
  const pages: (TrafficPage | undefined)[] = [];
  for (const [i, request] of requests.entries()) {
    // Reading the trace must not count as the work of the next request.
    if (clock !== undefined && i % REQUESTS_PER_TRACE === 0) await clock.collect();
    if (store.expresses?.(request) === false) {
      pages.push(undefined);
      times.push(NaN);
      continue;
    }
    // A server gets requests in different turns.
    await nextTurn();
    if (clock !== undefined) clock.label = request.kind;
    const begun = performance.now();
    const page = store.run(request);
    pages.push(page instanceof Promise ? await page : page);
    times.push(performance.now() - begun);
    if (clock === undefined) continue;
    await nextTurn();
    clock.label = "";
  }
  const turns = (await clock?.stop())?.filter(({ label }) => label !== "");
  store.close();
  return { name: store.name, loading, times, pages, turns };
}

function requireSamePage(
  request: TrafficRequest,
  ours: TrafficPage,
  { name, pages }: Result,
  i: number,
): void {
  const page = pages[i];
  if (page === undefined) return;
  const what = `${name}, request ${i}: ${request.filter} by ${request.sortBy} from ${request.start}`;
  const isOurs = name.startsWith("tamis");
  if (!isOurs && !request.isSameFilter) return;
  requireEqual(`${what}, count`, ours.count, page.count);
  if (isOurs || request.isSameOrder) requireEqual(what, ours.keys.join(), page.keys.join());
}

function rowOf(result: Result, peer: Result, ours: readonly Result[]): TableRow {
  const { name, loading, times, turns } = result;
  const isOurs = name.startsWith("tamis");
  return {
    name,
    ours: isOurs,
    cells: [
      duration(loading),
      ...[sum(times), percentile(times, 0.5), percentile(times, 0.99), percentile(times, 1)].map(duration),
      isOurs ? `${slower(times, peer.times)} of ${times.length}` : "",
      ...ours.map((each) => (isOurs ? "" : ratio(lead(each, result)))),
      turns === undefined ? "" : duration(longest(turns, 1)),
    ],
  };
}

function goalsOf(synchronous: Result, cold: Result, sliced: Result, peer: Result, polars: Result): Goal[] {
  const { times } = synchronous;
  const cpu = (share: number) => longest(sliced.turns!, share);
  const ofCold = "total with columns that do not exist before";
  return [
    atLeast("total, ahead of DuckDB with 1 thread", lead(synchronous, peer), LIMITS.lead),
    atLeast(`${ofCold}, ahead of DuckDB with 1 thread`, lead(cold, peer), LIMITS.lead),
    atLeast(`${ofCold}, ahead of Polars with 1 thread`, lead(cold, polars), LIMITS.polarsLead),
    atMost("unseen request, p50", percentile(times, 0.5), LIMITS.median, "ms"),
    atMost("unseen request, p99", percentile(times, 0.99), LIMITS.percentile, "ms"),
    atMost("requests slower than DuckDB with 1 thread", slower(times, peer.times), 0, ""),
    atMost("CPU time of a turn, p99.9", cpu(0.999), LIMITS.turn, "ms"),
    atMost("CPU time of the longest turn", cpu(1), LIMITS.longestTurn, "ms"),
  ];
}

const isRun = (time: number) => !Number.isNaN(time);
const sum = (times: readonly number[]) => times.filter(isRun).reduce((total, time) => total + time, 0);

/** Returns the ratio of the total times, of the requests that the peer can express. */
function lead(ours: Result, peer: Result): number {
  return sum(peer.times) / sum(ours.times.filter((_, i) => isRun(peer.times[i]!)));
}

function slower(times: readonly number[], peer: readonly number[]): number {
  return times.filter((time, i) => time > peer[i]!).length;
}

/** @param share 0 to 1; 1 is the maximum */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.filter(isRun).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Returns a percentile of the times of turns, at least `MIN_TURN_MS`: shorter turns are not recorded. */
function longest(turns: readonly Turn[], share: number): number {
  return percentile([MIN_TURN_MS, ...turns.map(({ milliseconds }) => milliseconds)], share);
}

import { check, checkSortBy } from "../../src/checker/check.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { PatternWorkError } from "../../src/pattern/pattern-work.ts";
import { makeRows } from "../evaluate/rows.ts";
import { progress } from "../harness.ts";
import { duration } from "../numbers.ts";
import type { PartOptions, PartResult, TableRow } from "../part-result.ts";
import { rowCatalog } from "../row-catalog.ts";
import { randomRequests } from "./random-requests.ts";
import { MIN_TURN_MS, nextTurn, TurnClock, type Turn } from "./turn-clock.ts";
import { worstRequests, type TurnRequest } from "./worst-requests.ts";

const LIMITS = { percentile: 25, maximum: 50 };
const SEED = 20_261_122;
const RANDOM_REQUESTS = 10_000;
/** Number of random requests after which a new collection starts, which has no columns. */
const REQUESTS_PER_COLLECTION = 500;
/** Number of requests after which the trace of the garbage collector is read. */
const REQUESTS_PER_TRACE = 20;
const SHOWN_TURNS = 12;
/** CPU time in milliseconds after which requests are aborted, so that the benchmark ends. */
const CPU_LIMITS = { expensive: 2000, ordered: 6000, random: 3000 };
/** A tenth of the random requests runs over all rows. The others run over a tenth of the rows. */
const LARGE_DIVISOR = 10;

/** Measures the CPU time of each turn of the event loop, while expensive and random requests run in time slices. */
export async function runTurns({ quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  // A shorter run has fewer random requests, and aborts requests earlier.
  const share = Number(process.env["TAMIS_BENCH_TURNS_SHARE"] ?? (quick ? 0.1 : 1));
  const randomCount = Math.ceil(RANDOM_REQUESTS * share);
  const limits = {
    expensive: CPU_LIMITS.expensive * share,
    ordered: CPU_LIMITS.ordered * share,
    random: CPU_LIMITS.random * share,
  };
  progress(`generating ${count.toLocaleString("en")} rows`);
  const rows = makeRows(count);
  const fewRows = rows.slice(0, count / LARGE_DIVISOR);
  const large = Math.ceil(randomCount / LARGE_DIVISOR);
  const [rowCount, fewRowCount] = [rows, fewRows].map(({ length }) => length.toLocaleString("en"));
  const results = [
    {
      name: "expensive requests",
      ...(await measure(worstRequests(count), rows, limits.expensive, limits.ordered)),
    },
    {
      name: `random requests, ${rowCount} rows`,
      ...(await measure(randomOf(large, SEED, count), rows, limits.random)),
    },
    {
      name: `random requests, ${fewRowCount} rows`,
      ...(await measure(randomOf(randomCount - large, SEED + 1, fewRows.length), fewRows, limits.random)),
    },
  ];
  const turns = results.flatMap((each) => each.turns);
  return {
    tables: [
      {
        name: "memory-turns",
        title: `CPU time of the turns of the event loop during requests to ${rowCount} rows`,
        note:
          "Requests run one after another in time slices of 10 ms. CPU time of the thread, without garbage collection. " +
          `Turns below ${MIN_TURN_MS} ms are ignored. Requests are aborted after ${limits.expensive} ms of CPU time (random ones ${limits.random} ms, first pages in order ${limits.ordered} ms). Most random requests run over ${fewRowCount} rows, because all of them over ${rowCount} rows would take an hour. The first requests of new collections build all columns.`,
        columns: ["requests", "turns", "median", "99.9 %", "maximum"],
        rows: results.map(rowOf),
      },
      {
        name: "memory-turns-longest",
        title: "The longest turns",
        note: "The request that ended last in the turn.",
        columns: ["CPU time"],
        rows: turns
          .toSorted((a, b) => b.milliseconds - a.milliseconds)
          .slice(0, SHOWN_TURNS)
          .map(({ milliseconds, label }) => ({
            name: label.length > 100 ? `${label.slice(0, 100)}…` : label,
            ours: true,
            cells: [duration(milliseconds)],
          })),
      },
    ],
    goals: [
      {
        name: "CPU time of a turn, 99.9 %",
        reached: percentile(turns, 0.999),
        unit: "ms",
        atMost: LIMITS.percentile,
      },
      {
        name: "CPU time of the longest turn",
        reached: percentile(turns, 1),
        unit: "ms",
        atMost: LIMITS.maximum,
      },
    ],
    measured: {},
  };
}

/** Returns random requests. The first ones of new collections build columns. */
function randomOf(count: number, seed: number, rows: number): TurnRequest[] {
  return randomRequests(count, seed, rows).map((request, i) => ({
    ...request,
    isFirst: i % REQUESTS_PER_COLLECTION === 0,
  }));
}

interface Result {
  readonly name: string;
  readonly requests: number;
  /** Requests that were aborted or ended with a `PatternWorkError`. */
  readonly ended: number;
  readonly turns: readonly Turn[];
}

async function measure(
  requests: readonly TurnRequest[],
  rows: readonly object[],
  limit: number,
  orderedLimit = limit,
): Promise<Omit<Result, "name">> {
  const clock = new TurnClock();
  await clock.start();
  let collection = asyncCollection(rows);
  let ended = 0;
  for (const [i, request] of requests.entries()) {
    if (i % 100 === 0) progress(`${i} of ${requests.length} requests`);
    if (i % REQUESTS_PER_TRACE === 0) {
      await clock.collect();
      // Reading the trace must not count as the work of the next request.
      await nextTurn();
    }
    if (request.isFirst === true) {
      collection = asyncCollection(rows);
      await nextTurn();
    }
    clock.label = request.name;
    // A server gets requests in different turns.
    await nextTurn();
    try {
      const isColdOrder = request.isFirst === true && request.sortBy !== undefined;
      await run(collection, request, clock.limit(isColdOrder ? orderedLimit : limit));
    } catch (error) {
      if (!isExpected(error)) throw error;
      ended++;
    }
    await nextTurn();
    clock.label = NO_REQUEST;
  }
  return {
    requests: requests.length,
    ended,
    turns: (await clock.stop()).filter(({ label }) => label !== NO_REQUEST),
  };
}

function isExpected(error: unknown): boolean {
  return (
    error instanceof PatternWorkError || (error instanceof DOMException && error.name === "TimeoutError")
  );
}

/** Label of turns outside requests, which create collections. */
const NO_REQUEST = "";

type AsyncCollection = ReturnType<typeof asyncCollection>;

function asyncCollection(rows: readonly object[]) {
  return createCollection(rows, { catalog: rowCatalog, locale: "en" }).asCollection();
}

async function run(
  collection: AsyncCollection,
  { filter, sortBy, verb, member, start }: TurnRequest,
  signal: AbortSignal,
) {
  const query = {
    filter: filter === undefined ? undefined : filterOf(filter),
    sortBy: sortBy === undefined ? undefined : sortByOf(sortBy),
  };
  switch (verb) {
    case "count":
      return collection.count(query, { signal });
    case "facets":
      return collection.facets(member!, query, { signal });
    case "minMax":
      return collection.minMax(member!, query, { signal });
    default:
      return collection.page({ ...query, start: start ?? 0, limit: 20 }, { count: true, signal });
  }
}

function filterOf(text: string) {
  const parsed = parseFilter(text);
  const checked = check(parsed.expression!, rowCatalog);
  if (!checked.ok) throw new Error(`${text}: ${checked.diagnostics[0]!.message}`);
  return checked.filter;
}

function sortByOf(text: string) {
  const checked = checkSortBy(parseSortBy(text).expression!, rowCatalog);
  if (!checked.ok) throw new Error(`${text}: ${checked.diagnostics[0]!.message}`);
  return checked.sortBy;
}

function rowOf({ name, requests, ended, turns }: Result): TableRow {
  const figures = [0.5, 0.999, 1].map((share) => duration(percentile(turns, share)));
  const count = `${requests}${ended > 0 ? `, ${ended} of them ended early` : ""}`;
  return { name, ours: true, cells: [count, turns.length.toLocaleString("en"), ...figures] };
}

/** @param share 0 to 1; 1 is the maximum */
function percentile(turns: readonly Turn[], share: number): number {
  const sorted = turns.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

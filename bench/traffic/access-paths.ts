import { createWithKernels, chooseKernels } from "../../src/engine/store/collections/create-collection.ts";
import type { MemoryCollection } from "../../src/engine/store/collections/memory-collection.ts";
import { TUNING, type Tuning } from "../../src/engine/store/tasks/unit-costs.ts";
import { closeFixture } from "../columns/fixture.ts";
import { progress, requireEqual } from "../harness.ts";
import { duration } from "../numbers.ts";
import { atLeast, type PartOptions, type PartResult } from "../part-result.ts";
import { keyedRowCatalog as catalog, queryOf } from "../row-catalog.ts";
import { trafficRequests, type TrafficRequest } from "./traffic-requests.ts";
import { makeKeyedRows, seedOfRun } from "./keyed-rows.ts";
import { PAGE_ROWS, type KeyedRow } from "./traffic-stores.ts";

const REQUESTS = 200;
/** The shortest of these many runs counts. The paths take turns. */
const RUNS = 7;
const SHOWN_REQUESTS = 10;
const LIMITS = { slower: 1.5, share: 0.95 };

/**
 * Compares the access path that the planner chooses with the others, for random requests. The columns and the sorted indexes exist.
 * The other collections take one path: costs that differ from the real ones make it seem the cheapest.
 */
export function runAccessPaths({ quick }: PartOptions): PartResult {
  closeFixture();
  const count = quick ? 100_000 : 500_000;
  const seed = seedOfRun();
  progress(`memory-paths: ${REQUESTS} requests to ${count.toLocaleString("en")} rows, seed ${seed}`);
  const rows = makeKeyedRows(count);
  const requests = trafficRequests(REQUESTS, seed, rows);
  const open = (tuning: Partial<Tuning>, hasIndexes: boolean) => {
    const settings = { ...TUNING, cachedConditions: 0, ...tuning };
    const collection = createWithKernels(
      [...rows],
      { catalog, locale: "en" },
      chooseKernels("wasm"),
      settings,
    );
    for (const request of requests) {
      const query = pageOf(request);
      if (hasIndexes) collection.prepare({ sortBy: query.sortBy });
      collection.page(query);
    }
    return collection;
  };
  const chosen = open({}, true);
  // Comparisons cost so much that any other path seems cheaper than a selection.
  const walks = open({ comparison: 1e12 }, true);
  const selections = open({ sortedWord: Infinity }, false);
  const found = requests.map((request) => {
    const { path, cost } = chosen.explain(pageOf(request)).order;
    const [time, walk, selection] = timesOf(request, [chosen, walks, selections]);
    const estimates = new Map([[path, cost!.estimated]]);
    for (const other of cost!.others) estimates.set(other.path, other.estimated);
    return { request, path, estimates, time: time!, walk: walk!, selection: selection! };
  });
  for (const collection of [chosen, walks, selections]) collection.close();
  const slowness = (each: (typeof found)[number]) => each.time / Math.min(each.walk, each.selection);
  const within = found.filter((each) => slowness(each) <= LIMITS.slower).length / found.length;
  const units = (units: number | undefined) => (units === undefined ? "" : Math.round(units).toString());
  return {
    tables: [
      {
        name: "memory-paths",
        title: `Access paths of ${REQUESTS} random requests, ${count.toLocaleString("en")} rows`,
        note:
          `The requests whose chosen path is slowest, compared with the best one. Columns and sorted indexes exist. ` +
          `Times include the filter; estimates, in units of about ten nanoseconds, do not. Seed ${seed}.`,
        columns: ["path", "chosen", "sorted index", "estimated", "selection", "estimated"],
        rows: found
          .toSorted((a, b) => slowness(b) - slowness(a))
          .slice(0, SHOWN_REQUESTS)
          .map(({ request, path, estimates, time, walk, selection }) => ({
            name: `${request.kind}${request.start === 0 ? "" : ` from ${request.start}`}`,
            ours: true,
            cells: [
              path,
              duration(time),
              duration(walk),
              units(estimates.get("sorted-index")),
              duration(selection),
              units(estimates.get("selection")),
            ],
          })),
      },
    ],
    goals: [
      atLeast(
        `share of requests whose path takes at most ${LIMITS.slower} times as long as the best one`,
        within,
        LIMITS.share,
        "",
      ),
    ],
  };
}

function pageOf(request: TrafficRequest) {
  return { ...queryOf(request, catalog), start: request.start, limit: PAGE_ROWS };
}

/** Returns the shortest time of a request in each collection, which take turns. */
function timesOf(request: TrafficRequest, collections: readonly MemoryCollection<KeyedRow>[]): number[] {
  const query = pageOf(request);
  const times = collections.map(() => Infinity);
  const keys: string[] = [];
  for (let run = 0; run < RUNS; run++)
    for (const [i, collection] of collections.entries()) {
      const begun = performance.now();
      const { items } = collection.page(query);
      times[i] = Math.min(times[i]!, performance.now() - begun);
      keys[i] = items.map(({ key }) => key).join();
    }
  for (const other of keys) requireEqual(`${request.filter} by ${request.sortBy}`, keys[0]!, other);
  return times;
}

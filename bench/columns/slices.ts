import { monitorEventLoopDelay } from "node:perf_hooks";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { makeRows } from "../evaluate/rows.ts";
import { median, progress, requireEqual } from "../harness.ts";
import { duration } from "../numbers.ts";
import { atMost, type PartOptions, type PartResult } from "../part-result.ts";
import { queryOf, rowCatalog } from "../row-catalog.ts";

/** Requests to a new collection, which has no columns yet. */
const FIRST_REQUESTS = [
  { name: "a number", filter: "gt(score,50)" },
  { name: "a string of few values", filter: "eq(state,'failed')" },
  { name: "a substring", filter: "contains(description,'risk')" },
  { name: "a substring, collated", filter: "contains($primary,description,'RISK')" },
  { name: "an instant", filter: "gt(modifiedTimeStamp,2024-01-01T00:00:00Z)" },
  { name: "a list", filter: "eq(tags,'sas')" },
  { name: "two members compared", filter: "lt(length(createdBy),length(name))" },
  { name: "first page in collated order", sortBy: "name" },
  { name: "deep page in collated order", sortBy: "state,name", isDeep: true },
];

const SLICE_MILLISECONDS = 10;
const PAGE_ROWS = 20;

/** Measures how long a request with nothing prepared, run in time slices of ten milliseconds, delays other work. */
export async function runSlices({ quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  const rows = makeRows(count);
  const measured = [];
  for (const { name, isDeep = false, ...texts } of FIRST_REQUESTS) {
    progress(name);
    const [took, waited]: [number[], number[]] = [[], []];
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      const collection = createCollection(rows, { catalog: rowCatalog, locale: "sv" });
      const request = { ...queryOf(texts), start: isDeep ? count / 2 : 0, limit: PAGE_ROWS };
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const began = performance.now();
      const page = await collection.asCollection({ milliseconds: SLICE_MILLISECONDS }).page(request);
      took.push(performance.now() - began);
      delay.disable();
      waited.push(delay.max / 1e6);
      requireEqual(name, PAGE_ROWS, page.ok ? page.items.length : 0);
    }
    measured.push({ name, took: median(took), longest: median(waited) });
  }
  const longest = Math.max(...measured.map((each) => each.longest));
  return {
    tables: [
      {
        name: "memory-slices",
        title: `Delay of other work during requests over ${count.toLocaleString("en")} rows`,
        note:
          `Each request is the first of its collection: it builds the columns and ranks that it needs, in time slices of ${SLICE_MILLISECONDS} ms. ` +
          "Longest delay: how late the event loop ran a timer, garbage collection included. Medians of the rounds.",
        columns: ["time of the request", "longest delay of other work"],
        rows: measured.map((each) => ({
          name: each.name,
          ours: false,
          cells: [duration(each.took), duration(each.longest)],
        })),
      },
    ],
    goals: [atMost("longest delay of other work during a request", longest, 5 * SLICE_MILLISECONDS, "ms")],
  };
}

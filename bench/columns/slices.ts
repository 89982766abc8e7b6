import { monitorEventLoopDelay } from "node:perf_hooks";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { makeRows } from "../evaluate/rows.ts";
import { median, progress, requireEqual } from "../harness.ts";
import { duration } from "../numbers.ts";
import type { PartOptions, PartResult } from "../parts.ts";
import { rowCatalog } from "../row-catalog.ts";

const filterOf = (text: string) => check(parseFilter(text).expression!, rowCatalog).filter!;
const sortByOf = (text: string) => checkSortBy(parseSortBy(text).expression!, rowCatalog).sortBy!;

/** What is asked of a collection that has no column yet. */
const COLD = [
  { name: "a number", filter: filterOf("gt(score,50)") },
  { name: "a code", filter: filterOf("eq(state,'failed')") },
  { name: "a text", filter: filterOf("contains(description,'risk')") },
  { name: "a text, collated", filter: filterOf("contains($primary,description,'RISK')") },
  { name: "an instant", filter: filterOf("gt(modifiedTimeStamp,2024-01-01T00:00:00Z)") },
  { name: "a list", filter: filterOf("eq(tags,'sas')") },
  { name: "two members of a row", filter: filterOf("lt(length(createdBy),length(name))") },
  { name: "the first of a collated order", sortBy: sortByOf("name") },
  { name: "the midst of a collated order", sortBy: sortByOf("state,name"), isDeep: true },
];

const SLICE = 10;
const LIMIT = 20;

/** The longest that a request with nothing prepared keeps all else waiting, in slices of ten milliseconds. */
export async function runSlices({ quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  const rows = makeRows(count);
  const measured = [];
  for (const { name, isDeep = false, ...parts } of COLD) {
    progress(name);
    const [took, waited]: [number[], number[]] = [[], []];
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      const collection = createCollection(rows, { catalog: rowCatalog, locale: "sv" });
      const asked = { ...parts, start: isDeep ? count / 2 : 0, limit: LIMIT };
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const began = performance.now();
      const page = await collection.asCollection({ milliseconds: SLICE }).page(asked);
      took.push(performance.now() - began);
      delay.disable();
      waited.push(delay.max / 1e6);
      requireEqual(name, LIMIT, page.ok ? page.items.length : 0);
    }
    measured.push({ name, took: median(took), longest: median(waited) });
  }
  const longest = Math.max(...measured.map((each) => each.longest));
  return {
    tables: [
      {
        name: "memory-slices",
        title: `Other work beside requests of ${count.toLocaleString("en")} rows`,
        note:
          `Each request is the first of its collection: it makes the columns and ranks that it needs, in slices of ${SLICE} ms. ` +
          "The longest is how long the event loop kept a timer waiting, collecting garbage included; medians of the rounds.",
        columns: ["first request", "takes", "longest wait of others"],
        rows: measured.map((each) => ({
          name: each.name,
          ours: false,
          cells: [duration(each.took), duration(each.longest)],
        })),
      },
    ],
    goals: [{ name: "longest wait beside a request", reached: longest, unit: "ms", atMost: 5 * SLICE }],
    measured: {},
  };
}

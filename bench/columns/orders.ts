import { check, checkSortBy } from "../../src/checker/check.ts";
import type { MemoryCollection } from "../../src/engine/store/collections/memory-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import type { Row } from "../evaluate/rows.ts";
import { compare, progress, requireEqual, sink, type Contestant, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { Goal, PartResult, TableRow } from "../part-result.ts";
import { rowCatalog } from "../row-catalog.ts";

const PAGE_ROWS = 20;

interface Request {
  readonly name: string;
  readonly filter: string;
  readonly test: (row: Row) => boolean;
  readonly start: number;
}

const REQUESTS: readonly Request[] = [
  {
    name: "eq and gt, first page",
    filter: "and(eq(state,'failed'),gt(size,4000000))",
    test: (row) => row.state === "failed" && row.size > 4_000_000,
    start: 0,
  },
  { name: "eq, first page", filter: "eq(state,'failed')", test: (row) => row.state === "failed", start: 0 },
  { name: "eq, deep page", filter: "eq(state,'failed')", test: (row) => row.state === "failed", start: 5000 },
  {
    name: "nested, deep page",
    filter: "and(eq(owner.city,'Málaga'),gt(score,1))",
    test: (row) => row.owner.city === "Málaga" && row.score > 1,
    start: 4000,
  },
  {
    name: "contains, first page",
    filter: "contains(description,'rolling median')",
    test: (row) => row.description.includes("rolling median"),
    start: 0,
  },
];

/** Measures filtered pages in collated order. */
export async function measureOrders(
  rows: readonly Row[],
  collection: MemoryCollection<Row>,
  rounds: number,
): Promise<PartResult> {
  const measured: Record<string, readonly Measured[]> = {};
  const lines: TableRow[] = [];
  const goals: Goal[] = [];
  const collator = new Intl.Collator("en", { sensitivity: "variant" });
  const byHand = (test: (row: Row) => boolean, start: number) =>
    rows
      .filter(test)
      .sort((a, b) => collator.compare(a.name, b.name) || a.id - b.id)
      .slice(start, start + PAGE_ROWS);
  const byTamis = (filterText: string, start: number) => {
    const { filter } = check(parseFilter(filterText).expression!, rowCatalog);
    const { sortBy } = checkSortBy(parseSortBy("name").expression!, rowCatalog);
    return collection.page({ filter, sortBy, start, limit: PAGE_ROWS }, { locale: "en" }).items;
  };
  const ids = (page: readonly Row[]) => page.map(({ id }) => id).join();

  for (const { name, filter, test, start } of REQUESTS) {
    progress(`columns: ${name}`);
    requireEqual(name, ids(byHand(test, start)), ids(byTamis(filter, start)));
    const contestants = await compare(
      [
        contestant("tamis", () => byTamis(filter, start)),
        contestant("hand-written filter and sort with Intl.Collator", () => byHand(test, start)),
      ],
      { rounds },
    );
    measured[name] = contestants;
    for (const { name: contestantName, milliseconds, ratio: against } of contestants)
      lines.push({
        name: `${name}: ${contestantName}`,
        ours: contestantName === "tamis",
        cells: [duration(milliseconds.median), ratio(against.median)],
      });
    goals.push({
      name: `${name}, against hand-written filter and sort`,
      reached: 1 / contestants[1]!.ratio.median,
      atMost: 1 / 20,
      unit: "x",
    });
  }

  return {
    tables: [
      {
        name: "columns-orders",
        title: `Filtered pages of ${PAGE_ROWS} rows in collated order, of ${rows.length.toLocaleString("en")}`,
        note: "From the text of the request to the rows, with the count. Ratios to the first contestant of each group, in the same round.",
        columns: ["time", "ratio"],
        rows: lines,
      },
    ],
    goals,
    measured,
  };
}

function contestant(name: string, work: () => unknown): Contestant {
  return {
    name,
    run: (times) => {
      for (let i = 0; i < times; i++) sink.value = work();
    },
  };
}

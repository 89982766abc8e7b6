import type { Row } from "../evaluate/rows.ts";
import { ratio } from "../numbers.ts";
import { atLeast, atMost, timeRows, type Goal, type PartOptions, type PartResult } from "../part-result.ts";
import { queryOf } from "../row-catalog.ts";
import { Matrix } from "./comparison.ts";
import { openFixture, type Fixture } from "./fixture.ts";
import { idsOf } from "./stores/store.ts";
import { openTamis, TAMIS } from "./stores/tamis.ts";

const PAGE_ROWS = 20;
const HISTOGRAM = "histogram: count ranks, then collect one rank";
const HAND = "hand-written sort with Intl.Collator";
const HAND_FILTER = "hand-written filter and sort with Intl.Collator";
const DUCKDB = "DuckDB, 1 thread";

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

/** Measures first and deep pages of all rows in collated order, with ranks ready and with nothing prepared. */
export async function runPages({ quick }: PartOptions): Promise<PartResult> {
  const fixture = await openFixture(quick);
  const { rows, tamis } = fixture;
  const matrix = new Matrix();
  const rounds = quick ? 3 : 5;
  const [duckdb] = fixture.duckdb.stores;
  const collator = new Intl.Collator("en");
  const ranks = ranksOf(rows, collator);
  const byName = (a: Row, b: Row) => collator.compare(a.name, b.name) || a.id - b.id;
  for (const [page, start] of [
    ["first page", 0],
    ["deep page", rows.length / 2],
  ] as const) {
    const title = `by name, ${page}`;
    const request = { start, limit: PAGE_ROWS };
    const inDuckdb = { ...duckdb, query: await duckdb.page(request) };
    const byHand = {
      name: HAND,
      query: () => [...rows].sort(byName).slice(start, start + PAGE_ROWS),
    };
    const same = { expected: byHand.query(), textOf: idsOf };
    await matrix.run(
      {
        ...same,
        title,
        reference: { name: HISTOGRAM, work: () => histogramPage(ranks, start, PAGE_ROWS) },
        entrants: [{ ...tamis, query: await tamis.page(request) }, inDuckdb, byHand],
      },
      { rounds, sampleMilliseconds: 2, ours: TAMIS },
    );
    const cold = { name: TAMIS, query: async () => (await openTamis(rows).page(request))() };
    await matrix.run(
      { ...same, title: `${title}, nothing prepared`, entrants: [byHand, cold, inDuckdb] },
      { rounds: 3, ours: TAMIS },
    );
  }
  const filtered = await measureOrders(fixture, rounds);
  return {
    tables: [
      ...filtered.tables,
      {
        name: "memory-orders",
        title: `Pages of ${PAGE_ROWS} rows of ${rows.length.toLocaleString("en")} in collated order`,
        note:
          "By name in English collation, then by id; 50,000 distinct names in a million rows. tamis starts from the text of the order. " +
          "Ratios to the first contestant of each group, in the same round. With nothing prepared, tamis and the hand-written sort start from plain objects; DuckDB has its table.",
        columns: ["time", "ratio", "times tamis"],
        rows: matrix.titles.flatMap((title) =>
          timeRows(matrix.measured[title]!, `${title}: `, ({ timesOurs }) => [ratio(timesOurs!.median)]),
        ),
      },
    ],
    goals: [...filtered.goals, ...matrix.titles.flatMap((title) => goalsOf(matrix, title))],
  };
}

/** Returns the rank of each row: the position of its name among the distinct names. */
function ranksOf(rows: readonly Row[], collator: Intl.Collator): Uint16Array {
  const names = [...new Set(rows.map(({ name }) => name))].sort(collator.compare);
  const ranks = new Map(names.map((name, rank) => [name, rank]));
  return Uint16Array.from(rows, ({ name }) => ranks.get(name)!);
}

/**
 * Returns a page of rows that have ranks, as a reference: counts the rows of each rank, then collects the rows of the rank that
 * contains row `start` of the order.
 */
function histogramPage(ranks: Uint16Array, start: number, limit: number): number[] {
  const counts = new Uint32Array(0x1_0000);
  for (let row = 0; row < ranks.length; row++) counts[ranks[row]!]!++;
  let rank = 0;
  for (let before = 0; before + counts[rank]! <= start; rank++) before += counts[rank]!;
  const found: number[] = [];
  for (let row = 0; row < ranks.length; row++) if (ranks[row] === rank) found.push(row);
  return found.slice(0, limit);
}

function goalsOf(matrix: Matrix, title: string): Goal[] {
  const ahead = (name: string, least: number) =>
    atLeast(`${title}, ahead of ${name}`, matrix.timesOurs(title, name), least);
  if (title.endsWith("nothing prepared"))
    return [ahead(DUCKDB, title.includes("deep") ? 1.5 : 1), ahead(HAND, 8)];
  return [
    atMost(`${title}, against a histogram`, matrix.ratio(title, TAMIS), 2),
    ahead(DUCKDB, 100),
    ahead(HAND, 1000),
  ];
}

/** Measures filtered pages in collated order. */
async function measureOrders({ rows, tamis }: Fixture, rounds: number): Promise<PartResult> {
  const matrix = new Matrix();
  const collator = new Intl.Collator("en", { sensitivity: "variant" });
  for (const { name, filter, test, start } of REQUESTS) {
    const byHand = () =>
      rows
        .filter(test)
        .sort((a, b) => collator.compare(a.name, b.name) || a.id - b.id)
        .slice(start, start + PAGE_ROWS);
    const byTamis = () => {
      const query = { ...queryOf({ filter, sortBy: "name" }), start, limit: PAGE_ROWS };
      return tamis.collection.page(query, { locale: "en" }).items;
    };
    const entrants = [
      { name: TAMIS, query: byTamis },
      { name: HAND_FILTER, query: byHand },
    ];
    await matrix.run({ title: name, expected: byHand(), textOf: idsOf, entrants }, { rounds });
  }
  return {
    tables: [
      {
        name: "columns-orders",
        title: `Filtered pages of ${PAGE_ROWS} rows in collated order, of ${rows.length.toLocaleString("en")}`,
        note: "From the text of the request to the rows, with the count. Ratios to the first contestant of each group, in the same round.",
        columns: ["time", "ratio"],
        rows: matrix.titles.flatMap((title) => timeRows(matrix.measured[title]!, `${title}: `)),
      },
    ],
    goals: matrix.titles.map((title) =>
      atMost(`${title}, against hand-written filter and sort`, 1 / matrix.ratio(title, HAND_FILTER), 1 / 20),
    ),
  };
}

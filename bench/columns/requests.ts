import type { Query } from "../evaluate/queries.ts";
import type { Row } from "../evaluate/rows.ts";
import { measuredOf } from "../harness.ts";
import type { Goal, PartOptions, PartResult } from "../part-result.ts";
import { Comparison, Matrix } from "./comparison.ts";
import { openFixture } from "./fixture.ts";
import { byHand } from "./stores/by-hand.ts";
import { openMingo } from "./stores/mingo.ts";
import { pageText } from "./stores/store.ts";
import { openWithoutIndexes, TAMIS } from "./stores/tamis.ts";

const PAGE_ROWS = 20;
const HAND = "hand-written filter and sort with Intl.Collator";

/** Name of a filter, and start of the page in a million rows. */
const SCENARIOS: readonly (readonly [string, number])[] = [
  ["q2_and", 0],
  ["q1b_eqLow", 0],
  ["q1b_eqLow", 50_000],
  ["q8_nested", 40_000],
  ["q4_contains", 0],
];

/** Goals: how many times as long as tamis each peer takes at least. */
const MIN_LEAD: Readonly<Record<string, number>> = {
  "DuckDB, 1 thread": 15,
  "DuckDB, 2 threads": 15,
  [HAND]: 20,
  arquero: 25,
  mingo: 50,
};

/** Measures whole list requests: parse the text, filter, count, sort, return twenty rows. */
export async function runRequests({ quick }: PartOptions): Promise<PartResult> {
  const fixture = openFixture(quick);
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const mingo = await openMingo(rows);
  const withoutIndexes = openWithoutIndexes(rows);
  const peers = (await fixture.peers()).filter(({ request }) => request !== undefined);
  const matrix = new Matrix();
  for (const [name, deep] of SCENARIOS) {
    const query = queries.find((each) => each.name === name)!;
    const start = (deep * rows.length) / 1_000_000;
    const request = { condition: query.condition, start, limit: PAGE_ROWS };
    const comparison = new Comparison(`${name} from ${deep}`, expectedPage(query, rows, start));
    for (const store of [
      fixture.tamis,
      withoutIndexes,
      { ...hand, name: HAND },
      fixture.plain,
      ...peers,
      mingo,
    ])
      await comparison.add(store, store.request!(request), pageText);
    await matrix.run(comparison, { rounds: quick ? 3 : 7, sampleMilliseconds: 2, ours: TAMIS });
  }
  const count = rows.length.toLocaleString("en");
  return {
    tables: [
      matrix.table({
        name: "memory-requests",
        title: `Whole requests of ${count} rows`,
        note:
          `Filter, count, order by the collated name, return ${PAGE_ROWS} rows. tamis has prepared the order and starts from the text each time. Databases run two prepared statements. ` +
          "Time and ratio to tamis in the same round; the last column is the geometric mean of the ratios.",
        chart: { title: `Filter, count, order and page of ${count} rows, five requests`, unit: "× tamis" },
      }),
    ],
    goals: matrix.titles.flatMap((title) => goalsOf(title, matrix)),
    measured: matrix.measured,
  };
}

function expectedPage({ test }: Query, rows: readonly Row[], start: number): string {
  const collator = new Intl.Collator("en");
  const kept = rows.filter(test).sort((a, b) => collator.compare(a.name, b.name) || a.id - b.id);
  return pageText({ count: kept.length, items: kept.slice(start, start + PAGE_ROWS) });
}

function goalsOf(title: string, matrix: Matrix): Goal[] {
  const found = matrix.measured[title]!;
  return Object.entries(MIN_LEAD)
    .filter(([peer]) => found.some(({ name }) => name === peer))
    .map(([peer, atLeast]) => ({
      name: `request ${title}, ahead of ${peer}`,
      reached: measuredOf(found, peer).ratio.median,
      atLeast,
      unit: "x",
    }));
}

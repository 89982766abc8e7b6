import type { Query } from "../evaluate/queries.ts";
import type { Row } from "../evaluate/rows.ts";
import { measuredOf } from "../harness.ts";
import type { Goal, PartOptions, PartResult } from "../parts.ts";
import { Field, Matrix } from "./field.ts";
import { openFixture } from "./fixture.ts";
import { byHand } from "./stores/by-hand.ts";
import { openMingo } from "./stores/mingo.ts";
import { pageText } from "./stores/store.ts";
import { openScanning, TAMIS } from "./stores/tamis.ts";

const LIMIT = 20;
const HAND = "filter and sort by hand with Intl.Collator";

/** A filter and where its page begins, of a million rows. */
const SCENARIOS: readonly (readonly [string, number])[] = [
  ["q2_and", 0],
  ["q1b_eqLow", 0],
  ["q1b_eqLow", 50_000],
  ["q8_nested", 40_000],
  ["q4_contains", 0],
];

const MOST_AHEAD: Readonly<Record<string, number>> = {
  "DuckDB, 1 thread": 15,
  "DuckDB, 2 threads": 15,
  [HAND]: 20,
  arquero: 25,
  mingo: 50,
};

/** A whole request of a list: what is asked for as text, filtered, counted, put in order; twenty rows come out. */
export async function runRequests({ quick }: PartOptions): Promise<PartResult> {
  const fixture = openFixture(quick);
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const mingo = await openMingo(rows);
  const scanning = openScanning(rows);
  const peers = (await fixture.peers()).filter(({ request }) => request !== undefined);
  const matrix = new Matrix();
  for (const [name, deep] of SCENARIOS) {
    const query = queries.find((each) => each.name === name)!;
    const start = (deep * rows.length) / 1_000_000;
    const asked = { condition: query.condition, start, limit: LIMIT };
    const field = new Field(`${name} from ${deep}`, expectedPage(query, rows, start));
    for (const store of [fixture.tamis, scanning, { ...hand, name: HAND }, fixture.plain, ...peers, mingo])
      await field.add(store, store.request!(asked), pageText);
    await matrix.run(field, { rounds: quick ? 3 : 7, sampleMilliseconds: 2, ours: TAMIS });
  }
  const count = rows.length.toLocaleString("en");
  return {
    tables: [
      matrix.table({
        name: "memory-requests",
        title: `Whole requests of ${count} rows`,
        note:
          `Filter, count of all, order by the collated name, ${LIMIT} rows. tamis has prepared the order and starts from the text each time; databases run two statements that are prepared. ` +
          "Time and ratio to tamis in the same round; last, the geometric mean of the ratios.",
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
  return pageText({ count: kept.length, items: kept.slice(start, start + LIMIT) });
}

function goalsOf(title: string, matrix: Matrix): Goal[] {
  const found = matrix.measured[title]!;
  return Object.entries(MOST_AHEAD)
    .filter(([peer]) => found.some(({ name }) => name === peer))
    .map(([peer, atLeast]) => ({
      name: `request ${title}, ahead of ${peer}`,
      reached: measuredOf(found, peer).ratio.median,
      atLeast,
      unit: "x",
    }));
}

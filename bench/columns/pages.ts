import { findMeasured, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import {
  atLeast,
  atMost,
  type Goal,
  type PartOptions,
  type PartResult,
  type TableRow,
} from "../part-result.ts";
import { Comparison, isOurs, Matrix } from "./comparison.ts";
import { openFixture, type Fixture } from "./fixture.ts";
import { histogramPage } from "./histogram.ts";
import { measureOrders } from "./orders.ts";
import { byHand } from "./stores/by-hand.ts";
import { idsOf, type PageRequest } from "./stores/store.ts";
import { openTamis, TAMIS } from "./stores/tamis.ts";

const PAGE_ROWS = 20;
const HISTOGRAM = "histogram: count ranks, then collect one rank";
const HAND = "hand-written sort with Intl.Collator";
const DUCKDB = "DuckDB, 1 thread";

/** Measures first and deep pages of all rows in collated order, with ranks ready and with nothing prepared. */
export async function runPages({ quick }: PartOptions): Promise<PartResult> {
  const fixture = openFixture(quick);
  const matrix = new Matrix();
  const { length } = fixture.rows;
  const ranks = ranksOf(fixture);
  const rounds = quick ? 3 : 5;
  for (const [name, start] of [
    ["first page", 0],
    ["deep page", length / 2],
  ] as const) {
    const request = { start, limit: PAGE_ROWS };
    await matrix.run(await warmComparison(`by name, ${name}`, fixture, request, ranks), {
      rounds,
      sampleMilliseconds: 2,
      ours: TAMIS,
    });
    await matrix.run(await coldComparison(`by name, ${name}, nothing prepared`, fixture, request), {
      rounds: 3,
      ours: TAMIS,
    });
  }
  const ours = await measureOrders(fixture.rows, fixture.tamis.collection, rounds);
  return {
    tables: [
      ...ours.tables,
      {
        name: "memory-orders",
        title: `Pages of ${PAGE_ROWS} rows of ${length.toLocaleString("en")} in collated order`,
        note:
          "By name in English collation, then by id; 50,000 distinct names in a million rows. tamis starts from the text of the order. " +
          `Ratios to the first contestant of each group, in the same round. With nothing prepared, tamis and the hand-written sort start from plain objects; DuckDB has its table.${matrix.exclusionNote()}`,
        columns: ["time", "ratio", "times tamis"],
        rows: matrix.titles.flatMap((title) => matrix.measured[title]!.map((each) => rowOf(title, each))),
      },
    ],
    goals: [...ours.goals, ...goalsOf(matrix)],
    measured: { ...ours.measured, ...matrix.measured },
  };
}

function rowOf(title: string, { name, milliseconds, ratio: against, timesOurs }: Measured): TableRow {
  return {
    name: `${title}: ${name}`,
    ours: isOurs(name),
    cells: [duration(milliseconds.median), ratio(against.median), ratio(timesOurs!.median)],
  };
}

/** Returns the rank of each row: the position of its name among the distinct names. */
function ranksOf({ rows }: Fixture): Uint16Array {
  const collator = new Intl.Collator("en");
  const names = [...new Set(rows.map(({ name }) => name))].sort(collator.compare);
  const ranks = new Map(names.map((name, rank) => [name, rank]));
  return Uint16Array.from(rows, ({ name }) => ranks.get(name)!);
}

async function warmComparison(
  title: string,
  fixture: Fixture,
  request: PageRequest,
  ranks: Uint16Array,
): Promise<Comparison> {
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const comparison = new Comparison(title, idsOf(await (await requirePrepared(hand.page!(request)))()));
  comparison.addReference(HISTOGRAM, () => histogramPage(ranks, request.start, PAGE_ROWS));
  const peers = (await fixture.peers()).filter(({ page }) => page !== undefined);
  for (const store of [fixture.tamis, ...peers, { ...hand, name: HAND }])
    await comparison.add(store, store.page!(request), idsOf);
  return comparison;
}

async function coldComparison(title: string, fixture: Fixture, request: PageRequest): Promise<Comparison> {
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const comparison = new Comparison(title, idsOf(await (await requirePrepared(hand.page!(request)))()));
  const { one } = await fixture.duckdb();
  await comparison.add({ ...hand, name: HAND }, hand.page!(request), idsOf);
  const cold = async () => await (await requirePrepared(openTamis(rows).page!(request)))();
  await comparison.add({ name: TAMIS, ours: true }, cold, idsOf);
  await comparison.add(one.stores[0], one.stores[0].page!(request), idsOf);
  return comparison;
}

/** @throws Error with the reason if the query is not supported */
async function requirePrepared<T>(prepared: T | string | Promise<T | string>): Promise<T> {
  const found = await prepared;
  if (typeof found === "string") throw new Error(found);
  return found;
}

function goalsOf(matrix: Matrix): Goal[] {
  const goals = matrix.titles.map((title): Goal[] => {
    const found = matrix.measured[title]!;
    const times = (name: string) => findMeasured(found, name).timesOurs!.median;
    const ahead = (name: string, least: number): Goal[] =>
      found.some((each) => each.name === name)
        ? [atLeast(`${title}, ahead of ${name}`, times(name), least)]
        : [];
    if (title.endsWith("nothing prepared"))
      return [...ahead(DUCKDB, title.includes("deep") ? 1.5 : 1), ...ahead(HAND, 8)];
    return [
      atMost(`${title}, against a histogram`, findMeasured(found, TAMIS).ratio.median, 2),
      ...ahead(DUCKDB, 100),
      ...ahead(HAND, 1000),
    ];
  });
  return goals.flat();
}

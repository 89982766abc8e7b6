import { measuredOf, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { Goal, PartOptions, PartResult, TableRow } from "../parts.ts";
import { Field, isOurs, Matrix } from "./field.ts";
import { openFixture, type Fixture } from "./fixture.ts";
import { histogramPage } from "./histogram.ts";
import { measureOrders } from "./orders.ts";
import { byHand } from "./stores/by-hand.ts";
import { openMingo } from "./stores/mingo.ts";
import { idsOf, type AskedPage } from "./stores/store.ts";
import { openTamis, TAMIS } from "./stores/tamis.ts";

const LIMIT = 20;
const HISTOGRAM = "one histogram pass and one that collects";
const HAND = "sort by hand with Intl.Collator";
const DUCKDB = "DuckDB, 1 thread";

/** Pages of all rows in collated order: first and deep ones, with ranks that are ready and with nothing prepared. */
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
    const asked = { start, limit: LIMIT };
    await matrix.run(await warmField(`by name, ${name}`, fixture, asked, ranks), {
      rounds,
      sampleMilliseconds: 2,
      ours: TAMIS,
    });
    await matrix.run(await coldField(`by name, ${name}, nothing prepared`, fixture, asked), {
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
        title: `Pages of ${LIMIT} rows of ${length.toLocaleString("en")} in collated order`,
        note:
          "By name in the order of English, then by id; 50,000 different names of a million. From the text of the order to the rows, where it is tamis. " +
          `Ratios to the first of each group, in the same round. With nothing prepared tamis starts from the rows, and so does the sort by hand; DuckDB has its table.${matrix.whyNot()}`,
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

/** A rank for each row, of as many as there are names. */
function ranksOf({ rows }: Fixture): Uint16Array {
  const collator = new Intl.Collator("en");
  const names = [...new Set(rows.map(({ name }) => name))].sort(collator.compare);
  const places = new Map(names.map((name, place) => [name, place]));
  return Uint16Array.from(rows, ({ name }) => places.get(name)!);
}

async function warmField(
  title: string,
  fixture: Fixture,
  asked: AskedPage,
  ranks: Uint16Array,
): Promise<Field> {
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const field = new Field(title, idsOf(await (await forced(hand.page!(asked)))()));
  field.measure(HISTOGRAM, () => histogramPage(ranks, asked.start, LIMIT));
  const mingo = await openMingo(rows);
  const peers = (await fixture.peers()).filter(({ page }) => page !== undefined);
  for (const store of [fixture.tamis, fixture.plain, ...peers, mingo, { ...hand, name: HAND }])
    await field.add(store, store.page!(asked), idsOf);
  return field;
}

async function coldField(title: string, fixture: Fixture, asked: AskedPage): Promise<Field> {
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const field = new Field(title, idsOf(await (await forced(hand.page!(asked)))()));
  const { one } = await fixture.duckdb();
  await field.add({ ...hand, name: HAND }, hand.page!(asked), idsOf);
  const cold = async () => await (await forced(openTamis(rows, "wasm").page!(asked)))();
  await field.add({ name: TAMIS, ours: true }, cold, idsOf);
  await field.add(one.stores[0], one.stores[0].page!(asked), idsOf);
  return field;
}

/** What can be said by all means. */
async function forced<T>(prepared: T | string | Promise<T | string>): Promise<T> {
  const found = await prepared;
  if (typeof found === "string") throw new Error(found);
  return found;
}

function goalsOf(matrix: Matrix): Goal[] {
  const goals = matrix.titles.map((title): Goal[] => {
    const found = matrix.measured[title]!;
    const times = (name: string) => measuredOf(found, name).timesOurs!.median;
    const ahead = (name: string, atLeast: number): Goal[] =>
      found.some((each) => each.name === name)
        ? [{ name: `${title}, ahead of ${name}`, reached: times(name), atLeast, unit: "x" }]
        : [];
    if (title.endsWith("nothing prepared"))
      return [...ahead(DUCKDB, title.includes("deep") ? 1.5 : 1), ...ahead(HAND, 8)];
    return [
      {
        name: `${title}, against a histogram`,
        reached: measuredOf(found, TAMIS).ratio.median,
        atMost: 2,
        unit: "x",
      },
      ...ahead(DUCKDB, 100),
      ...[HAND, "mingo", "arquero"].flatMap((name) => ahead(name, 1000)),
    ];
  });
  return goals.flat();
}

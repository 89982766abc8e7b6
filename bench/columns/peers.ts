import { loadEngines, type Engine } from "../evaluate/contestants.ts";
import type { Query } from "../evaluate/queries.ts";
import type { Row } from "../evaluate/rows.ts";
import type { Goal, PartOptions, PartResult } from "../parts.ts";
import { Field, Matrix } from "./field.ts";
import { openFixture } from "./fixture.ts";
import { byHand, LOOP } from "./stores/by-hand.ts";
import { idsOf, type Prepared } from "./stores/store.ts";
import { TAMIS } from "./stores/tamis.ts";

/** Our collection, whose columns are ready, beside all that filter plain objects and prepare nothing. */
export async function runPeers({ quick }: PartOptions): Promise<PartResult> {
  const fixture = openFixture(quick);
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const engines = await loadEngines();
  const matrix = new Matrix();
  for (const query of queries) {
    const field = new Field(query.name, String(query.loop(rows)));
    await field.add(fixture.tamis, fixture.tamis.count(query.condition), String);
    await field.add(hand, hand.count(query.condition), String);
    for (const engine of engines) {
      const some = shareOf(engine, rows);
      const entrant = entrantOf(engine, some, rows);
      await field.add(
        { ...entrant, expected: String(query.loop(some)) },
        counting(engine, query, some),
        String,
      );
    }
    await matrix.run(field, { rounds: quick ? 3 : 5, sampleMilliseconds: 2, ours: TAMIS });
  }
  const count = rows.length.toLocaleString("en");
  const fewer = engines.filter((engine) => engine.rows !== undefined && engine.rows < rows.length);
  return {
    tables: [
      matrix.table({
        name: "memory-peers",
        title: `Filter ${count} rows: columns that are ready, and plain objects`,
        note:
          "How many rows ten filters keep. Two leagues: the collection of tamis has its columns, all others prepare nothing, which a program that asks once does not either. " +
          "Time and ratio to tamis in the same round; last, the geometric mean of the ratios. " +
          scaledNote(fewer),
        chart: { title: `Time to filter ${count} rows, ten filters`, unit: "× tamis" },
      }),
    ],
    goals: [
      ahead(matrix, LOOP, 60),
      ahead(matrix, "@marcbachmann/cel-js", 200),
      ...bestPeer(matrix, engines),
    ],
    measured: matrix.measured,
  };
}

function ahead(matrix: Matrix, name: string, atLeast: number): Goal {
  return {
    name: `ten filters over columns, ahead of ${name}`,
    reached: matrix.meanTimesOurs(name),
    atLeast,
    unit: "x",
  };
}

/** Ahead of every peer: of the one that comes nearest. */
function bestPeer(matrix: Matrix, engines: readonly Engine[]): Goal[] {
  const peers = engines.filter(({ name, ours }) => ours !== true && matrix.names.includes(name));
  const [best] = peers.toSorted((a, b) => matrix.meanTimesOurs(a.name) - matrix.meanTimesOurs(b.name));
  return best === undefined ? [] : [ahead(matrix, best.name, 60)];
}

/** The first rows that a filter keeps, with no order: databases make new objects, all others give what they have. */
export async function runFirst({ quick }: PartOptions): Promise<PartResult> {
  const fixture = openFixture(quick);
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const stores = [fixture.plain, ...(await fixture.peers())];
  // arquero is here as a store.
  const engines = (await loadEngines()).filter(({ name }) => !name.startsWith("arquero"));
  const matrix = new Matrix();
  for (const query of queries) {
    const first = (some: readonly Row[]) => idsOf(some.filter(query.test).slice(0, FIRST));
    const field = new Field(query.name, first(rows));
    await field.add(hand, hand.first!(query.condition, FIRST), idsOf);
    await field.add(fixture.tamis, fixture.tamis.first!(query.condition, FIRST), idsOf);
    for (const store of stores) await field.add(store, store.first?.(query.condition, FIRST), idsOf);
    for (const engine of engines) {
      const some = shareOf(engine, rows);
      // What ends when it has enough does not take longer for more rows: nothing is scaled.
      const { name } = engine;
      await field.add({ name, expected: first(some) }, finding(engine, query, some), idsOf);
    }
    await matrix.run(field, { rounds: quick ? 3 : 5, sampleMilliseconds: 2, ours: TAMIS });
  }
  const count = rows.length.toLocaleString("en");
  const fewer = engines.filter((engine) => engine.rows !== undefined && engine.rows < rows.length);
  return {
    tables: [
      matrix.table({
        name: "memory-first",
        title: `The first ${FIRST} rows that a filter keeps, of ${count}`,
        note:
          "Time and ratio to a loop written by hand that ends when it has them. A page of tamis counts all rows besides, and is in the order of the key; the others end when they have enough. " +
          (fewer.length === 0 ? "" : `With fewer rows, and not scaled: ${fewerText(fewer)}.`),
      }),
    ],
    goals: [],
    measured: matrix.measured,
  };
}

const FIRST = 20;

function entrantOf({ name, ours }: Engine, some: readonly Row[], all: readonly Row[]) {
  return { name: ours === true ? `${name}, plain objects` : name, share: some.length / all.length };
}

function shareOf({ rows: most = Infinity }: Engine, rows: readonly Row[]): readonly Row[] {
  return most >= rows.length ? rows : rows.slice(0, most);
}

function counting(engine: Engine, { condition }: Query, rows: readonly Row[]): Prepared<number> {
  const written = engine.write(condition);
  if (written === undefined) return CANNOT;
  const count = engine.compile(written as never);
  return () => count(rows);
}

function finding(
  engine: Engine,
  { condition }: Query,
  rows: readonly Row[],
): Prepared<readonly { readonly id: number }[]> {
  const written = engine.write(condition);
  if (written === undefined) return CANNOT;
  const find = engine.find(written as never);
  return () => find(rows, FIRST);
}

const CANNOT = "cannot say it exactly";

const fewerText = (engines: readonly Engine[]) =>
  engines.map(({ name, rows }) => `${name} (${rows!.toLocaleString("en")})`).join(", ");

const scaledNote = (fewer: readonly Engine[]) =>
  fewer.length === 0 ? "" : `Measured on fewer rows and scaled, which favors them: ${fewerText(fewer)}.`;

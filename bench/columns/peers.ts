import { loadEngines, type Engine } from "../evaluate/contestants.ts";
import type { Query } from "../evaluate/queries.ts";
import type { Row } from "../evaluate/rows.ts";
import type { Goal, PartOptions, PartResult } from "../part-result.ts";
import { Comparison, Matrix } from "./comparison.ts";
import { openFixture } from "./fixture.ts";
import { byHand, LOOP } from "./stores/by-hand.ts";
import { idsOf, type Prepared } from "./stores/store.ts";
import { TAMIS } from "./stores/tamis.ts";

/** Measures a tamis collection, whose columns are ready, against engines that filter plain objects without preparation. */
export async function runPeers({ quick }: PartOptions): Promise<PartResult> {
  const fixture = openFixture(quick);
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const engines = await loadEngines();
  const matrix = new Matrix();
  for (const query of queries) {
    const comparison = new Comparison(query.name, String(query.loop(rows)));
    await comparison.add(fixture.tamis, fixture.tamis.count(query.condition), String);
    await comparison.add(hand, hand.count(query.condition), String);
    for (const engine of engines) {
      const some = shareOf(engine, rows);
      const entrant = entrantOf(engine, some, rows);
      await comparison.add(
        { ...entrant, expected: String(query.loop(some)) },
        counting(engine, query, some),
        String,
      );
    }
    await matrix.run(comparison, { rounds: quick ? 3 : 5, sampleMilliseconds: 2, ours: TAMIS });
  }
  const count = rows.length.toLocaleString("en");
  const fewer = engines.filter((engine) => engine.rows !== undefined && engine.rows < rows.length);
  return {
    tables: [
      matrix.table({
        name: "memory-peers",
        title: `Filter ${count} rows: prepared columns against plain objects`,
        note:
          "Counts the matches of ten filters. Not equal conditions: the tamis collection has its columns, all others work without preparation, like a program that filters only once. " +
          "Time and ratio to tamis in the same round; the last column is the geometric mean of the ratios. " +
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

/** Returns the goal relative to the fastest peer. */
function bestPeer(matrix: Matrix, engines: readonly Engine[]): Goal[] {
  const peers = engines.filter(({ name, ours }) => ours !== true && matrix.names.includes(name));
  const [best] = peers.toSorted((a, b) => matrix.meanTimesOurs(a.name) - matrix.meanTimesOurs(b.name));
  return best === undefined ? [] : [ahead(matrix, best.name, 60)];
}

/** Measures the first matching rows in any order. Databases create new objects, all others return existing ones. */
export async function runFirst({ quick }: PartOptions): Promise<PartResult> {
  const fixture = openFixture(quick);
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const stores = [fixture.plain, ...(await fixture.peers())];
  // arquero is among the stores.
  const engines = (await loadEngines()).filter(({ name }) => !name.startsWith("arquero"));
  const matrix = new Matrix();
  for (const query of queries) {
    const first = (some: readonly Row[]) => idsOf(some.filter(query.test).slice(0, FIRST_ROWS));
    const comparison = new Comparison(query.name, first(rows));
    await comparison.add(hand, hand.first!(query.condition, FIRST_ROWS), idsOf);
    await comparison.add(fixture.tamis, fixture.tamis.first!(query.condition, FIRST_ROWS), idsOf);
    for (const store of stores)
      await comparison.add(store, store.first?.(query.condition, FIRST_ROWS), idsOf);
    for (const engine of engines) {
      const some = shareOf(engine, rows);
      // Not scaled up: a search that ends at the twentieth match takes no longer with more rows.
      const { name } = engine;
      await comparison.add({ name, expected: first(some) }, finding(engine, query, some), idsOf);
    }
    await matrix.run(comparison, { rounds: quick ? 3 : 5, sampleMilliseconds: 2, ours: TAMIS });
  }
  const count = rows.length.toLocaleString("en");
  const fewer = engines.filter((engine) => engine.rows !== undefined && engine.rows < rows.length);
  return {
    tables: [
      matrix.table({
        name: "memory-first",
        title: `The first ${FIRST_ROWS} matching rows of ${count}`,
        note:
          "Time and ratio to a hand-written loop that stops at the last of them. A page of tamis also counts all matches and is ordered by the key; the others stop early. " +
          (fewer.length === 0 ? "" : `Measured on fewer rows, not scaled: ${fewerText(fewer)}.`),
      }),
    ],
    goals: [],
    measured: matrix.measured,
  };
}

const FIRST_ROWS = 20;

function entrantOf({ name, ours }: Engine, some: readonly Row[], all: readonly Row[]) {
  return { name: ours === true ? `${name}, plain objects` : name, share: some.length / all.length };
}

function shareOf({ rows: most = Infinity }: Engine, rows: readonly Row[]): readonly Row[] {
  return most >= rows.length ? rows : rows.slice(0, most);
}

function counting(engine: Engine, { condition }: Query, rows: readonly Row[]): Prepared<number> {
  const written = engine.write(condition);
  if (written === undefined) return NOT_EXPRESSIBLE;
  const count = engine.compile(written as never);
  return () => count(rows);
}

function finding(
  engine: Engine,
  { condition }: Query,
  rows: readonly Row[],
): Prepared<readonly { readonly id: number }[]> {
  const written = engine.write(condition);
  if (written === undefined) return NOT_EXPRESSIBLE;
  const find = engine.find(written as never);
  return () => find(rows, FIRST_ROWS);
}

const NOT_EXPRESSIBLE = "cannot express it exactly";

const fewerText = (engines: readonly Engine[]) =>
  engines.map(({ name, rows }) => `${name} (${rows!.toLocaleString("en")})`).join(", ");

const scaledNote = (fewer: readonly Engine[]) =>
  fewer.length === 0 ? "" : `Measured on fewer rows and scaled up, which favors them: ${fewerText(fewer)}.`;

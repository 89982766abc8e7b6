import type { Condition, Query } from "../evaluate/queries.ts";
import { sink } from "../harness.ts";
import type { Goal, PartOptions, PartResult } from "../parts.ts";
import { Field, Matrix } from "./field.ts";
import { openFixture, type Fixture } from "./fixture.ts";
import { makeFloor } from "./floor.ts";
import { byHand, LOOP } from "./stores/by-hand.ts";
import { openScanning, SCANNING, TAMIS } from "./stores/tamis.ts";

/** The bytes of a column for each row, as one would store it by hand; of the texts for search, all of them. */
const WIDTHS: Readonly<Record<string, number>> = {
  name: 2,
  createdBy: 1,
  state: 1,
  size: 4,
  score: 4,
  modifiedTimeStamp: 8,
  "owner.city": 1,
};

const FLOOR = "reading the columns once";

/** Ten filters over stores that were filled beforehand, beside reading the columns once and loops over objects. */
export async function runColumns({ quick }: PartOptions): Promise<PartResult> {
  const fixture = openFixture(quick);
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const peers = await fixture.peers();
  const scanning = openScanning(rows);
  const readOnce = await floorOf(fixture);
  const matrix = new Matrix();
  for (const query of queries) {
    const field = new Field(query.name, String(query.loop(rows)));
    field.measure(FLOOR, () => (sink.value = readOnce(query)));
    for (const store of [fixture.tamis, scanning, fixture.plain, hand, ...peers])
      await field.add(store, store.count(query.condition), String);
    await matrix.run(field, { rounds: quick ? 3 : 7, sampleMilliseconds: 2, ours: TAMIS });
  }
  const count = rows.length.toLocaleString("en");
  return {
    tables: [
      matrix.table({
        name: "columns",
        title: `Filter ${count} rows that a store was filled with`,
        note:
          "How many rows ten filters keep. Time and ratio to reading the columns that the filter names once, in the same round; last, the geometric mean of the ratios. " +
          "tamis makes indexes of columns that are often searched, as it does for any program; without them each answer is read from the columns. " +
          "The loop over plain objects is all that has nothing prepared; statements of databases are prepared.",
        chart: {
          title: `Time to filter ${count} rows of a store, ten filters`,
          unit: "× reading the columns once",
        },
      }),
    ],
    goals: goalsOf(matrix),
    measured: matrix.measured,
  };
}

/** Reads the columns that a filter names, one after the other. */
async function floorOf({ rows }: Fixture): Promise<(query: Query) => number> {
  const text = rows.reduce((bytes, { description }) => bytes + Buffer.byteLength(description) + 1, 0);
  const sizes = {
    ...Object.fromEntries(Object.entries(WIDTHS).map(([member, bytes]) => [member, bytes * rows.length])),
    description: text,
  };
  const floor = await makeFloor(sizes);
  const known = new Map<Query, readonly string[]>();
  return (query) => {
    let members = known.get(query);
    if (members === undefined) known.set(query, (members = [...new Set(membersOf(query.condition))]));
    let read = 0;
    for (const member of members) read |= floor.read(member, sizes[member as keyof typeof sizes]);
    return read;
  };
}

function membersOf(condition: Condition): string[] {
  return "parts" in condition ? condition.parts.flatMap(membersOf) : [condition.member];
}

function goalsOf(matrix: Matrix): Goal[] {
  const limit = (query: string, ours: string, reached: number, atMost: number): Goal => ({
    name: `${query}, ${ours}, against reading the columns once`,
    reached,
    atMost,
    unit: "x",
  });
  const limits = (ours: string): Goal[] => [
    ...["q1_eq", "q1b_eqLow", "q6_range"].map((query) => limit(query, ours, matrix.ratio(query, ours), 2.5)),
    limit("ten filters", ours, matrix.meanRatio(ours), 6),
    limit("q4_contains", ours, matrix.ratio("q4_contains", ours), 5),
  ];
  const ahead = (peer: string, atLeast: number): Goal => ({
    name: `ten filters, ahead of ${peer}`,
    reached: matrix.meanTimesOurs(peer),
    atLeast,
    unit: "x",
  });
  const each = (peer: string, atLeast: number): Goal => ({
    name: `each of ten filters, ahead of ${peer}`,
    reached: matrix.leastTimesOurs(peer),
    atLeast,
    unit: "x",
  });
  return [
    ...limits(TAMIS),
    ...limits(SCANNING),
    ahead("DuckDB, 1 thread", 15),
    ahead("DuckDB, 2 threads", 10),
    ahead("DuckDB with ENUM columns, 1 thread", 10),
    ahead("DuckDB with ENUM columns, 2 threads", 10),
    each("DuckDB with ENUM columns, 2 threads", 2),
    ahead(LOOP, 60),
    ahead("node:sqlite", 150),
  ];
}

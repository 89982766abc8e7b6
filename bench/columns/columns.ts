import type { Condition, Query } from "../evaluate/queries.ts";
import { sink } from "../harness.ts";
import { atLeast, atMost, type Goal, type PartOptions, type PartResult } from "../part-result.ts";
import { Comparison, Matrix } from "./comparison.ts";
import { openFixture, type Fixture } from "./fixture.ts";
import { makeColumnScan } from "./column-scan.ts";
import { byHand, LOOP } from "./stores/by-hand.ts";
import { openWithoutIndexes, WITHOUT_INDEXES, TAMIS } from "./stores/tamis.ts";

/** Bytes per row of each column in a hand-made columnar layout. `description` is missing: its strings vary in length. */
const COLUMN_BYTES: Readonly<Record<string, number>> = {
  name: 2,
  createdBy: 1,
  state: 1,
  size: 4,
  score: 4,
  modifiedTimeStamp: 8,
  "owner.city": 1,
};

const READ_ONCE = "reading the columns once";

/** Measures ten filters over stores that were loaded beforehand, relative to reading the columns once. */
export async function runColumns({ quick }: PartOptions): Promise<PartResult> {
  const fixture = openFixture(quick);
  const { rows, queries } = fixture;
  const hand = byHand(rows, queries);
  const peers = await fixture.peers();
  const withoutIndexes = openWithoutIndexes(rows);
  const readOnce = await columnScanOf(fixture);
  const matrix = new Matrix();
  for (const query of queries) {
    const comparison = new Comparison(query.name, String(query.loop(rows)));
    comparison.addReference(READ_ONCE, () => (sink.value = readOnce(query)));
    for (const store of [fixture.tamis, withoutIndexes, hand, ...peers])
      await comparison.add(store, store.count(query.condition), String);
    await matrix.run(comparison, { rounds: quick ? 3 : 7, sampleMilliseconds: 2, ours: TAMIS });
  }
  const count = rows.length.toLocaleString("en");
  return {
    tables: [
      matrix.table({
        name: "columns",
        title: `Filter ${count} rows loaded into a store`,
        note:
          "Counts the matches of ten filters. Time, and ratio to reading the columns of the filter once, in the same round; the last column is the geometric mean of the ratios. " +
          "tamis builds indexes of columns that are searched repeatedly, as in any program. Without indexes, every query scans the columns. " +
          "Only the loop over plain objects uses nothing prepared. Databases run prepared statements.",
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

/** Returns a function that reads the columns of a filter, one after the other. */
async function columnScanOf({ rows }: Fixture): Promise<(query: Query) => number> {
  const text = rows.reduce((bytes, { description }) => bytes + Buffer.byteLength(description) + 1, 0);
  const sizes = {
    ...Object.fromEntries(
      Object.entries(COLUMN_BYTES).map(([member, bytes]) => [member, bytes * rows.length]),
    ),
    description: text,
  };
  const scan = await makeColumnScan(sizes);
  const known = new Map<Query, readonly string[]>();
  return (query) => {
    let members = known.get(query);
    if (members === undefined) known.set(query, (members = [...new Set(membersOf(query.condition))]));
    let read = 0;
    for (const member of members) read |= scan.read(member, sizes[member as keyof typeof sizes]);
    return read;
  };
}

function membersOf(condition: Condition): string[] {
  return "parts" in condition ? condition.parts.flatMap(membersOf) : [condition.member];
}

function goalsOf(matrix: Matrix): Goal[] {
  const limit = (query: string, ours: string, reached: number, most: number) =>
    atMost(`${query}, ${ours}, against reading the columns once`, reached, most);
  const limits = (ours: string): Goal[] => [
    ...["q1_eq", "q1b_eqLow", "q6_range"].map((query) => limit(query, ours, matrix.ratio(query, ours), 2.5)),
    limit("ten filters", ours, matrix.meanRatio(ours), 6),
    limit("q4_contains", ours, matrix.ratio("q4_contains", ours), 5),
  ];
  const ahead = (peer: string, least: number) =>
    atLeast(`ten filters, ahead of ${peer}`, matrix.meanTimesOurs(peer), least);
  const enums = "DuckDB with ENUM columns, 2 threads";
  return [
    ...limits(TAMIS),
    ...limits(WITHOUT_INDEXES),
    ahead("DuckDB, 1 thread", 15),
    ahead("DuckDB, 2 threads", 10),
    ahead("DuckDB with ENUM columns, 1 thread", 10),
    ahead(enums, 10),
    atLeast(`each of ten filters, ahead of ${enums}`, matrix.minTimesOurs(enums), 2),
    ahead(LOOP, 60),
    ahead("node:sqlite", 150),
  ];
}

import type { Condition } from "../evaluate/queries.ts";
import type { Row } from "../evaluate/rows.ts";
import { geometricMean, progress } from "../harness.ts";
import { atLeast, atMost, type Goal, type PartOptions, type PartResult } from "../part-result.ts";
import { Matrix, type Entrant } from "./comparison.ts";
import { openFixture } from "./fixture.ts";
import { makeColumnScan } from "./column-scan.ts";
import { openDuckdb } from "./stores/duckdb.ts";
import { openSqlite } from "./stores/sqlite.ts";
import type { Store } from "./stores/store.ts";
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
const LOOP = "loop written by hand";

/** Measures ten filters over stores that were loaded beforehand, relative to reading the columns once. */
export async function runColumns({ quick }: PartOptions): Promise<PartResult> {
  const { rows, queries, tamis, duckdb } = await openFixture(quick);
  progress("columns: loading DuckDB and SQLite");
  const [two, sqlite] = [await openDuckdb(rows, 2), openSqlite(rows)];
  const stores: readonly Store[] = [tamis, openWithoutIndexes(rows), ...duckdb.stores, ...two.stores, sqlite];
  const readOnce = await columnReader(rows);
  const matrix = new Matrix();
  for (const query of queries) {
    const byHand = () => query.loop(rows);
    const entrants: Entrant<number>[] = [{ name: LOOP, query: byHand }];
    for (const store of stores) entrants.push({ ...store, query: await store.count(query.condition) });
    await matrix.run(
      {
        title: query.name,
        expected: byHand(),
        textOf: String,
        reference: { name: READ_ONCE, work: readOnce(query.condition) },
        entrants,
      },
      { rounds: quick ? 3 : 7, sampleMilliseconds: 2, ours: TAMIS },
    );
  }
  two.close();
  sqlite.close();
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
  };
}

/** Returns a function that prepares reading the columns of a filter, one after the other. */
async function columnReader(rows: readonly Row[]): Promise<(condition: Condition) => () => number> {
  const text = rows.reduce((bytes, { description }) => bytes + Buffer.byteLength(description) + 1, 0);
  const fixed = Object.entries(COLUMN_BYTES).map(([member, bytes]) => [member, bytes * rows.length]);
  const sizes = { ...(Object.fromEntries(fixed) as Record<string, number>), description: text };
  const scan = await makeColumnScan(sizes);
  return (condition) => {
    const members = [...new Set(membersOf(condition))];
    return () =>
      members.reduce((read, member) => read | scan.read(member, sizes[member as keyof typeof sizes]), 0);
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
    atLeast(`ten filters, ahead of ${peer}`, geometricMean(matrix.allTimesOurs(peer)), least);
  const enums = "DuckDB with ENUM columns, 2 threads";
  return [
    ...limits(TAMIS),
    ...limits(WITHOUT_INDEXES),
    ahead("DuckDB, 1 thread", 15),
    ahead("DuckDB, 2 threads", 10),
    ahead("DuckDB with ENUM columns, 1 thread", 10),
    ahead(enums, 10),
    atLeast(`each of ten filters, ahead of ${enums}`, Math.min(...matrix.allTimesOurs(enums)), 2),
    ahead(LOOP, 60),
    ahead("node:sqlite", 150),
  ];
}

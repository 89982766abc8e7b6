import { DatabaseSync } from "node:sqlite";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { toOurs, toSqlite } from "../evaluate/languages.ts";
import type { Query } from "../evaluate/queries.ts";
import type { Row } from "../evaluate/rows.ts";
import { compare, measuredOf, progress, repeating, requireEqual } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { PartOptions, PartResult } from "../part-result.ts";
import { rowCatalog } from "../row-catalog.ts";
import { isOurs } from "./comparison.ts";
import { openFixture } from "./fixture.ts";
import { countInSqlite, definitionOf, insertRows, valuesOf } from "./stores/sqlite.ts";

const BATCH_ROWS = 1000;
const SCAN = "one hand-written scan of the rows";
const COUNTED = "tamis, changes and the count";
const ORDERED = "tamis, changes and a page in collated order";

/** Measures replacing a thousand rows and the next query, which must see them. Columns and sorted indexes exist before. */
export async function runWrites({ quick }: PartOptions): Promise<PartResult> {
  const { rows, queries } = openFixture(quick);
  const query = queries.find(({ name }) => name === "q2_and")!;
  progress("memory-writes: preparing the collection, a map of the rows, SQLite");
  const stores = [
    tamisChanges(rows, queries, query),
    mapChanges(rows, query),
    sqliteChanges(rows, query),
  ] as const;
  const [ours, hand, sqlite] = stores;
  const batches = batchesOf(rows);
  for (const store of stores) store.change(batches[0]!);
  for (const store of stores) requireEqual(store.name, hand.count(), store.count());
  let turn = 1;
  const changing = (store: ChangingStore, look: () => unknown) =>
    repeating(() => {
      store.change(batches[turn++ % batches.length]!);
      return look();
    });
  const measured = await compare(
    [
      { name: SCAN, run: repeating(() => query.loop(rows)) },
      { name: "tamis, the count alone", run: repeating(ours.count) },
      { name: COUNTED, run: changing(ours, ours.count) },
      { name: ORDERED, run: changing(ours, ours.page) },
      { name: "hand-written map of the rows, changes and the count", run: changing(hand, hand.count) },
      { name: "node:sqlite, changes and the count", run: changing(sqlite, sqlite.count) },
    ],
    { rounds: quick ? 3 : 9, sampleMilliseconds: 20 },
  );
  const goal = (name: string) => ({
    name: `${BATCH_ROWS} changes, ${name}, against ${SCAN}`,
    reached: measuredOf(measured, name).ratio.median,
    atMost: 1,
    unit: "x",
  });
  return {
    tables: [
      {
        name: "memory-writes",
        title: `${BATCH_ROWS.toLocaleString("en")} changes to ${rows.length.toLocaleString("en")} rows and the next query`,
        note:
          "A batch replaces rows by key; one in a hundred has a name that no other row has. The columns of ten filters and a sorted index exist before. " +
          "Time and ratio to a loop over the objects that counts the matches of the same filter.",
        columns: ["time", "ratio"],
        rows: measured.map(({ name, milliseconds, ratio: against }) => ({
          name,
          ours: isOurs(name),
          cells: [duration(milliseconds.median), ratio(against.median)],
        })),
      },
    ],
    goals: [goal(COUNTED), goal(ORDERED)],
    measured: { "1,000 changes": measured },
  };
}

interface ChangingStore {
  readonly name: string;
  readonly change: (batch: readonly Row[]) => void;
  readonly count: () => number;
}

function tamisChanges(rows: readonly Row[], queries: readonly Query[], query: Query) {
  const collection = createCollection(rows, { catalog: rowCatalog, locale: "en" });
  const filterOf = ({ condition }: Query) =>
    check(parseFilter(toOurs(condition)).expression!, rowCatalog).filter;
  const { sortBy } = checkSortBy(parseSortBy("name").expression!, rowCatalog);
  const filter = filterOf(query);
  for (const each of queries) collection.count({ filter: filterOf(each) });
  const page = () => collection.page({ filter, sortBy, limit: 20 });
  page();
  return {
    name: "tamis",
    change: (batch: readonly Row[]) => {
      if (!collection.upsert(batch).ok) throw new Error("upsert rejected the changes");
    },
    count: () => collection.count({ filter }),
    page,
  };
}

function mapChanges(rows: readonly Row[], { loop }: Query): ChangingStore {
  const own = [...rows];
  const indexes = new Map(rows.map(({ id }, index) => [id, index]));
  return {
    name: "by hand",
    change: (batch) => {
      for (const row of batch) own[indexes.get(row.id)!] = row;
    },
    count: () => loop(own),
  };
}

function sqliteChanges(rows: readonly Row[], { condition }: Query): ChangingStore {
  const database = new DatabaseSync(":memory:");
  database.exec(definitionOf("reports"));
  insertRows(database, rows);
  const replace = database.prepare(`REPLACE INTO reports VALUES (${Array(11).fill("?").join()})`);
  return {
    name: "node:sqlite",
    change: (batch) => {
      database.exec("BEGIN");
      for (const row of batch) replace.run(...valuesOf(row));
      database.exec("COMMIT");
    },
    count: countInSqlite(database, toSqlite(condition)),
  };
}

/** Returns batches of replacement rows. The rows of a batch lie far apart, and successive batches replace different rows. */
function batchesOf(rows: readonly Row[]): Row[][] {
  const step = Math.floor(rows.length / BATCH_ROWS);
  return Array.from({ length: BATCH_COUNT }, (_, turn) =>
    Array.from({ length: BATCH_ROWS }, (__, i): Row => {
      const row = rows[i * step + (turn % step)]!;
      const other = rows[(i * 7919 + turn) % rows.length]!;
      const name = i % 100 === 0 ? `${other.name} ${turn}` : other.name;
      return { ...row, name, state: other.state, size: other.size, description: other.description };
    }),
  );
}

/** Number of batches, which are used in turn. */
const BATCH_COUNT = 200;

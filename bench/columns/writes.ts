import { DatabaseSync } from "node:sqlite";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { toOurs, toSqlite } from "../evaluate/languages.ts";
import type { Query } from "../evaluate/queries.ts";
import type { Row } from "../evaluate/rows.ts";
import { compare, measuredOf, progress, repeating, requireEqual } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { PartOptions, PartResult } from "../parts.ts";
import { rowCatalog } from "../row-catalog.ts";
import { isOurs } from "./field.ts";
import { openFixture } from "./fixture.ts";
import { countInSqlite, definitionOf, insertRows, valuesOf } from "./stores/sqlite.ts";

const BATCH = 1000;
const SCAN = "one scan of the rows, by hand";
const VISIBLE = "tamis, changes and the count";
const ORDERED = "tamis, changes and a page in collated order";

/** A thousand rows are put in place of others, and the next answer has them. Columns and orders are there before. */
export async function runWrites({ quick }: PartOptions): Promise<PartResult> {
  const { rows, queries } = openFixture(quick);
  const query = queries.find(({ name }) => name === "q2_and")!;
  progress("memory-writes: columns of all, a map of the rows, SQLite");
  const ways = [ourWay(rows, queries, query), handWay(rows, query), sqliteWay(rows, query)] as const;
  const [ours, hand, sqlite] = ways;
  const batches = batchesOf(rows);
  for (const way of ways) way.change(batches[0]!);
  for (const way of ways) requireEqual(way.name, hand.count(), way.count());
  let turn = 1;
  const changing = (way: Way, look: () => unknown) =>
    repeating(() => {
      way.change(batches[turn++ % batches.length]!);
      return look();
    });
  const measured = await compare(
    [
      { name: SCAN, run: repeating(() => query.loop(rows)) },
      { name: "tamis, the count alone", run: repeating(ours.count) },
      { name: VISIBLE, run: changing(ours, ours.count) },
      { name: ORDERED, run: changing(ours, ours.page) },
      { name: "a map of the rows by hand, changes and the count", run: changing(hand, hand.count) },
      { name: "node:sqlite, changes and the count", run: changing(sqlite, sqlite.count) },
    ],
    { rounds: quick ? 3 : 9, sampleMilliseconds: 20 },
  );
  const goal = (name: string) => ({
    name: `${BATCH} changes visible, ${name}, against ${SCAN}`,
    reached: measuredOf(measured, name).ratio.median,
    atMost: 1,
    unit: "x",
  });
  return {
    tables: [
      {
        name: "memory-writes",
        title: `${BATCH.toLocaleString("en")} changes to ${rows.length.toLocaleString("en")} rows, and what is there then`,
        note:
          "A batch puts new rows in place of others by their key, one in a hundred with a name that no other row has; the columns of ten filters and an order are there before. " +
          "Time and ratio to a loop over the objects that counts by the same filter.",
        columns: ["time", "ratio"],
        rows: measured.map(({ name, milliseconds, ratio: against }) => ({
          name,
          ours: isOurs(name),
          cells: [duration(milliseconds.median), ratio(against.median)],
        })),
      },
    ],
    goals: [goal(VISIBLE), goal(ORDERED)],
    measured: { "1,000 changes": measured },
  };
}

interface Way {
  readonly name: string;
  readonly change: (batch: readonly Row[]) => void;
  readonly count: () => number;
}

function ourWay(rows: readonly Row[], queries: readonly Query[], query: Query) {
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
      if (!collection.upsert(batch).ok) throw new Error("The changes were refused.");
    },
    count: () => collection.count({ filter }),
    page,
  };
}

function handWay(rows: readonly Row[], { loop }: Query): Way {
  const own = [...rows];
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  return {
    name: "by hand",
    change: (batch) => {
      for (const row of batch) own[places.get(row.id)!] = row;
    },
    count: () => loop(own),
  };
}

function sqliteWay(rows: readonly Row[], { condition }: Query): Way {
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

/** Rows in place of some that lie far apart: those of a batch are others than those of the batch before. */
function batchesOf(rows: readonly Row[]): Row[][] {
  const step = Math.floor(rows.length / BATCH);
  return Array.from({ length: BATCHES }, (_, turn) =>
    Array.from({ length: BATCH }, (__, i): Row => {
      const row = rows[i * step + (turn % step)]!;
      const other = rows[(i * 7919 + turn) % rows.length]!;
      const name = i % 100 === 0 ? `${other.name} ${turn}` : other.name;
      return { ...row, name, state: other.state, size: other.size, description: other.description };
    }),
  );
}

/** Made beforehand, and used in turn. */
const BATCHES = 200;

import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { Catalog } from "../../src/catalog/types.ts";
import { check } from "../../src/checker/check.ts";
import {
  chooseKernels,
  createCollection,
  createWithKernels,
} from "../../src/engine/store/collections/create-collection.ts";
import { loadCollection } from "../../src/engine/store/collections/load-collection.ts";
import type { MemoryCollection } from "../../src/engine/store/collections/memory-collection.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { collectGarbage, taskFromArguments, usedBytes } from "../child-process.ts";
import { makeRows, type Row } from "../evaluate/rows.ts";
import { progress } from "../harness.ts";
import { rowCatalog } from "../row-catalog.ts";
import {
  ARQUERO,
  COLUMNS,
  DUCKDB,
  HAND_MADE,
  LINES,
  PARSE,
  PLAIN_COLUMNS,
  SQLITE,
  TEXT,
  TEXT_COLUMNS,
} from "./build-names.ts";
import { IRREGULAR_FILTERS, irregularCatalog, irregularRowTexts } from "./irregular-rows.ts";
import { openArquero } from "./stores/arquero.ts";
import { appendRows, DEFINITION } from "./stores/duckdb.ts";
import { handMadeColumns } from "./stores/hand-made.ts";
import { definitionOf, insertRows } from "./stores/sqlite.ts";

/*
 * Builds columns of all members, or loads the same rows into another store, and parses the rows. Each sample has a process of its own:
 * what a process did before changes the time of `JSON.parse` of a million rows between 1.4 and 4.7 seconds.
 */

export interface BuildTask {
  readonly count: number;
  readonly kind: "regular" | "irregular";
  /** Name of a contestant. Undefined to measure memory. */
  readonly contestant: string | undefined;
}

export interface BuildSample {
  /** Time of the contestant. */
  readonly milliseconds: number;
  /** Time of `JSON.parse` in the same process, before it. */
  readonly parseMilliseconds: number;
}

/** Bytes by contestant. */
export type BuildBytes = Readonly<Record<string, number>>;

const ROWS_PER_TEXT = 10_000;

/** One condition per member. Evaluating a filter of all conditions builds the columns of all members. */
const REGULAR_FILTERS = [
  "eq(id,1)",
  "contains(name,'zzz')",
  "eq(createdBy,'zzz')",
  "eq(state,'zzz')",
  "contains(description,'zzz')",
  "gt(modifiedTimeStamp,2050-01-01T00:00:00Z)",
  "gt(score,1000000)",
  "gt(size,100000000)",
  "eq(owner.city,'zzz')",
  "eq(owner.country,'zzz')",
  "eq(tags,'zzz')",
];

const task = taskFromArguments() as BuildTask;
const isRegular = task.kind === "regular";
const catalog: Catalog = isRegular ? rowCatalog : irregularCatalog;
const conditions = isRegular ? REGULAR_FILTERS : IRREGULAR_FILTERS;
const checked = check(parseFilter(`or(${conditions.join(",")})`).expression!, catalog);
if (!checked.ok) throw new Error("invalid filter");
const { filter } = checked;
const texts = isRegular ? regularRowTexts(task.count) : irregularRowTexts(task.count, ROWS_PER_TEXT);

const isOfText = [LINES, TEXT, TEXT_COLUMNS].includes(task.contestant ?? "");
const ndjson = isOfText || task.contestant === undefined ? ndjsonOf(texts) : Buffer.alloc(0);
const result = task.contestant === undefined ? await memory() : await sample(task.contestant);
process.stdout.write(JSON.stringify(result));

async function sample(contestant: string): Promise<BuildSample> {
  const rows = isOfText ? [] : parseAll();
  const build = contestants(rows)[contestant]!;
  return { parseMilliseconds: await timeOf(parseAll), milliseconds: await timeOf(build) };
}

async function timeOf(build: () => unknown): Promise<number> {
  collectGarbage();
  // The store learns of freed memory between two turns of the event loop.
  await setImmediate();
  const start = performance.now();
  await build();
  return performance.now() - start;
}

async function memory(): Promise<BuildBytes> {
  const empty = usedBytes();
  const loaded = await loadText(true);
  const withText = usedBytes();
  if (loaded.size !== task.count) throw new Error("rows of the text are missing");
  loaded.close();
  const before = usedBytes();
  const rows = parseAll();
  const withRows = usedBytes();
  const collection = withColumns(createWithKernels([...rows], { catalog }, chooseKernels("auto")));
  const used = usedBytes() - withRows;
  progress(`  columns: ${collection.bytes()} bytes as reported by the collection, ${used} in use`);
  return { [PARSE]: withRows - before, [COLUMNS]: used, [TEXT_COLUMNS]: withText - empty };
}

/** Contestants that build something of the rows, or of their text. */
function contestants(rows: readonly unknown[]): Readonly<Record<string, () => unknown>> {
  const columnsOf = (kind: "any" | "plain") => withColumns(createCollection(rows, { catalog, rows: kind }));
  return {
    [COLUMNS]: () => columnsOf("any"),
    [PLAIN_COLUMNS]: () => columnsOf("plain"),
    [HAND_MADE]: () => handMadeColumns(rows as readonly Row[]),
    [DUCKDB]: async () => {
      const { DuckDBInstance } = await import("@duckdb/node-api");
      const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
      const connection = await instance.connect();
      await connection.run(DEFINITION);
      await appendRows(connection, rows as readonly Row[]);
    },
    [SQLITE]: () => {
      const database = new DatabaseSync(":memory:");
      database.exec(definitionOf("reports"));
      insertRows(database, rows as readonly Row[]);
    },
    [ARQUERO]: () => openArquero(rows as readonly Row[]),
    [LINES]: () => loadCollection(parseLines(), { catalog, rows: "plain" }),
    [TEXT]: () => loadText(false),
    [TEXT_COLUMNS]: () => loadText(true),
  };
}

function regularRowTexts(count: number): string[] {
  const all = makeRows(count);
  const made: string[] = [];
  for (let first = 0; first < count; first += ROWS_PER_TEXT)
    made.push(JSON.stringify(all.slice(first, first + ROWS_PER_TEXT)));
  return made;
}

function parseAll(): unknown[] {
  const all: unknown[] = [];
  for (const text of texts) for (const row of JSON.parse(text) as unknown[]) all.push(row);
  return all;
}

/** Builds the columns of all members. */
function withColumns<T>(made: MemoryCollection<T>): MemoryCollection<T> {
  made.count({ filter });
  return made;
}

function ndjsonOf(lists: readonly string[]): Buffer {
  const lines = (text: string) => (JSON.parse(text) as unknown[]).map((row) => `${JSON.stringify(row)}\n`);
  return Buffer.concat(lists.map((text) => Buffer.from(lines(text).join(""))));
}

function* parseLines(): Generator {
  for (let at = 0; at < ndjson.length;) {
    const end = ndjson.indexOf("\n", at);
    yield JSON.parse(ndjson.toString("utf8", at, end));
    at = end + 1;
  }
}

async function loadText(hasColumns: boolean): Promise<MemoryCollection> {
  const made = await loadCollection(ndjson, { catalog, format: "ndjson" });
  return hasColumns ? withColumns(made) : made;
}

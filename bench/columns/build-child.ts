import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { Catalog } from "../../src/catalog/types.ts";
import {
  chooseKernels,
  createCollection,
  createWithKernels,
} from "../../src/engine/store/collections/create-collection.ts";
import { loadCollection } from "../../src/engine/store/collections/load-collection.ts";
import type { MemoryCollection } from "../../src/engine/store/collections/memory-collection.ts";
import { collectGarbage, taskFromArguments, usedBytes } from "../child-process.ts";
import type { Row } from "../evaluate/rows.ts";
import { progress } from "../harness.ts";
import { queryOf, rowCatalog } from "../row-catalog.ts";
import {
  COLUMNS,
  DUCKDB,
  LINES,
  OF_TEXT,
  PARSE,
  PLAIN_COLUMNS,
  SQLITE,
  TEXT,
  TEXT_COLUMNS,
  type BuildContestant,
} from "./build-names.ts";
import { IRREGULAR_FILTERS, irregularCatalog } from "./irregular-rows.ts";
import { appendRows, DEFINITION as DUCKDB_TABLE } from "./stores/duckdb.ts";
import { DEFINITION as SQLITE_TABLE, insertRows } from "./stores/sqlite.ts";

/*
 * Parses rows, and then builds columns of all members or loads the rows into another store. Each sample has a new process, like a program
 * that starts: JSON.parse of a million rows takes 1.4 to 4.7 seconds, depending on what its process did before.
 */

export interface BuildTask {
  /** File with a JSON object per line. */
  readonly file: string;
  readonly kind: "regular" | "irregular";
  /** Undefined to measure memory. */
  readonly contestant: BuildContestant | undefined;
}

export interface BuildSample {
  /** Time of the contestant. */
  readonly milliseconds: number;
  /** Time of `JSON.parse` in the same process, before it. */
  readonly parseMilliseconds: number;
}

/** Bytes by contestant. */
export type BuildBytes = Readonly<Record<string, number>>;

const LINES_PER_TEXT = 10_000;
const COMMA = 0x2c;

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
const query = queryOf({ filter: `or(${conditions.join(",")})` }, catalog);
const ndjson = readFileSync(task.file);
const texts = textsOf(ndjson);
const result = task.contestant === undefined ? memory() : await sample(task.contestant);
process.stdout.write(JSON.stringify(result));

async function sample(contestant: BuildContestant): Promise<BuildSample> {
  let rows: unknown[] = [];
  const parseMilliseconds = await timeOf(() => void (rows = parseAll()));
  if ((OF_TEXT as readonly string[]).includes(contestant)) rows = [];
  // Its time does not include that of loading the module.
  if (contestant === DUCKDB) await import("@duckdb/node-api");
  return { parseMilliseconds, milliseconds: await timeOf(contestants(rows)[contestant]) };
}

async function timeOf(build: () => unknown): Promise<number> {
  collectGarbage();
  // The store learns of freed memory between two turns of the event loop.
  await setImmediate();
  const start = performance.now();
  await build();
  return performance.now() - start;
}

function memory(): BuildBytes {
  const before = usedBytes();
  const rows = parseAll();
  const withRows = usedBytes();
  const collection = withColumns(createWithKernels([...rows], { catalog }, chooseKernels("auto")));
  const used = usedBytes() - withRows;
  progress(`  columns: ${collection.bytes()} bytes as reported by the collection, ${used} in use`);
  return { [PARSE]: withRows - before, [COLUMNS]: used };
}

/** Contestants that build something of the rows, or of their text. */
function contestants(rows: readonly unknown[]): Readonly<Record<BuildContestant, () => unknown>> {
  const columnsOf = (kind: "any" | "plain") => withColumns(createCollection(rows, { catalog, rows: kind }));
  return {
    [COLUMNS]: () => columnsOf("any"),
    [PLAIN_COLUMNS]: () => columnsOf("plain"),
    [DUCKDB]: async () => {
      const { DuckDBInstance } = await import("@duckdb/node-api");
      const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
      const connection = await instance.connect();
      await connection.run(DUCKDB_TABLE);
      await appendRows(connection, rows as readonly Row[]);
    },
    [SQLITE]: () => {
      const database = new DatabaseSync(":memory:");
      database.exec(SQLITE_TABLE);
      insertRows(database, rows as readonly Row[]);
    },
    [LINES]: () => loadCollection(parseLines(), { catalog, rows: "plain" }),
    [TEXT]: () => loadText(false),
    [TEXT_COLUMNS]: () => loadText(true),
  };
}

/** Returns lists of the lines as JSON texts. */
function textsOf(lines: Buffer): string[] {
  const made: string[] = [];
  for (let from = 0; from < lines.length;) {
    let end = from;
    for (let line = 0; line < LINES_PER_TEXT && end < lines.length; line++)
      end = lines.indexOf("\n", end) + 1;
    const list = Buffer.from(`[${lines.toString("latin1", from, end - 1)}]`, "latin1");
    for (let at = list.indexOf("\n"); at >= 0; at = list.indexOf("\n", at)) list[at] = COMMA;
    made.push(list.toString());
    from = end;
  }
  return made;
}

function parseAll(): unknown[] {
  const all: unknown[] = [];
  for (const text of texts) for (const row of JSON.parse(text) as unknown[]) all.push(row);
  return all;
}

/** Builds the columns of all members. */
function withColumns<T>(made: MemoryCollection<T>): MemoryCollection<T> {
  made.count(query);
  return made;
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

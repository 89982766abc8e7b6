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
 * Builds columns of all members, and loads the same rows into other stores. This process has nothing else on its heap
 * and collects garbage before each sample, so that no contestant pays for the garbage of another.
 */

export interface BuildTask {
  readonly count: number;
  readonly kind: "regular" | "irregular";
  /** What is loaded. Garbage collections of many objects would slow down the loading of text, so each has a process. */
  readonly source: "objects" | "text";
  readonly rounds: number;
}

export interface BuildFigures {
  readonly count: number;
  /** One sample per round, by contestant. */
  readonly milliseconds: Readonly<Record<string, readonly number[]>>;
  readonly bytes: Readonly<Record<string, number>>;
}

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

interface BuildContestant {
  readonly name: string;
  readonly build: () => unknown;
}

const task = taskFromArguments() as BuildTask;
const isRegular = task.kind === "regular";
const catalog: Catalog = isRegular ? rowCatalog : irregularCatalog;
const conditions = isRegular ? REGULAR_FILTERS : IRREGULAR_FILTERS;
const checked = check(parseFilter(`or(${conditions.join(",")})`).expression!, catalog);
if (!checked.ok) throw new Error("invalid filter");
const { filter } = checked;
const texts = isRegular ? regularRowTexts(task.count) : irregularRowTexts(task.count, ROWS_PER_TEXT);

const ndjson = task.source === "text" ? ndjsonOf(texts) : Buffer.alloc(0);
const { bytes, ways } = task.source === "text" ? await textWays() : objectWays();
const milliseconds: Record<string, number[]> = {};
for (let round = 0; round < task.rounds; round++) {
  for (const { name, build } of ways) {
    collectGarbage();
    // The store learns of freed memory between two turns of the event loop.
    await setImmediate();
    const start = performance.now();
    const built = build();
    const kept = built instanceof Promise ? ((await built) as unknown) : built;
    (milliseconds[name] ??= []).push(performance.now() - start);
    release(kept);
  }
}
const figures: BuildFigures = { count: task.count, milliseconds, bytes };
process.stdout.write(JSON.stringify(figures));

interface Ways {
  readonly bytes: Readonly<Record<string, number>>;
  readonly ways: readonly BuildContestant[];
}

function objectWays(): Ways {
  const before = usedBytes();
  const rows = parseAll();
  const withRows = usedBytes();
  const columnsOf = (kind: "any" | "plain") => withColumns(createCollection(rows, { catalog, rows: kind }));
  const collection = withColumns(createWithKernels([...rows], { catalog }, chooseKernels("auto")));
  const used = usedBytes() - withRows;
  progress(`  columns: ${collection.bytes()} bytes as reported by the collection, ${used} in use`);
  return {
    bytes: { [PARSE]: withRows - before, [COLUMNS]: used },
    ways: [
      { name: PARSE, build: parseAll },
      { name: COLUMNS, build: () => columnsOf("any") },
      { name: PLAIN_COLUMNS, build: () => columnsOf("plain") },
      ...(isRegular ? peers(rows as Row[]) : []),
    ],
  };
}

async function textWays(): Promise<Ways> {
  const before = usedBytes();
  const collection = await loadText(true);
  const used = usedBytes() - before;
  if (collection.size !== task.count) throw new Error("rows of the text are missing");
  return {
    bytes: { [TEXT_COLUMNS]: used },
    ways: [
      { name: PARSE, build: parseAll },
      { name: LINES, build: () => loadCollection(parseLines(), { catalog, rows: "plain" }) },
      { name: TEXT, build: () => loadText(false) },
      { name: TEXT_COLUMNS, build: () => loadText(true) },
    ],
  };
}

/** Closes a database: garbage collection does not free its memory. */
function release(built: unknown): void {
  if (typeof built === "function") built();
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

function peers(all: readonly Row[]): BuildContestant[] {
  return [
    { name: HAND_MADE, build: () => handMadeColumns(all) },
    {
      name: DUCKDB,
      build: async () => {
        const { DuckDBInstance } = await import("@duckdb/node-api");
        const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
        const connection = await instance.connect();
        await connection.run(DEFINITION);
        await appendRows(connection, all);
        return () => {
          connection.closeSync();
          instance.closeSync();
        };
      },
    },
    {
      name: SQLITE,
      build: () => {
        const database = new DatabaseSync(":memory:");
        database.exec(definitionOf("reports"));
        insertRows(database, all);
        return () => database.close();
      },
    },
    { name: ARQUERO, build: () => openArquero(all) },
  ];
}

import { DatabaseSync } from "node:sqlite";
import { toSqlite } from "../../evaluate/languages.ts";
import type { Condition } from "../../evaluate/queries.ts";
import type { Row } from "../../evaluate/rows.ts";
import type { PageRequest, Identified, Store } from "./store.ts";

/** SQLite of Node.js in memory, with a table without indexes and one with. Runs prepared statements. */
export interface OpenSqlite {
  readonly stores: readonly [Store, Store];
  readonly database: DatabaseSync;
  readonly close: () => void;
}

export function openSqlite(rows: readonly Row[]): OpenSqlite {
  const database = new DatabaseSync(":memory:");
  const patterns = new Map<string, RegExp>();
  database.function("regexp", { deterministic: true }, (pattern, text) => {
    let known = patterns.get(pattern as string);
    if (known === undefined) patterns.set(pattern as string, (known = new RegExp(pattern as string)));
    return known.test(text as string) ? 1 : 0;
  });
  database.exec(definitionOf("reports"));
  insertRows(database, rows);
  database.exec(`${definitionOf("indexed")}; INSERT INTO indexed SELECT * FROM reports`);
  for (const index of INDEXES)
    database.exec(`CREATE INDEX by_${index.replaceAll(/\W+/g, "_")} ON indexed (${index})`);
  database.exec("ANALYZE");
  return {
    stores: [
      storeOf(database, "reports", "node:sqlite"),
      storeOf(database, "indexed", "node:sqlite with indexes"),
    ],
    database,
    close: () => database.close(),
  };
}

/** Indexes that a developer would choose for the ten filters. */
const INDEXES = [
  "name",
  "createdBy",
  "state, size",
  "modifiedTimeStamp",
  "score",
  "size",
  "owner_city, score",
  "name COLLATE NOCASE, id",
];

export const definitionOf = (table: string) => `CREATE TABLE ${table} (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, createdBy TEXT NOT NULL, state TEXT NOT NULL, description TEXT NOT NULL,
  modifiedTimeStamp TEXT NOT NULL, score REAL NOT NULL, size INTEGER NOT NULL, owner_city TEXT NOT NULL,
  owner_country TEXT NOT NULL, tags TEXT NOT NULL)`;

export function insertRows(database: DatabaseSync, rows: readonly Row[]): void {
  const insert = database.prepare(`INSERT INTO reports VALUES (${Array(11).fill("?").join()})`);
  database.exec("BEGIN");
  for (const row of rows) insert.run(...valuesOf(row));
  database.exec("COMMIT");
}

export function valuesOf(row: Row): (string | number)[] {
  const { id, name, createdBy, state, description, modifiedTimeStamp, score, size, owner, tags } = row;
  return [
    id,
    name,
    createdBy,
    state,
    description,
    modifiedTimeStamp,
    score,
    size,
    owner.city,
    owner.country,
    JSON.stringify(tags),
  ];
}

function storeOf(database: DatabaseSync, table: string, name: string): Store {
  const countOf = (condition: Condition) => {
    const statement = database.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${toSqlite(condition)}`);
    return () => statement.get()!["count"] as number;
  };
  const rowsOf = (text: string) => {
    const statement = database.prepare(text);
    return () => statement.all() as unknown as Identified[];
  };
  /** Ordered by NOCASE (ASCII letters without case), SQLite's closest match to a collation. */
  const pageOf = ({ start, limit }: PageRequest) =>
    rowsOf(`SELECT * FROM ${table} ORDER BY name COLLATE NOCASE, id LIMIT ${limit} OFFSET ${start}`);
  return {
    name,
    count: countOf,
    page: pageOf,
  };
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Catalog } from "tamis";
import { fromSqliteFile } from "tamis/databases";
import { memoryStore, postgresStore, sqliteStore, type ChangeJournal, type RowStore } from "tamis/http";
import { createCollection } from "tamis/store";
import { embeddedPool } from "../../sql/engines/postgres.ts";

export interface StoreFixtureOptions {
  readonly unique?: readonly (readonly string[])[];
  readonly journal?: ChangeJournal;
}

type Open = (catalog: Catalog, options?: StoreFixtureOptions) => Promise<RowStore>;

export interface StoreFixture {
  readonly store: RowStore;
  /** Opens another table of the same database. */
  readonly open: Open;
  readonly end: () => Promise<void>;
}

/** Members with one value, of each type but string, and a list. */
export const TYPED_MEMBERS = {
  size: "integer",
  ratio: "number",
  done: "boolean",
  day: "date",
  at: "time",
  changed: "dateTime",
  tags: { type: "list", items: "string" },
} as const;

/** The stores of `tamis/http`, each with a new and empty table. */
export const STORES: readonly (readonly [
  string,
  (catalog: Catalog, options?: StoreFixtureOptions) => Promise<StoreFixture>,
])[] = [
  ["memory", openMemory],
  ["SQLite", openSqlite],
  ["PostgreSQL", openPostgres],
];

async function openMemory(catalog: Catalog, options: StoreFixtureOptions = {}): Promise<StoreFixture> {
  const open: Open = (each, given = {}) =>
    Promise.resolve(memoryStore(createCollection<Record<string, unknown>>([], { catalog: each }), given));
  return { store: await open(catalog, options), open, end: () => Promise.resolve() };
}

export async function openSqlite(catalog: Catalog, options: StoreFixtureOptions = {}): Promise<StoreFixture> {
  const folder = mkdtempSync(join(tmpdir(), "tamis-store-"));
  const file = join(folder, "rows.db");
  const databases: DatabaseSync[] = [];
  const connect = () => {
    const database = new DatabaseSync(file);
    databases.push(database);
    return database;
  };
  const first = connect();
  const source = fromSqliteFile(file);
  const open: Open = (each, given = {}) =>
    sqliteStore({ ...given, database: connect(), source, catalog: each });
  const store = await sqliteStore({ ...options, database: first, source, catalog });
  return {
    store,
    open,
    async end() {
      await source.close();
      for (const database of databases) database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

let schemas = 0;

export async function openPostgres(
  catalog: Catalog,
  options: StoreFixtureOptions = {},
): Promise<StoreFixture> {
  const pool = await embeddedPool({ max: 8 });
  const schema = `tamis_store_${process.pid}_${schemas++}`;
  await pool.query(`CREATE SCHEMA ${schema}`);
  const open: Open = (each, given = {}) =>
    postgresStore({ ...given, pool, catalog: each, table: { table: [schema, each.name] } });
  return {
    store: await open(catalog, options),
    open,
    async end() {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
    },
  };
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Catalog } from "tamis";
import { fromSqliteFile } from "tamis/databases";
import { memoryStore, postgresStore, sqliteStore, type RowStore } from "tamis/http";
import { createCollection } from "tamis/store";
import { embeddedPool } from "../../sql/engines/postgres.ts";

export interface StoreFixtureOptions {
  readonly unique?: readonly (readonly string[])[];
}

export interface StoreFixture {
  readonly store: RowStore;
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

function openMemory(catalog: Catalog, options: StoreFixtureOptions = {}): Promise<StoreFixture> {
  const collection = createCollection<Record<string, unknown>>([], { catalog });
  return Promise.resolve({ store: memoryStore(collection, options), end: () => Promise.resolve() });
}

export async function openSqlite(catalog: Catalog, options: StoreFixtureOptions = {}): Promise<StoreFixture> {
  const folder = mkdtempSync(join(tmpdir(), "tamis-store-"));
  const file = join(folder, "rows.db");
  const database = new DatabaseSync(file);
  const source = fromSqliteFile(file);
  const store = await sqliteStore({ ...options, database, source, catalog });
  return {
    store,
    async end() {
      await source.close();
      database.close();
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
  const table = { table: [schema, catalog.name] };
  const store = await postgresStore({ ...options, pool, catalog, table });
  return {
    store,
    async end() {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
    },
  };
}

import { DatabaseSync } from "node:sqlite";
import type { Catalog } from "tamis";
import { fromSqliteFile } from "tamis/databases";
import { memoryStore, postgresStore, sqliteStore, type ChangeJournal, type RowStore } from "tamis/http";
import { createCollection } from "tamis/store";
import { sharedFile } from "../../engine/databases/drivers/drivers.ts";
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
  const open: Open = (table, others = {}) =>
    Promise.resolve(memoryStore(createCollection<Record<string, unknown>>([], { catalog: table }), others));
  return { store: await open(catalog, options), open, end: () => Promise.resolve() };
}

async function openSqlite(catalog: Catalog, options: StoreFixtureOptions = {}): Promise<StoreFixture> {
  const { path, database, end } = sharedFile();
  const connections: DatabaseSync[] = [];
  const source = fromSqliteFile(path);
  const open: Open = (table, others = {}) => {
    const connection = new DatabaseSync(path);
    connections.push(connection);
    return sqliteStore({ ...others, database: connection, source, catalog: table });
  };
  const store = await sqliteStore({ ...options, database, source, catalog });
  return {
    store,
    open,
    async end() {
      await source.close();
      for (const connection of connections) connection.close();
      end();
    },
  };
}

let schemas = 0;

async function openPostgres(catalog: Catalog, options: StoreFixtureOptions = {}): Promise<StoreFixture> {
  const pool = await embeddedPool({ max: 8 });
  const schema = `tamis_store_${process.pid}_${schemas++}`;
  await pool.query(`CREATE SCHEMA ${schema}`);
  const open: Open = (catalog, options = {}) =>
    postgresStore({ ...options, pool, catalog, table: { table: [schema, catalog.name] } });
  return {
    store: await open(catalog, options),
    open,
    async end() {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
    },
  };
}

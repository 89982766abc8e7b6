import { DatabaseSync } from "node:sqlite";
import type { Catalog } from "tamis";
import { fromPg, fromSqliteFile, type SqlSource } from "tamis/databases";
import {
  memoryStore,
  postgresStore,
  sqliteStore,
  type ChangeJournal,
  type DatabaseStoreOptions,
  type RowStore,
} from "tamis/http";
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

/** A database of its own for one test. */
export interface StoreDatabase {
  readonly source: SqlSource;
  readonly run: (statement: string) => Promise<unknown>;
  readonly open: (options: DatabaseStoreOptions) => Promise<RowStore>;
  readonly end: () => Promise<void>;
}

export const DATABASES: readonly (readonly [string, () => Promise<StoreDatabase>])[] = [
  ["SQLite", openSqlite],
  ["PostgreSQL", openPostgres],
];

/** The stores of `tamis/http`, each with a new and empty table. */
export const STORES: readonly (readonly [
  string,
  (catalog: Catalog, options?: StoreFixtureOptions) => Promise<StoreFixture>,
])[] = [
  ["memory", openMemory],
  ...DATABASES.map(
    ([name, openDatabase]) =>
      [
        name,
        async (catalog: Catalog, options?: StoreFixtureOptions) => {
          const database = await openDatabase();
          const open: Open = (table, others) => database.open({ ...others, catalog: table });
          return { store: await open(catalog, options), open, end: database.end };
        },
      ] as const,
  ),
];

async function openMemory(catalog: Catalog, options: StoreFixtureOptions = {}): Promise<StoreFixture> {
  const open: Open = (table, others = {}) =>
    Promise.resolve(memoryStore(createCollection<Record<string, unknown>>([], { catalog: table }), others));
  return { store: await open(catalog, options), open, end: () => Promise.resolve() };
}

function openSqlite(): Promise<StoreDatabase> {
  const { path, database, end } = sharedFile();
  const source = fromSqliteFile(path);
  const connections: DatabaseSync[] = [];
  return Promise.resolve({
    source,
    run: (statement) => Promise.resolve(database.exec(statement)),
    open(options) {
      const connection = new DatabaseSync(path);
      connections.push(connection);
      return sqliteStore({ ...options, database: connection, source });
    },
    async end() {
      await source.close();
      for (const connection of connections) connection.close();
      end();
    },
  });
}

let schemas = 0;

async function openPostgres(): Promise<StoreDatabase> {
  const schema = `tamis_store_${process.pid}_${schemas++}`;
  const pool = await embeddedPool({ max: 8, options: `-c search_path=${schema}` });
  await pool.query(`CREATE SCHEMA ${schema}`);
  return {
    source: fromPg(pool),
    run: (statement) => pool.query(statement),
    open: (options) => postgresStore({ ...options, pool }),
    async end() {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
    },
  };
}

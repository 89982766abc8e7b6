import { DatabaseSync } from "node:sqlite";
import * as duckdb from "@duckdb/node-api";
import * as mariadb from "mariadb";
import type pg from "pg";
import { fromChdb } from "../../../src/engine/databases/adapters/clickhouse/chdb.ts";
import {
  FORMAT,
  TabSeparatedReader,
} from "../../../src/engine/databases/adapters/clickhouse/tab-separated.ts";
import { fromDuckdb } from "../../../src/engine/databases/adapters/duckdb/duckdb.ts";
import { duckdbTableView } from "../../../src/engine/databases/adapters/duckdb/view.ts";
import { fromNodeSqlite } from "../../../src/engine/databases/adapters/sqlite/node-sqlite.ts";
import { fromSqliteFile } from "../../../src/engine/databases/adapters/sqlite/sqlite-file.ts";
import { fromBunSqlite } from "../../../src/engine/databases/adapters/sqlite/bun-sqlite.ts";
import { fromD1 } from "../../../src/engine/databases/adapters/sqlite/d1.ts";
import { fromLibsql } from "../../../src/engine/databases/adapters/sqlite/libsql.ts";
import { fromPg } from "../../../src/engine/databases/adapters/postgres/pg.ts";
import { fromPglite } from "../../../src/engine/databases/adapters/postgres/pglite.ts";
import { fromPostgresJs } from "../../../src/engine/databases/adapters/postgres/postgres-js.ts";
import type { DatabaseDriver } from "../../../src/engine/databases/opening/source-of.ts";
import type { SqlSource } from "../../../src/engine/databases/source.ts";
import type { SourceLimit } from "../../../src/engine/explain.ts";
import type { DialectName } from "../../../src/sql/dialects/list.ts";
import { beyondSample, sampleOf } from "../../effort.ts";
import { openChdb } from "../../sql/engines/clickhouse/open-chdb.ts";
import { embeddedPool, machinePool } from "../../sql/engines/postgres.ts";
import {
  HAS_DRIVERS,
  IS_BUN,
  openBetterSqlite,
  openBunSqlite,
  openD1,
  openLibsql,
  openPostgresJs,
  sharedFile,
  sharedPglite,
} from "./drivers/drivers.ts";
import { MARIADB, mariadbAnswers, mariadbSourceOf } from "../../sql/engines/mariadb.ts";

/** Databases with the drivers that programs use. Tests can also run statements of their own. */

export interface OpenedDatabase {
  /** What a program has: a pool or connection of the driver, or a source. */
  readonly driver: DatabaseDriver;
  readonly source: SqlSource;
  /** Runs a statement of the test, on another connection if there are several. Returns the rows as lists of values. */
  readonly run: (statement: string) => Promise<readonly (readonly unknown[])[]>;
  /** Creates a view of a table whose columns `findTable` can read, and returns its name. */
  readonly view?: (table: string) => Promise<string>;
  /** Returns the number of the pool's connections in use; 0 without a pool. */
  readonly lent: () => number;
  readonly end: () => Promise<void>;
}

export type Product = DialectName;

export const DATABASES: readonly {
  readonly name: string;
  readonly product: Product;
  /** Whether statements run in the thread of the program, so that a signal is checked only between rows. */
  readonly blocks?: boolean;
  /** What the driver cannot do, as explanations state it. Default: nothing. */
  readonly limits?: readonly SourceLimit[];
  /** Opens the database. Returns undefined, and prints a line, if the database is not available. */
  readonly open: () => Promise<OpenedDatabase | undefined>;
}[] = [
  { name: "node:sqlite", product: "sqlite", blocks: true, limits: ["cancellation"], open: openSqlite },
  { name: "node:sqlite in worker threads", product: "sqlite", open: openSqliteFile },
  { name: "pg, PostgreSQL 18", product: "postgres", open: () => openPostgres(embeddedPool) },
  ...beyondSample({
    name: "pg, PostgreSQL of the machine",
    product: "postgres",
    open: () => openPostgres(machinePool),
  } as const),
  { name: "mariadb", product: "mariadb", open: () => openMariadb("mariadb") },
  ...beyondSample({ name: "mysql2", product: "mariadb", open: () => openMariadb("mysql2") } as const),
  { name: "@duckdb/node-api", product: "duckdb", open: openDuckdb },
  { name: "chdb", product: "clickhouse", limits: ["snapshot", "cancellation"], open: openClickhouse },
  ...(IS_BUN
    ? ([
        {
          name: "bun:sqlite",
          product: "sqlite",
          blocks: true,
          limits: ["cancellation"],
          open: () => openFile(openBunSqlite, fromBunSqlite),
        },
      ] as const)
    : []),
  ...(HAS_DRIVERS
    ? sampleOf("engine/databases: further drivers", [
        { name: "postgres", product: "postgres", open: openPostgresJsPool },
        {
          name: "PGlite",
          product: "postgres",
          blocks: true,
          limits: ["cancellation", "timeout"],
          open: openPglite,
        },
        {
          name: "better-sqlite3",
          product: "sqlite",
          blocks: true,
          limits: ["cancellation"],
          open: () =>
            openFile(openBetterSqlite, fromNodeSqlite, ({ inTransaction }) => Number(inTransaction)),
        },
        {
          name: "@libsql/client",
          product: "sqlite",
          blocks: true,
          limits: ["functions", "cancellation", "timeout", "batches"],
          open: () => openFile(openLibsql, fromLibsql),
        },
        {
          name: "D1",
          product: "sqlite",
          limits: ["functions", "snapshot", "cancellation", "timeout", "batches"],
          open: openD1Database,
        },
      ] as const)
    : []),
];

function openSqlite(): Promise<OpenedDatabase> {
  const database = new DatabaseSync(":memory:");
  return Promise.resolve({
    driver: database,
    source: fromNodeSqlite(database),
    run: runnerOf(database),
    lent: () => Number(database.isTransaction),
    end: () => Promise.resolve(database.close()),
  });
}

function openSqliteFile(): Promise<OpenedDatabase> {
  const { path, database, end } = sharedFile();
  const source = fromSqliteFile(path);
  return Promise.resolve({
    driver: source,
    source,
    run: runnerOf(database),
    lent: () => 0,
    end: () => source.close().then(end),
  });
}

function runnerOf(database: DatabaseSync): OpenedDatabase["run"] {
  return (statement) => {
    const prepared = database.prepare(statement);
    prepared.setReturnArrays(true);
    return Promise.resolve(prepared.all() as unknown as unknown[][]);
  };
}

let opened = 0;

async function openPostgres(
  connect: (options: pg.PoolConfig) => Promise<pg.Pool | undefined>,
): Promise<(OpenedDatabase & { readonly pool: pg.Pool; readonly schema: string }) | undefined> {
  const schema = `tamis_opened_${process.pid}_${opened++}`;
  const pool = await connect({ application_name: schema });
  if (pool === undefined) return undefined;
  // Each connection uses the schema of this test, so that tests do not see each other's tables.
  // A connection that cancels a statement can end before that.
  const ignore = () => undefined;
  pool.on("connect", (client) => void client.query(`SET search_path TO ${schema}`).catch(ignore));
  const ready = pool.query(`CREATE SCHEMA ${schema}`).then(() => pool.query(`SET search_path TO ${schema}`));
  return {
    pool,
    schema,
    driver: pool,
    source: fromPg(pool),
    async run(statement) {
      await ready;
      return (await pool.query<unknown[]>({ text: statement, rowMode: "array" })).rows;
    },
    lent: () => pool.totalCount - pool.idleCount,
    async end() {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
    },
  };
}

async function openMariadb(driver: "mariadb" | "mysql2"): Promise<OpenedDatabase | undefined> {
  answering ??= mariadbAnswers();
  if (!(await answering)) return undefined;
  const database = `tamis_opened_${process.pid}_${opened++}`;
  const admin = await mariadb.createConnection({ ...MARIADB, rowsAsArray: true });
  await admin.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`);
  await admin.query(`USE ${database}`);
  await admin.query("SET NAMES utf8mb4");
  await admin.query("SET sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES')");
  const { pool, source, end, lent } = mariadbSourceOf(driver, database);
  return {
    driver: pool,
    source,
    run: async (statement) => {
      const rows: unknown = await admin.query(statement);
      return Array.isArray(rows) ? (rows as unknown[][]) : [];
    },
    lent,
    async end() {
      await admin.query(`DROP DATABASE ${database}`);
      await admin.end();
      await end();
    },
  };
}

let answering: Promise<boolean> | undefined;

async function openDuckdb(): Promise<OpenedDatabase> {
  const instance = await duckdb.DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const other = await instance.connect();
  const source = fromDuckdb(connection, duckdb);
  return {
    driver: source,
    source,
    run: async (statement) => (await other.runAndReadAll(statement)).getRows(),
    view: async (table) => {
      await duckdbTableView(connection, `view_of_${table}`, [table]);
      return `view_of_${table}`;
    },
    lent: () => 0,
    end() {
      for (const each of [connection, other]) each.closeSync();
      instance.closeSync();
      return Promise.resolve();
    },
  };
}

function openClickhouse(): Promise<OpenedDatabase | undefined> {
  const session = openChdb();
  if (session === undefined) return Promise.resolve(undefined);
  session.query("SET data_type_default_nullable = 1");
  return Promise.resolve({
    driver: session,
    source: fromChdb(session),
    // Columns take null unless told otherwise, and schemas exist, as in other databases.
    run: async (statement) => {
      const text = statement
        .replace(/^(CREATE|DROP) SCHEMA (.*?)(?: CASCADE)?$/, "$1 DATABASE $2")
        .replace(/(?<!NOT NULL )PRIMARY KEY(?! \()/, "NOT NULL PRIMARY KEY");
      const found = await session.queryBindAsync(text, {}, { format: FORMAT });
      return new TabSeparatedReader().rows(found.text());
    },
    lent: () => 0,
    end: () => Promise.resolve(session.close()),
  });
}

async function openPostgresJsPool(): Promise<OpenedDatabase> {
  const opened = (await openPostgres(embeddedPool))!;
  const { pool, schema } = opened;
  const sql = await openPostgresJs(pool, { search_path: schema, application_name: schema });
  return {
    ...opened,
    driver: sql,
    source: fromPostgresJs(sql),
    lent: () => 0,
    async end() {
      // Without a timeout, it waits for connections that the server has ended.
      await sql.end({ timeout: 1 });
      await opened.end();
    },
  };
}

async function openPglite(): Promise<OpenedDatabase> {
  const database = await sharedPglite();
  const schema = `tamis_opened_${opened++}`;
  await database.exec(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}`);
  return {
    driver: database,
    source: fromPglite(database),
    run: async (statement) => (await database.query(statement, [], { rowMode: "array" })).rows as unknown[][],
    lent: () => 0,
    async end() {
      await database.exec(`DROP SCHEMA ${schema} CASCADE`);
    },
  };
}

/** Opens a file with a driver, and with `node:sqlite` for the statements of tests. */
async function openFile<D extends DatabaseDriver & { readonly close: () => unknown }>(
  openDriver: (path: string) => Promise<D>,
  sourceOf: (driver: D) => SqlSource,
  lentOf: (driver: D) => number = () => 0,
): Promise<OpenedDatabase> {
  const { path, database, end } = sharedFile();
  const driver = await openDriver(path);
  return {
    driver,
    source: sourceOf(driver),
    run: runnerOf(database),
    lent: () => lentOf(driver),
    end: () => Promise.resolve(driver.close()).then(end),
  };
}

async function openD1Database(): Promise<OpenedDatabase> {
  const { database, end } = await openD1();
  return {
    driver: database,
    source: fromD1(database),
    run: async (statement) => (await database.prepare(statement).raw()) as unknown[][],
    lent: () => 0,
    end,
  };
}

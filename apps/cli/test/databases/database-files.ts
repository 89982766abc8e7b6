/** Creates tables of databases by SQL statements. */
import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DuckDBInstance } from "@duckdb/node-api";
import { createConnection } from "mariadb";
import type { Pool } from "pg";
import { onTestFinished } from "vitest";
import { MARIADB, mariadbAnswers } from "../../../../test/sql/engines/mariadb.ts";

export const MARIADB_ADDRESS = `mariadb://${MARIADB.user}@${MARIADB.host}:${MARIADB.port}/${MARIADB.database}`;

/** Runs statements on a SQLite file, which is created if it is empty. Returns its path. */
export function sqliteFile(path: string, sql: string): string {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

/** Returns a statement that inserts rows with the values of all columns. */
export function insertRows(table: string, rows: readonly object[]): string {
  const literal = (value: unknown) =>
    typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  const tuples = rows.map((row) => `(${Object.values(row).map(literal).join()})`);
  return `INSERT INTO ${table} VALUES ${tuples.join()}`;
}

/** Runs statements on a new DuckDB file, which replaces another file. Returns its path. */
export async function duckdbFile(path: string, ...statements: readonly string[]): Promise<string> {
  rmSync(path, { force: true });
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  return path;
}

interface Server {
  readonly query: (statement: string) => Promise<unknown>;
  readonly end: () => Promise<void>;
}

/** Runs statements. The end of the test drops an object, such as `TABLE t`, and ends the connection. */
async function create(server: Server, object: string, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await server.query(statement);
  onTestFinished(async () => {
    await server.query(`DROP ${object}`);
    await server.end();
  });
}

/** Creates an object in PostgreSQL until the end of the test. Returns the address of the database. */
export async function createInPostgres(pool: Pool, object: string, ...statements: readonly string[]) {
  await create(pool, object, statements);
  const { user = "postgres", host = "", port = 0, database = "postgres" } = pool.options;
  return `postgres://${user}@${host}:${port}/${database}`;
}

/** Creates an object in MariaDB until the end of the test. Returns the address of the database, if it answers. */
export async function createInMariadb(object: string, ...statements: readonly string[]) {
  if (!(await mariadbAnswers())) return undefined;
  await create(await createConnection(MARIADB), object, statements);
  return MARIADB_ADDRESS;
}

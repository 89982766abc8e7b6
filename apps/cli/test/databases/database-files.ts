/** Creates database files by SQL statements. */
import { DatabaseSync } from "node:sqlite";
import { DuckDBInstance } from "@duckdb/node-api";

/** Runs statements on a SQLite file, which is created if it is empty. Returns its path. */
export function sqliteFile(path: string, sql: string): string {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

/** Runs statements on a new DuckDB file. Returns its path. */
export async function duckdbFile(path: string, ...statements: readonly string[]): Promise<string> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  return path;
}

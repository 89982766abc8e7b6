import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { onTestFinished } from "vitest";

export interface OpenedDuckdb {
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;
}

/** Opens a DuckDB database in memory and runs statements. It is closed after the running test. */
export async function openedDuckdb(...setUp: readonly string[]): Promise<OpenedDuckdb> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  onTestFinished(() => {
    connection.closeSync();
    instance.closeSync();
  });
  for (const each of setUp) await connection.run(each);
  return { instance, connection };
}

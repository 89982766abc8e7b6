import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import { sqlColumn, toDuckdb } from "../../evaluate/languages.ts";
import type { Row } from "../../evaluate/rows.ts";
import type { Identified, PagedStore } from "./store.ts";

/** ENUM columns of the second table. */
const ENUM_COLUMNS = ["name", "createdBy", "state", "owner.city", "owner.country"].map(sqlColumn);

/**
 * Opens DuckDB in memory, with two stores: a table with VARCHAR columns, and a table with ENUM columns for strings with few distinct
 * values. They run prepared statements and return rows as objects.
 */
export async function openDuckdb(rows: readonly Row[], threads: 1 | 2) {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:", { threads: String(threads) });
  const connection = await instance.connect();
  await connection.run(DEFINITION);
  await appendRows(connection, rows);
  await defineEnums(connection);
  const used = `${threads} thread${threads === 1 ? "" : "s"}`;
  return {
    stores: [
      storeOf(connection, "reports", `DuckDB, ${used}`),
      storeOf(connection, "enums", `DuckDB with ENUM columns, ${used}`),
    ] as const,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export const DEFINITION = `CREATE TABLE reports (
  id INTEGER NOT NULL, name VARCHAR NOT NULL, createdBy VARCHAR NOT NULL, state VARCHAR NOT NULL,
  description VARCHAR NOT NULL, modifiedTimeStamp TIMESTAMP NOT NULL, score DOUBLE NOT NULL, size INTEGER NOT NULL,
  owner_city VARCHAR NOT NULL, owner_country VARCHAR NOT NULL, tags VARCHAR[] NOT NULL)`;

/** Loads rows by the appender, the fastest way. */
export async function appendRows(connection: DuckDBConnection, rows: readonly Row[]): Promise<void> {
  const { LIST, VARCHAR, listValue, timestampValue } = await import("@duckdb/node-api");
  const tags = LIST(VARCHAR);
  const append = (appender: DuckDBAppender, row: Row) => {
    appender.appendInteger(row.id);
    appender.appendVarchar(row.name);
    appender.appendVarchar(row.createdBy);
    appender.appendVarchar(row.state);
    appender.appendVarchar(row.description);
    appender.appendTimestamp(timestampValue(BigInt(Date.parse(row.modifiedTimeStamp)) * 1000n));
    appender.appendDouble(row.score);
    appender.appendInteger(row.size);
    appender.appendVarchar(row.owner.city);
    appender.appendVarchar(row.owner.country);
    appender.appendList(listValue(row.tags), tags);
    appender.endRow();
  };
  const appender = await connection.createAppender("reports");
  for (const row of rows) append(appender, row);
  appender.closeSync();
}

async function defineEnums(connection: DuckDBConnection): Promise<void> {
  const columns: string[] = [];
  for (const column of ENUM_COLUMNS) {
    await connection.run(
      `CREATE TYPE ${column}_values AS ENUM (SELECT DISTINCT ${column} FROM reports ORDER BY 1)`,
    );
    columns.push(`${column}::${column}_values AS ${column}`);
  }
  await connection.run(`CREATE TABLE enums AS SELECT * REPLACE (${columns.join(", ")}) FROM reports`);
}

function storeOf(connection: DuckDBConnection, table: string, name: string): PagedStore {
  return {
    name,
    isElsewhere: true,
    count: async (condition) => {
      const statement = await connection.prepare(
        `SELECT count(*) FROM ${table} WHERE ${toDuckdb(condition)}`,
      );
      return async () => Number((await statement.runAndReadAll()).getRows()[0]![0]);
    },
    page: async ({ start, limit }) => {
      const statement = await connection.prepare(
        `SELECT * FROM ${table} ORDER BY name COLLATE en, id LIMIT ${limit} OFFSET ${start}`,
      );
      return async () => (await statement.runAndReadAll()).getRowObjectsJS() as unknown as Identified[];
    },
  };
}

import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import { sqlColumn, toDuckdb } from "../../evaluate/languages.ts";
import type { Condition } from "../../evaluate/queries.ts";
import type { Row } from "../../evaluate/rows.ts";
import type { PageRequest, Identified, Store } from "./store.ts";

export const VARCHAR_COLUMNS = "VARCHAR";
export const ENUMS = "ENUM";

/** DuckDB in memory. Runs prepared statements and returns rows as objects. */
export interface OpenDuckdb {
  /** A table with VARCHAR columns, and a table with ENUM columns for strings with few distinct values. */
  readonly stores: readonly [Store, Store];
  readonly close: () => void;
}

/** ENUM columns of the second table. */
const ENUM_COLUMNS = ["name", "createdBy", "state", "owner.city", "owner.country"].map(sqlColumn);

export async function openDuckdb(rows: readonly Row[], threads: 1 | 2): Promise<OpenDuckdb> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:", { threads: String(threads) });
  const connection = await instance.connect();
  await connection.run(DEFINITION);
  await appendRows(connection, rows);
  await defineEnums(connection);
  const name = (kind: string) =>
    `DuckDB${kind === ENUMS ? " with ENUM columns" : ""}, ${threads} thread${threads === 1 ? "" : "s"}`;
  return {
    stores: [
      storeOf(connection, "reports", name(VARCHAR_COLUMNS)),
      storeOf(connection, "enums", name(ENUMS)),
    ],
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

function storeOf(connection: DuckDBConnection, table: string, name: string): Store {
  const rowsOf = async (text: string) => {
    const statement = await connection.prepare(text);
    return async () => (await statement.runAndReadAll()).getRowObjectsJS() as unknown as Identified[];
  };
  const countOf = async (condition: Condition) => {
    const statement = await connection.prepare(`SELECT count(*) FROM ${table} WHERE ${toDuckdb(condition)}`);
    return async () => Number((await statement.runAndReadAll()).getRows()[0]![0]);
  };
  const pageOf = ({ start, limit }: PageRequest) =>
    rowsOf(`SELECT * FROM ${table} ORDER BY name COLLATE en, id LIMIT ${limit} OFFSET ${start}`);
  return {
    name,
    isElsewhere: true,
    count: countOf,
    ...(table === "enums" ? {} : { page: pageOf }),
  };
}

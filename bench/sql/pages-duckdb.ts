import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import { fromDuckdb } from "../../src/engine/databases/adapters/duckdb/duckdb.ts";
import type { Row } from "../evaluate/rows.ts";
import type { PageDatabase } from "./page-database.ts";
import type { HandWrittenSql, Scenario } from "./scenarios.ts";

/** DuckDB, in memory, with sort keys in a column. It scans whole columns, so indexes matter little. */
export const duckdbPages: PageDatabase = {
  name: "DuckDB",
  async open(rows, { keys }) {
    const driver = await import("@duckdb/node-api");
    const { DuckDBInstance, blobValue, listValue, timestampValue } = driver;
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const key = keys.createCollation();
    await load(connection, rows, timestampValue, (name) => blobValue(key.sortKey(name)));
    const dialect = await fromDuckdb(connection, driver).prepare({ locales: [] });
    const plain = { nullable: false, finite: true } as const;
    const bound = (values: readonly unknown[]) =>
      values.map((value): DuckDBValue => {
        if (value instanceof Uint8Array) return blobValue(value);
        if (value instanceof Date) return timestampValue(BigInt(value.getTime()) * 1000n);
        return Array.isArray(value) ? listValue(value as DuckDBValue[]) : (value as DuckDBValue);
      });
    return {
      dialect,
      tables: {
        column: {
          table: "reports",
          members: {
            createdBy: { column: "createdBy", ...plain },
            state: { column: "state", ...plain },
            description: { column: "description", ...plain },
            modifiedTimeStamp: { column: "modifiedTimeStamp", ...plain },
            score: { column: "score", ...plain },
            size: { column: "size", ...plain },
            name: { column: "name", ...plain, keys: [keys.describeKeyColumn("nameKey", {})] },
          },
        },
        function: undefined,
      },
      handWritten: handOf,
      bind: ({ type, value }) => (type === "integer" ? BigInt(value as number) : value),
      prepare: async (text, values) => {
        const statement = await connection.prepare(text);
        statement.bind(bound(values));
        return async () => (await statement.runAndReadAll()).getRows();
      },
      usesIndex: async (text, values) => {
        const plan = await connection.runAndReadAll(`EXPLAIN ${text}`, bound(values));
        return plan.getRows().some((row) => /INDEX_SCAN|Index Scan/.test(row.join()));
      },
      close: () => {
        connection.closeSync();
        instance.closeSync();
        return Promise.resolve();
      },
    };
  },
};

async function load(
  connection: DuckDBConnection,
  rows: readonly Row[],
  timestamp: (microseconds: bigint) => Parameters<Appender["appendTimestamp"]>[0],
  keyOf: (name: string) => { readonly bytes: Uint8Array },
): Promise<void> {
  await connection.run(
    `CREATE TABLE reports (id BIGINT PRIMARY KEY, name VARCHAR NOT NULL, nameKey BLOB NOT NULL, createdBy VARCHAR NOT NULL,
      state VARCHAR NOT NULL, description VARCHAR NOT NULL, modifiedTimeStamp TIMESTAMP NOT NULL, score DOUBLE NOT NULL,
      size BIGINT NOT NULL)`,
  );
  const appender = await connection.createAppender("reports");
  for (const row of rows) {
    appender.appendBigInt(BigInt(row.id));
    appender.appendVarchar(row.name);
    appender.appendBlob(keyOf(row.name).bytes);
    appender.appendVarchar(row.createdBy);
    appender.appendVarchar(row.state);
    appender.appendVarchar(row.description);
    appender.appendTimestamp(timestamp(BigInt(Date.parse(row.modifiedTimeStamp)) * 1000n));
    appender.appendDouble(row.score);
    appender.appendBigInt(BigInt(row.size));
    appender.endRow();
  }
  appender.closeSync();
}
type Appender = Awaited<ReturnType<DuckDBConnection["createAppender"]>>;

function handOf({ name, handWritten: hand }: Scenario): HandWrittenSql {
  return name === "contains" ? { ...hand, where: "contains(description, ?)" } : hand;
}

import type { DuckDBValue } from "@duckdb/node-api";
import { fromDuckdb } from "../../src/engine/databases/adapters/duckdb/duckdb.ts";
import { columnReader, describeTable, type PageDatabase } from "./page-database.ts";

/** DuckDB, in memory, with sort keys in a column. It scans whole columns, so indexes matter little. */
export const duckdbPages: PageDatabase = {
  name: "DuckDB",
  async open(rows) {
    const driver = await import("@duckdb/node-api");
    const { DuckDBInstance, blobValue, listValue, timestampValue } = driver;
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const bound = (values: readonly unknown[]) =>
      values.map((value): DuckDBValue => {
        if (value instanceof Uint8Array) return blobValue(value);
        if (value instanceof Date) return timestampValue(BigInt(value.getTime()) * 1000n);
        return Array.isArray(value) ? listValue(value as DuckDBValue[]) : (value as DuckDBValue);
      });
    await connection.run(
      `CREATE TABLE reports (id BIGINT PRIMARY KEY, name VARCHAR NOT NULL, nameKey BLOB NOT NULL, createdBy VARCHAR NOT NULL,
        state VARCHAR NOT NULL, description VARCHAR NOT NULL, modifiedTimeStamp TIMESTAMP NOT NULL, score DOUBLE NOT NULL,
        size BIGINT NOT NULL)`,
    );
    const appender = await connection.createAppender("reports");
    const valuesOf = columnReader();
    for (const row of rows) {
      for (const value of bound(valuesOf(row))) appender.appendValue(value);
      appender.endRow();
    }
    appender.closeSync();
    return {
      dialect: await fromDuckdb(connection, driver).prepare({ locales: [] }),
      tables: { column: describeTable({ finite: true }) },
      handWritten: ({ name }) => (name === "contains" ? { where: "contains(description, ?)" } : {}),
      bind: ({ type, value }) => (type === "integer" ? BigInt(value as number) : value),
      prepare: async (text, values) => {
        const statement = await connection.prepare(text);
        statement.bind(bound(values));
        return async () => (await statement.runAndReadAll()).getRows();
      },
      close: () => {
        connection.closeSync();
        instance.closeSync();
      },
    };
  },
};

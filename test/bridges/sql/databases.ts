import { DuckDBInstance } from "@duckdb/node-api";
import { DatabaseSync } from "node:sqlite";
import type { Row } from "../random.ts";

/** A database with the rows in a table without lists, which evaluates conditions on each row. */
export interface SqlRows {
  /** Returns, for each condition, the ids of the rows for which it is true. */
  readonly idsOf: (conditions: readonly string[]) => Promise<readonly (readonly number[])[]>;
  readonly close: () => void;
}

const COLUMNS = ["id", "name", "code", "label", "size", "total", "enabled", "day", "at"] as const;

const selection = (conditions: readonly string[]) =>
  `SELECT id, ${conditions.map((each, i) => `((${each}) IS TRUE) AS c${i}`).join(", ")} FROM t ORDER BY id`;

const cells = (row: Row) =>
  COLUMNS.map((column) => (row[column] ?? null) as string | number | boolean | null);

/** Reads the conditions as they are: DuckDB has the notation of the standard. */
export async function openDuckdbRows(rows: readonly Row[]): Promise<SqlRows> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE t (id INTEGER, name VARCHAR, code VARCHAR, label VARCHAR, size DOUBLE, total BIGINT, enabled BOOLEAN, day DATE, "at" TIMESTAMP)`,
  );
  for (const row of rows) {
    const written = cells(row).map((cell) =>
      typeof cell === "string" ? `'${cell.replaceAll("'", "''")}'` : String(cell),
    );
    await connection.run(`INSERT INTO t VALUES (${written.join(", ")})`);
  }
  return {
    idsOf: async (conditions) => {
      const found = (await connection.runAndReadAll(selection(conditions))).getRowsJS();
      return conditions.map((_, i) => found.flatMap((row) => (row[i + 1] === true ? [Number(row[0])] : [])));
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Opens SQLite with the rows. It stores dates as strings, and the conditions are rewritten to its spelling of some functions. */
export function openSqliteRows(rows: readonly Row[]): SqlRows {
  const database = new DatabaseSync(":memory:");
  database.exec("PRAGMA case_sensitive_like = ON");
  database.exec(
    `CREATE TABLE t (id INTEGER, name TEXT, code TEXT, label TEXT, size REAL, total INTEGER, enabled INTEGER, day TEXT, "at" TEXT)`,
  );
  const insert = database.prepare(`INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  for (const row of rows) {
    insert.run(
      ...cells(row).map((cell, i) => {
        if (typeof cell === "boolean") return Number(cell);
        return COLUMNS[i] === "at" && typeof cell === "string" ? sqliteInstant(cell) : cell;
      }),
    );
  }
  const spelled = (condition: string) =>
    condition
      .replaceAll(/\b(?:DATE|TIMESTAMP) '([^']*)'/g, (_, text: string) => `'${sqliteInstant(text)}'`)
      .replaceAll("CHAR_LENGTH(", "LENGTH(")
      .replaceAll(/SUBSTRING\((\w+) FROM (\d+)(?: FOR (\d+))?\)/g, (_, of, start, length) =>
        length === undefined ? `SUBSTR(${of}, ${start})` : `SUBSTR(${of}, ${start}, ${length})`,
      )
      .replaceAll(/POSITION\((\w+) IN (\w+)\)/g, "INSTR($2, $1)");
  return {
    idsOf: (conditions) => {
      const statement = database.prepare(selection(conditions.map(spelled)));
      statement.setReturnArrays(true);
      const found = statement.all() as unknown as readonly (readonly unknown[])[];
      return Promise.resolve(
        conditions.map((_, i) => found.flatMap((row) => (row[i + 1] === 1 ? [Number(row[0])] : []))),
      );
    },
    close: () => database.close(),
  };
}

/** Returns an instant in one notation in UTC, so that the strings sort in the order of time. */
function sqliteInstant(text: string): string {
  if (text.length === 10) return text;
  const [, date, time, fraction = ""] = /^(.{10})[T ](\d\d:\d\d:\d\d)(\.\d+)?/.exec(text)!;
  return `${date} ${time}${fraction}`;
}

import fc from "fast-check";
import { print } from "../../../src/ast/print.ts";
import type { CheckedSortBy } from "../../../src/checker/checked.ts";
import {
  formatInstant,
  readTemporal,
  lastReadInstant,
  type TemporalType,
} from "../../../src/values/instant.ts";
import { typedCatalog, typedRows } from "../../properties/typed-catalog.ts";
import { canonicalRow, jsonText } from "../../sql/canonical-row.ts";
import type { TableDefinition } from "../../../src/sql/tables/table-definition.ts";
import type { SqliteFile } from "./sqlite-source.ts";

/** Rows of the typed catalog in a table of SQLite. */

export type Row = Readonly<Record<string, unknown>>;

/** Returns random requests for pages of so many rows, and of rows behind them. */
export function pageQueries(
  rows: number,
): fc.Arbitrary<{ readonly start: number; readonly limit: number; readonly count: boolean }> {
  return fc.record({
    start: fc.oneof(fc.nat({ max: rows + 3 }), fc.constantFrom(0, 0, 2 ** 53 - 1)),
    limit: fc.oneof(fc.nat({ max: rows + 3 }), fc.constantFrom(0, 1, rows, rows + 1)),
    count: fc.boolean(),
  });
}

/** Returns the keys of an order, for messages. */
export function orderText({ keys }: CheckedSortBy): string[] {
  return keys.map((key) => `${print(key.expression)}:${key.direction}:${key.comparison}`);
}

export const THINGS: TableDefinition = { table: "things", members: { t: { column: "t", precision: 3 } } };

export function sampleRows(seed: number, count: number): Row[] {
  const [rows] = fc.sample(fc.array(typedRows, { minLength: count, maxLength: count }), { numRuns: 1, seed });
  return rows!.map((row, id) => canonicalRow({ ...row, id }, typedCatalog, { dateTime: 3, time: 3 }));
}

export function canonicalText(type: TemporalType, value: unknown): string | null {
  return typeof value === "string" && readTemporal(type, value)
    ? formatInstant({ ...lastReadInstant }, type)
    : null;
}

/** Returns a value with one form for each number: 0 instead of -0, and bigints for integers beyond 2^53. */
export function plainNumbers(value: unknown): unknown {
  if (value === 0) return 0;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
    return BigInt(value);
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainNumbers(each)]));
}

export function loadThings({ database }: SqliteFile, rows: readonly Row[]): void {
  const columns: [string, string, (row: Row) => unknown][] = [];
  for (const { property, type } of typedCatalog.members.byName.values()) {
    const read = (row: Row) => row[property] ?? null;
    if (type === "boolean")
      columns.push([property, "INTEGER", (row) => (read(row) === null ? null : Number(read(row)))]);
    else if (type === "integer") columns.push([property, "INTEGER", read]);
    else if (type === "number") columns.push([property, "REAL", read]);
    else if (type === "dateTime")
      columns.push([
        property,
        "INTEGER",
        (row) => (read(row) === null ? null : Date.parse(read(row) as string)),
      ]);
    else if (type === "list" || type === "map" || type === "object")
      columns.push([property, "TEXT", (row) => (read(row) === null ? null : jsonText(read(row))!)]);
    else columns.push([property, "TEXT", read]);
  }
  database.exec("DROP TABLE IF EXISTS things");
  database.exec(
    `CREATE TABLE things (${columns.map(([name, type]) => `"${name}" ${type}`).join(", ")}) STRICT`,
  );
  const insert = database.prepare(`INSERT INTO things VALUES (${columns.map(() => "?").join(", ")})`);
  for (const row of rows) insert.run(...columns.map(([, , read]) => read(row) as string));
}

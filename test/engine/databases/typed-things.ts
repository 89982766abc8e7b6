import fc from "fast-check";
import { print } from "../../../src/ast/print.ts";
import type { Catalog } from "../../../src/catalog/types.ts";
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

/** Rows of the typed catalog in tables of SQLite, with every kind of storage. */

export type Row = Readonly<Record<string, unknown>>;

/** Objects in columns of their parts, lists and maps in child tables. By default, all of them are JSON. */
const MIXED: TableDefinition["members"] = {
  "o.x": "o_x",
  "o.n": "o_n",
  "o.dt": { column: "o_dt", form: "text" },
  nums: { childTable: "things_nums", parent: "thing", value: "value" },
  tags: { childTable: "things_tags", parent: "thing", value: "value" },
  mi: { childTable: "things_mi", parent: "thing", key: "name", value: "value" },
};

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

export function thingsTable(isMixed: boolean): TableDefinition {
  return { table: "things", members: { t: { column: "t", precision: 3 }, ...(isMixed ? MIXED : {}) } };
}

export function sampleRows(seed: number, count: number): Row[] {
  const [rows] = fc.sample(fc.array(typedRows, { minLength: count, maxLength: count }), { numRuns: 1, seed });
  return rows!.map((row, id) => canonicalRow({ ...row, id }, typedCatalog, { dateTime: 3, time: 3 }));
}

/** Returns a row as the tables of `MIXED` can store it: integers instead of other numbers, empty lists and maps instead of null. */
export function mixedRow(row: Row): Row {
  const o = row["o"] as Record<string, unknown> | null;
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const whole = (value: unknown) =>
    typeof value === "number" && Number.isSafeInteger(value)
      ? value
      : typeof value === "bigint"
        ? value
        : null;
  const part = { x: text(o?.["x"]), n: whole(o?.["n"]), dt: canonicalText("dateTime", o?.["dt"]) };
  const list = (value: unknown, read: (each: unknown) => unknown) =>
    Array.isArray(value) ? value.map(read) : [];
  const isMap = typeof row["mi"] === "object" && row["mi"] !== null && !Array.isArray(row["mi"]);
  return {
    ...row,
    o: Object.values(part).every((value) => value === null) ? null : part,
    nums: list(row["nums"], whole),
    tags: list(row["tags"], text),
    mi: isMap
      ? Object.fromEntries(Object.entries(row["mi"] as object).map(([key, value]) => [key, whole(value)]))
      : {},
  };
}

export function canonicalText(type: TemporalType, value: unknown): string | null {
  return typeof value === "string" && readTemporal(type, value)
    ? formatInstant({ ...lastReadInstant }, type)
    : null;
}

/** Returns a row in the form in which a collection returns it: instants have their canonical text. */
export function givenRow(row: Row, catalog: Catalog = typedCatalog): Row {
  const given: Record<string, unknown> = {};
  for (const { property, type } of catalog.members.byName.values()) {
    const value = row[property];
    const isTemporal = type === "date" || type === "time" || type === "dateTime";
    given[property] = isTemporal ? canonicalText(type, value) : value;
  }
  return plainNumbers(given) as Row;
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

export function loadThings({ database }: SqliteFile, rows: readonly Row[], isMixed: boolean): void {
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
    else if (type === "list" || type === "map" || type === "object") {
      if (isMixed && ["o", "nums", "tags", "mi"].includes(property)) continue;
      columns.push([property, "TEXT", (row) => (read(row) === null ? null : jsonText(read(row))!)]);
    } else columns.push([property, "TEXT", read]);
  }
  const o = (row: Row, key: string) => (row["o"] as Row | null)?.[key] ?? null;
  if (isMixed) {
    columns.push(["o_x", "TEXT", (row) => o(row, "x")], ["o_n", "INTEGER", (row) => o(row, "n")]);
    columns.push(["o_dt", "TEXT", (row) => o(row, "dt")]);
  }
  const quoted = (name: string) => `"${name}"`;
  database.exec(
    "DROP TABLE IF EXISTS things; DROP TABLE IF EXISTS things_nums; DROP TABLE IF EXISTS things_tags; DROP TABLE IF EXISTS things_mi",
  );
  database.exec(
    `CREATE TABLE things (${columns.map(([name, type]) => `${quoted(name)} ${type}`).join(", ")}) STRICT`,
  );
  database.exec(`CREATE TABLE things_nums (thing INTEGER, value INTEGER) STRICT;
    CREATE TABLE things_tags (thing INTEGER, value TEXT) STRICT;
    CREATE TABLE things_mi (thing INTEGER, name TEXT, value INTEGER) STRICT`);
  const insert = database.prepare(`INSERT INTO things VALUES (${columns.map(() => "?").join(", ")})`);
  const nums = database.prepare("INSERT INTO things_nums VALUES (?, ?)");
  const tags = database.prepare("INSERT INTO things_tags VALUES (?, ?)");
  const mi = database.prepare("INSERT INTO things_mi VALUES (?, ?, ?)");
  database.exec("BEGIN");
  for (const row of rows) {
    const id = row["id"] as number;
    insert.run(...columns.map(([, , read]) => read(row) as string));
    if (!isMixed) continue;
    for (const each of row["nums"] as number[]) nums.run(id, each);
    for (const each of row["tags"] as string[]) tags.run(id, each);
    for (const [key, value] of Object.entries(row["mi"] as object)) mi.run(id, key, value as number);
  }
  database.exec("COMMIT");
}

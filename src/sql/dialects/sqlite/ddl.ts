import type { Comparison } from "../../../collation/order/strength.ts";
import type { ScalarType } from "../../../values/types.ts";
import { sortKeyCall } from "../../database-functions/function-call.ts";
import type { DdlRequest } from "../../tables/ddl-request.ts";
import { toStatement, rawSql } from "../../fragments/fragment.ts";
import { finiteOrNull } from "../../operations/numbers.ts";
import {
  keyColumnOf,
  referencedColumn,
  splitTableName,
  tableColumns,
  type ChildTable,
  type TableColumn,
} from "../../tables/table-columns.ts";
import { quoteSqlite as quote, sqlite } from "./dialect.ts";

/**
 * The statements that make a STRICT table of SQLite, those of its lists and maps, and their indexes. Texts have an
 * index on themselves, which serves equality, `in` and prefixes, and for each locale one on their sort keys at the
 * strengths of filters and of orders. Those stand on a function of ours, which whoever writes to the table must have
 * installed (`prepare` of the adapter does it).
 */
export function sqliteDdl(request: DdlRequest): readonly string[] {
  const { columns, children } = tableColumns(request);
  const { table } = request.table;
  const key = keyColumnOf(columns);
  return [
    create(table, columns.map(columnOf)),
    ...columns.flatMap((column) => indexesOf(column, key, request)),
    ...children.flatMap((child) => childStatements(child, columns, table)),
  ];
}

function qualified(table: string | readonly string[]): string {
  const { schema, name } = splitTableName(table);
  return [...schema, name].map(quote).join(".");
}

function create(table: string | readonly string[], parts: readonly string[]): string {
  return `CREATE TABLE ${qualified(table)} (\n  ${parts.join(",\n  ")}\n) STRICT`;
}

function columnOf(column: TableColumn): string {
  const name = quote(column.name);
  const words = [name, typeOf(column)];
  if (column.kind === "scalar" && column.isKey) words.push("NOT NULL PRIMARY KEY");
  else if (!column.nullable) words.push("NOT NULL");
  if (column.kind === "scalar" && column.isAscii) words.push(`CHECK (${name} NOT GLOB '*[^ -~]*')`);
  if (column.kind === "scalar" && column.isFinite) words.push(`CHECK (abs(${name}) < 9e999)`);
  if (column.kind === "json" && column.as !== "jsonb") words.push(`CHECK (json_valid(${name}))`);
  return words.join(" ");
}

function typeOf(column: TableColumn): string {
  switch (column.kind) {
    case "scalar":
      return column.form === "text" ? "TEXT" : SCALARS[column.type];
    case "json":
      return column.as === "jsonb" ? "BLOB" : "TEXT";
    case "sortKeys":
      return "BLOB";
    case "list":
    case "map":
      throw new TypeError(`SQLite has no columns of lists or maps, as ${column.name} is said to be.`);
  }
}

const SCALARS: Readonly<Record<ScalarType, string>> = {
  boolean: "INTEGER",
  integer: "INTEGER",
  number: "REAL",
  string: "TEXT",
  date: "TEXT",
  time: "TEXT",
  dateTime: "INTEGER",
};

function indexesOf(column: TableColumn, key: TableColumn | undefined, request: DdlRequest): string[] {
  const { table } = request.table;
  // What ties is ordered by the key; the row's own number, which a key of whole numbers is, ends every index.
  const tieBreak = key === undefined || typeOf(key) === "INTEGER" ? [] : [quote(key.name)];
  const index = (what: readonly string[], on: string) =>
    createIndex(table, [column.name, ...what], [on, ...tieBreak]);
  if (column.kind === "sortKeys") return [index([], quote(column.name))];
  if (column.kind !== "scalar" || column.isKey || column.type === "boolean") return [];
  const plain = index([], quote(column.name));
  if (column.type === "number" && !column.isFinite && column.isSortable)
    return [plain, index(["finite"], finiteExpression(column.name))];
  if (column.type !== "string") return [plain];
  const comparisons = new Set<Comparison>([column.comparison, ...(column.isSortable ? [column.order] : [])]);
  comparisons.delete("codePoint");
  const locales = request.locales.length === 0 ? ["und"] : request.locales;
  return [
    plain,
    ...locales.flatMap((locale) =>
      [...comparisons].map((comparison) =>
        index([locale, comparison], keyExpression(column.name, locale, comparison)),
      ),
    ),
  ];
}

/** As the compiler writes it: an index is found by its expression. */
function keyExpression(column: string, locale: string, comparison: Comparison): string {
  return toStatement(sortKeyCall(rawSql(quote(column)), { locale, comparison })).segments.join("");
}

/** What numbers are ordered by where some can be infinite, which is null. */
function finiteExpression(column: string): string {
  const dialect = sqlite({ version: "3", functions: new Set(), features: new Set() });
  const value = { sql: rawSql(quote(column)), type: "number", nullable: true, traits: {} } as const;
  return toStatement(finiteOrNull(value, dialect)).segments.join("");
}

function createIndex(
  table: string | readonly string[],
  words: readonly string[],
  parts: readonly string[],
): string {
  const { schema, name } = splitTableName(table);
  const index = [...schema, [name, ...words].join("_")].map(quote).join(".");
  return `CREATE INDEX ${index} ON ${quote(name)} (${parts.join(", ")})`;
}

function childStatements(
  { storage, type }: ChildTable,
  ofParent: readonly TableColumn[],
  parentTable: string | readonly string[],
): string[] {
  const { childTable, parent, value } = storage;
  const owner = referencedColumn(storage, ofParent);
  // Of what is not the key the database does not know that it is there but once.
  const reference =
    owner?.isKey === true
      ? ` REFERENCES ${quote(splitTableName(parentTable).name)} (${quote(owner.name)}) ON DELETE CASCADE`
      : "";
  const columns = [
    `${quote(parent)} ${owner === undefined ? "INTEGER" : typeOf(owner)} NOT NULL${reference}`,
    ...(storage.key === undefined ? [] : [`${quote(storage.key)} TEXT NOT NULL`]),
    `${quote(value)} ${SCALARS[type]}`,
  ];
  const indexed = storage.key === undefined ? [parent, value] : [parent, storage.key, value];
  return [create(childTable, columns), createIndex(childTable, [parent], indexed.map(quote))];
}

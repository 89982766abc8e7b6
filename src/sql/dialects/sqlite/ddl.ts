import { requireKind } from "../../../diagnostics/require-argument.ts";
import type { Comparison } from "../../../collation/order/strength.ts";
import { ownProperty } from "../../../values/own-properties.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import { sortKeyCall } from "../../database-functions/function-call.ts";
import { rawSql, toStatement } from "../../fragments/fragment.ts";
import type { DdlRequest } from "../../tables/ddl-request.ts";
import { indexColumns, type IndexColumns } from "../../tables/index-columns.ts";
import { splitTableName, type ScalarColumn, type TableColumn } from "../../tables/table-columns.ts";
import { NO_CAPABILITIES } from "../shared/base-dialect.ts";
import {
  createTables,
  readableCheck,
  readableExpression,
  type DdlRules,
  type TableName,
} from "../shared/create-tables.ts";
import { quoteSqlite as quote, sqlite } from "./dialect.ts";

/**
 * Returns the statements that create a STRICT table of SQLite.
 *
 * Each string has an index that serves equality, `in` and prefixes, and one index on its sort keys for each locale. The
 * latter calls `tamis_key`, which every writing connection must have installed (the adapter's `prepare` does).
 */
export function sqliteDdl(request: DdlRequest): readonly string[] {
  requireKind(request, "request", "an object with catalog and table", "catalog", "table");
  if (ownProperty(request, "indexes") !== undefined)
    return [...createTables(request, RULES), ...sqliteIndexes(request)];
  return createTables(request, {
    ...RULES,
    columnIndexes: (column, key) => indexesOf(column, key, request),
  });
}

/** Returns the statements that create the indexes of a request, unless they exist. */
export function sqliteIndexes(request: DdlRequest): readonly string[] {
  return indexColumns(request).flatMap((index) => orderedIndexes(index, request));
}

function orderedIndexes({ equal, order, keys, tieBreak }: IndexColumns, request: DdlRequest): string[] {
  // An INTEGER key is the rowid, with which every index ends anyway.
  const last = tieBreak === undefined || columnType(tieBreak) === "INTEGER" ? [] : [quote(tieBreak.name)];
  const compared = equal.map(({ name }) => name);
  const index = (words: readonly string[], on: readonly string[]) =>
    createIndex(
      request.table.table,
      [order === undefined ? "by" : "in", ...compared, ...words],
      [...compared.map(quote), ...on, ...last],
      "IF NOT EXISTS ",
    );
  if (order === undefined) return [index([], [])];
  if (keys.length > 0) return keys.map(({ column }) => index([column], [quote(column)]));
  if (order.type !== "string" || order.order === "codePoint")
    return [index([order.name], [readableExpression(order, DIALECT) ?? quote(order.name)])];
  return localesOf(request).map((locale) =>
    index([order.name, locale, order.order], [sortKeyExpression(order.name, locale, order.order)]),
  );
}

function localesOf({ locales }: DdlRequest): readonly string[] {
  return locales.length === 0 ? ["und"] : locales;
}

const DIALECT = sqlite(NO_CAPABILITIES);

const SCALARS: Readonly<Record<ScalarType, string>> = {
  boolean: "INTEGER",
  integer: "INTEGER",
  number: "REAL",
  string: "TEXT",
  date: "TEXT",
  time: "TEXT",
  dateTime: "INTEGER",
};

const RULES: DdlRules = {
  quote,
  scalarTypes: SCALARS,
  columnType,
  keyConstraint: "NOT NULL PRIMARY KEY",
  checks: (column, name) => {
    if (column.kind === "json") return column.as === "jsonb" ? [] : [`json_valid(${name})`];
    if (column.kind !== "scalar") return [];
    return [...(column.isAscii ? [`${name} NOT GLOB '*[^ -~]*'`] : []), ...finiteChecks(column, name)];
  },
  tableSuffix: " STRICT",
  child: {
    referencedTable: (table) => quote(splitTableName(table).name),
    indexes: ({ storage: { childTable, parent, key, value } }) => [
      createIndex(
        childTable,
        [parent],
        (key === undefined ? [parent, value] : [parent, key, value]).map(quote),
      ),
    ],
  },
};

function finiteChecks(column: ScalarColumn, name: string): readonly string[] {
  if (!column.isFinite) return [];
  if (!isTemporal(column.type)) return [`abs(${name}) < 9e999`];
  const check = readableCheck(column, DIALECT);
  return check === undefined ? [] : [check];
}

function columnType(column: TableColumn): string {
  switch (column.kind) {
    case "scalar":
      return column.form === "text" ? "TEXT" : SCALARS[column.type];
    case "json":
      return column.as === "jsonb" ? "BLOB" : "TEXT";
    case "sortKeys":
      return "BLOB";
    case "list":
    case "map":
      throw new TypeError(
        `SQLite has no column type for lists and maps: store ${column.name} as JSON or in a child table`,
      );
  }
}

function indexesOf(column: TableColumn, key: TableColumn | undefined, request: DdlRequest): string[] {
  const { table } = request.table;
  // The catalog's key is the last index column: it orders rows that tie. An INTEGER key is the rowid, with which every
  // index ends anyway.
  const tieBreak = key === undefined || columnType(key) === "INTEGER" ? [] : [quote(key.name)];
  const index = (words: readonly string[], on: string) =>
    createIndex(table, [column.name, ...words], [on, ...tieBreak]);
  if (column.kind === "sortKeys") return [index([], quote(column.name))];
  if (column.kind !== "scalar" || column.isKey || column.type === "boolean") return [];
  const plain = index([], quote(column.name));
  const readable = column.isSortable ? readableExpression(column, DIALECT) : undefined;
  if (readable !== undefined) return [plain, index(["finite"], readable)];
  if (column.type !== "string") return [plain];
  const comparisons = new Set<Comparison>([column.comparison, ...(column.isSortable ? [column.order] : [])]);
  comparisons.delete("codePoint");
  return [
    plain,
    ...localesOf(request).flatMap((locale) =>
      [...comparisons].map((comparison) =>
        index([locale, comparison], sortKeyExpression(column.name, locale, comparison)),
      ),
    ),
  ];
}

/**
 * Returns the sort key expression as the compiler writes it: SQLite uses an index only for exactly the same expression.
 */
function sortKeyExpression(column: string, locale: string, comparison: Comparison): string {
  return toStatement(sortKeyCall(rawSql(quote(column)), { locale, comparison })).segments.join("");
}

function createIndex(
  table: TableName,
  words: readonly string[],
  parts: readonly string[],
  unless: "" | "IF NOT EXISTS " = "",
): string {
  const { schema, name } = splitTableName(table);
  const index = [...schema, [name, ...words].join("_")].map(quote).join(".");
  return `CREATE INDEX ${unless}${index} ON ${quote(name)} (${parts.join(", ")})`;
}

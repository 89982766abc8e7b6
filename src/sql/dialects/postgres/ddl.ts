import { requireKind } from "../../../diagnostics/require-argument.ts";
import { ownProperty } from "../../../values/own-properties.ts";
import type { ScalarType } from "../../../values/types.ts";
import type { DdlRequest } from "../../tables/ddl-request.ts";
import { indexColumns, type IndexColumns } from "../../tables/index-columns.ts";
import { splitTableName, type TableColumn } from "../../tables/table-columns.ts";
import { NO_CAPABILITIES } from "../shared/base-dialect.ts";
import {
  createTables,
  qualifiedName,
  readableCheck,
  readableExpression,
  type DdlRules,
  type TableName,
} from "../shared/create-tables.ts";
import { postgres, quotePostgres as quote } from "./dialect.ts";
import { ICU_ROOT } from "./probe.ts";

/**
 * Returns the statements that create a table of PostgreSQL.
 *
 * - The index of a string serves equality, `in`, prefixes and code point order.
 * - A sortable ASCII column has a second index in ICU's root order, which the server must provide.
 * - A sortable column of doubles, dates or instants has a second index that reads infinity as null, unless it is
 *   declared `finite`.
 * - CHECK constraints enforce what the table's definition promises.
 */
export function postgresDdl(request: DdlRequest): readonly string[] {
  requireKind(request, "request", "an object with catalog and table", "catalog", "table");
  const { table } = request.table;
  if (ownProperty(request, "indexes") !== undefined)
    return [...createTables(request, RULES), ...postgresIndexes(request)];
  return createTables(request, {
    ...RULES,
    columnIndexes: (column, key) => indexesOf(column, key, table),
  });
}

/**
 * Returns the statements that create the indexes of a request, unless they exist. Strings in a collated order need stored sort
 * keys.
 */
export function postgresIndexes(request: DdlRequest): readonly string[] {
  return indexColumns(request).flatMap((index) => orderedIndexes(index, request.table.table));
}

/** PostgreSQL cuts longer names, so that two indexes could get the same one. */
const MAX_NAME_BYTES = 63;

function orderedIndexes({ equal, order, keys, tieBreak }: IndexColumns, table: TableName): string[] {
  const last = tieBreak === undefined ? [] : [quote(tieBreak.name)];
  const compared = equal.map(({ name }) => name);
  const index = (words: readonly string[], on: readonly string[]) => {
    const name = [splitTableName(table).name, order === undefined ? "by" : "in", ...compared, ...words].join(
      "_",
    );
    if (new TextEncoder().encode(name).length > MAX_NAME_BYTES)
      throw new TypeError(
        `The name of an index has at most ${MAX_NAME_BYTES} bytes: choose a shorter table name than in ${name}.`,
      );
    const parts = [...compared.map(quote), ...on, ...last].join(", ");
    return `CREATE INDEX IF NOT EXISTS ${quote(name)} ON ${qualifiedName(table, quote)} (${parts})`;
  };
  if (order === undefined) return [index([], [])];
  const nulls = order.nullable ? " NULLS FIRST" : "";
  if (keys.length > 0) return keys.map(({ column }) => index([column], [`${quote(column)}${nulls}`]));
  const readable = readableExpression(order, DIALECT);
  return [
    index(
      [order.name],
      [readable === undefined ? `${quote(order.name)}${nulls}` : `(${readable}) NULLS FIRST`],
    ),
  ];
}

const DIALECT = postgres(NO_CAPABILITIES);

const SCALARS: Readonly<Record<ScalarType, string>> = {
  boolean: "boolean",
  integer: "bigint",
  number: "double precision",
  string: 'text COLLATE "C"',
  date: "date",
  time: "time",
  dateTime: "timestamptz",
};

const RULES: DdlRules = {
  quote,
  scalarTypes: SCALARS,
  columnType,
  keyConstraint: "PRIMARY KEY",
  checks: (column, name) => {
    const check = checkOf(column, name);
    return check === undefined ? [] : [check];
  },
  child: {
    referencedTable: (table) => qualifiedName(table, quote),
    indexes: ({ storage: { childTable, parent, key, value } }) => {
      const [first, second] = [quote(parent), quote(value)];
      return key === undefined
        ? // The second index finds parent rows by element.
          [createIndex(childTable, [first, second]), createIndex(childTable, [second, first])]
        : [createIndex(childTable, [first, quote(key), second])];
    },
  },
};

function checkOf(column: TableColumn, name: string): string | undefined {
  if (column.kind === "json") {
    return column.as === "text" ? `jsonb_typeof(CAST(${name} AS jsonb)) IS NOT NULL` : undefined;
  }
  if (column.kind !== "scalar") return undefined;
  switch (column.type) {
    case "string":
      return column.isAscii ? `${name} COLLATE "C" ~ '^[ -~]*$'` : undefined;
    case "number":
      return column.isFinite ? `${name} > '-Infinity' AND ${name} < 'Infinity'` : undefined;
    default:
      return column.isFinite ? readableCheck(column, DIALECT) : undefined;
  }
}

function columnType(column: TableColumn): string {
  switch (column.kind) {
    case "scalar":
      return column.form === "timestamp" ? "timestamp" : SCALARS[column.type];
    case "json":
      return column.as;
    case "list":
      return column.items === "string" ? 'text[] COLLATE "C"' : `${SCALARS[column.items]}[]`;
    case "sortKeys":
      return "bytea";
    case "map":
      throw new TypeError(
        `PostgreSQL has no column type for maps: store ${column.name} as JSON or in a child table`,
      );
  }
}

function indexesOf(column: TableColumn, key: TableColumn | undefined, table: TableName): string[] {
  // Null sorts as the lowest value in every index. The key, as last column, orders rows that tie.
  const nulls = column.nullable ? " NULLS FIRST" : "";
  const tieBreak = key === undefined ? [] : [quote(key.name)];
  const index = (on: string) => createIndex(table, [`${on}${nulls}`, ...tieBreak]);
  const name = quote(column.name);
  if (column.kind === "sortKeys") return [index(name)];
  // Create a GIN index only if the exact array type is declared: otherwise the compiler does not use its operators.
  if (column.kind === "list" && column.form !== undefined)
    return [`CREATE INDEX ON ${qualifiedName(table, quote)} USING gin (${name})`];
  if (column.kind !== "scalar" || column.isKey || column.type === "boolean") return [];
  const readable = column.isSortable ? readableExpression(column, DIALECT) : undefined;
  if (readable !== undefined)
    return [index(name), createIndex(table, [`(${readable}) NULLS FIRST`, ...tieBreak])];
  if (column.type !== "string" || !column.isAscii || !column.isSortable || column.order === "codePoint")
    return [index(name)];
  const isFolded = column.order === "primary" || column.order === "secondary";
  const ordered = isFolded ? `(lower(${name} COLLATE "C"))` : name;
  return [index(name), index(`${ordered} COLLATE ${ICU_ROOT}`)];
}

/** Returns a CREATE INDEX statement without a name: the server chooses one that is not too long and not in use. */
function createIndex(table: TableName, parts: readonly string[]): string {
  return `CREATE INDEX ON ${qualifiedName(table, quote)} (${parts.join(", ")})`;
}

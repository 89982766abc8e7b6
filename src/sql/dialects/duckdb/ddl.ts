import { requireKind } from "../../../diagnostics/require-argument.ts";
import type { ScalarType } from "../../../values/types.ts";
import type { DdlRequest } from "../../tables/ddl-request.ts";
import type { TableColumn } from "../../tables/table-columns.ts";
import { NO_CAPABILITIES } from "../shared/base-dialect.ts";
import { createTables, readableCheck } from "../shared/create-tables.ts";
import { duckdb } from "./dialect.ts";
import { quoteDuckdb } from "./quote.ts";

/**
 * Returns the statements that create a table of DuckDB. Only the key has an index: DuckDB skips segments by min and max, while its
 * indexes serve neither ranges nor orders and slow down loading.
 */
export function duckdbDdl(request: DdlRequest): readonly string[] {
  requireKind(request, "request", "an object with catalog and table", "catalog", "table");
  return createTables(request, {
    quote: quoteDuckdb,
    scalarTypes: SCALARS,
    columnType,
    keyConstraint: "PRIMARY KEY",
    checks: checksOf,
  });
}

function checksOf(column: TableColumn, name: string): readonly string[] {
  if (column.kind !== "scalar") return [];
  const isReadable = column.isFinite ? readableCheck(column, DIALECT) : undefined;
  return [
    ...(column.isAscii ? [`regexp_full_match(${name}, '[ -~]*')`] : []),
    ...(isReadable === undefined ? [] : [isReadable]),
  ];
}

const DIALECT = duckdb(NO_CAPABILITIES);

function columnType(column: TableColumn): string {
  switch (column.kind) {
    case "scalar":
      return FORMS[column.form ?? ""] ?? SCALARS[column.type];
    case "json":
      return column.as === "text" ? "VARCHAR" : "JSON";
    case "list":
      return `${SCALARS[column.items]}[]`;
    case "map":
      return `MAP(VARCHAR, ${SCALARS[column.values]})`;
    case "sortKeys":
      return "BLOB";
  }
}

const FORMS: Readonly<Record<string, string>> = {
  text: "VARCHAR",
  timestamptz: "TIMESTAMP WITH TIME ZONE",
  timestampNs: "TIMESTAMP_NS",
};

const SCALARS: Readonly<Record<ScalarType, string>> = {
  boolean: "BOOLEAN",
  integer: "BIGINT",
  number: "DOUBLE",
  string: "VARCHAR",
  date: "DATE",
  time: "TIME",
  dateTime: "TIMESTAMP",
};

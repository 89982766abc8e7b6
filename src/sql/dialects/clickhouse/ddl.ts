import { requireKind } from "../../../diagnostics/require-argument.ts";
import type { ScalarType } from "../../../values/types.ts";
import type { DdlRequest } from "../../tables/ddl-request.ts";
import type { TableColumn } from "../../tables/table-columns.ts";
import { createTables } from "../shared/create-tables.ts";
import { quoteClickhouse } from "./quote.ts";

/**
 * Returns the statements that create a table of ClickHouse. Its rows are sorted by the key, which does not make the key
 * unique. Only the key has an index.
 */
export function clickhouseDdl(request: DdlRequest): readonly string[] {
  requireKind(request, "request", "an object with catalog and table", "catalog", "table");
  return createTables(request, {
    quote: quoteClickhouse,
    scalarTypes: SCALARS,
    columnType,
    keyConstraint: "NOT NULL",
    checks: () => [],
    tableClauses: (columns) =>
      columns.flatMap((column) => {
        const name = quoteClickhouse(column.name);
        if (column.kind !== "scalar") return [];
        return [
          ...(column.isKey ? [`PRIMARY KEY (${name})`] : []),
          ...(column.isAscii
            ? [`CONSTRAINT ${quoteClickhouse(`${column.name} ascii`)} CHECK match(${name}, '^[ -~]*$')`]
            : []),
        ];
      }),
    tableSuffix: " ENGINE = MergeTree",
  });
}

function columnType(column: TableColumn): string {
  const type = bareType(column);
  const takesNull = column.kind !== "list" && column.kind !== "map";
  return takesNull && column.nullable && !(column.kind === "scalar" && column.isKey)
    ? `Nullable(${type})`
    : type;
}

function bareType(column: TableColumn): string {
  switch (column.kind) {
    case "scalar":
      return FORMS[column.form ?? ""] ?? SCALARS[column.type];
    case "json":
      return column.as === "jsonb" ? "JSON" : "String";
    case "sortKeys":
      return "String";
    case "list":
      return `Array(Nullable(${SCALARS[column.items]}))`;
    case "map":
      return `Map(String, Nullable(${SCALARS[column.values]}))`;
  }
}

const FORMS: Readonly<Record<string, string>> = {
  text: "String",
  date16: "Date",
  dateTime32: "DateTime('UTC')",
  nanoseconds: "DateTime64(9, 'UTC')",
};

export const SCALARS: Readonly<Record<ScalarType, string>> = {
  boolean: "Bool",
  integer: "Int64",
  number: "Float64",
  string: "String",
  date: "Date32",
  time: "Time64(6)",
  dateTime: "DateTime64(6, 'UTC')",
};

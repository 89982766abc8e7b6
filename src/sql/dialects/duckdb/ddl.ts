import type { ScalarType } from "../../../values/types.ts";
import type { DdlRequest } from "../../tables/ddl-request.ts";
import {
  referencedColumn,
  splitTableName,
  tableColumns,
  type ScalarColumn,
  type TableColumn,
} from "../../tables/table-columns.ts";
import { quoteDuckdb } from "./quote.ts";

/**
 * The statements that make a table of DuckDB, and those of its lists and maps. There is an index on the key alone:
 * DuckDB keeps the least and the greatest value of each stretch of a column and passes over what is out of range, while
 * its indexes serve neither ranges nor orders and slow down whatever is loaded.
 */
export function duckdbDdl(request: DdlRequest): readonly string[] {
  const { columns, children } = tableColumns(request);
  return [
    create(request.table.table, columns.map(columnOf)),
    ...children.map(({ storage, type }) =>
      create(storage.childTable, [
        `${quoteDuckdb(storage.parent)} ${ownerType(referencedColumn(storage, columns))} NOT NULL`,
        ...(storage.key === undefined ? [] : [`${quoteDuckdb(storage.key)} VARCHAR NOT NULL`]),
        `${quoteDuckdb(storage.value)} ${SCALARS[type]}`,
      ]),
    ),
  ];
}

function ownerType(owner: ScalarColumn | undefined): string {
  return owner === undefined ? "BIGINT" : typeOf(owner);
}

function create(table: string | readonly string[], columns: readonly string[]): string {
  const { schema, name } = splitTableName(table);
  return `CREATE TABLE ${[...schema, name].map(quoteDuckdb).join(".")} (\n  ${columns.join(",\n  ")}\n)`;
}

function columnOf(column: TableColumn): string {
  const name = quoteDuckdb(column.name);
  const words = [name, typeOf(column)];
  if (column.kind === "scalar" && column.isKey) words.push("PRIMARY KEY");
  else if (!column.nullable) words.push("NOT NULL");
  if (column.kind === "scalar" && column.isAscii) words.push(`CHECK (regexp_full_match(${name}, '[ -~]*'))`);
  return words.join(" ");
}

function typeOf(column: TableColumn): string {
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

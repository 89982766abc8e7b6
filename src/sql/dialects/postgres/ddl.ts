import type { ScalarType } from "../../../values/types.ts";
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
import { ICU_ROOT } from "./probe.ts";
import { postgres, quotePostgres as quote } from "./dialect.ts";

/**
 * The statements that make a table of PostgreSQL, those of its lists and maps, and their indexes. Texts compare by
 * bytes, and their index serves equality, `in`, prefixes and the order of code points. A column that is promised to be
 * ASCII has one too in the order of ICU's root, which the server then has to have; sort keys are of bytes, and indexed
 * as such. What is promised of a column, a CHECK holds.
 */
export function postgresDdl(request: DdlRequest): readonly string[] {
  const { columns, children } = tableColumns(request);
  const { table } = request.table;
  const key = keyColumnOf(columns);
  return [
    create(table, columns.map(columnOf)),
    ...columns.flatMap((column) => indexesOf(column, key, table)),
    ...children.flatMap((child) => childStatements(child, columns, table)),
  ];
}

type TableName = string | readonly string[];

function qualified(table: TableName): string {
  const { schema, name } = splitTableName(table);
  return [...schema, name].map(quote).join(".");
}

function create(table: TableName, parts: readonly string[]): string {
  return `CREATE TABLE ${qualified(table)} (\n  ${parts.join(",\n  ")}\n)`;
}

function columnOf(column: TableColumn): string {
  const name = quote(column.name);
  const words = [name, typeOf(column)];
  if (column.kind === "scalar" && column.isKey) words.push("PRIMARY KEY");
  else if (!column.nullable) words.push("NOT NULL");
  const check = checkOf(column, name);
  if (check !== undefined) words.push(`CHECK (${check})`);
  return words.join(" ");
}

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
    case "date":
      return `${name} BETWEEN '0001-01-01' AND '9999-12-31'`;
    case "dateTime":
      return `${name} >= '0001-01-01 00:00:00Z' AND ${name} < '10000-01-01 00:00:00Z'`;
    default:
      return undefined;
  }
}

function typeOf(column: TableColumn): string {
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
      throw new TypeError(`PostgreSQL has no columns of maps, as ${column.name} is said to be.`);
  }
}

const SCALARS: Readonly<Record<ScalarType, string>> = {
  boolean: "boolean",
  integer: "bigint",
  number: "double precision",
  string: 'text COLLATE "C"',
  date: "date",
  time: "time",
  dateTime: "timestamptz",
};

function indexesOf(column: TableColumn, key: TableColumn | undefined, table: TableName): string[] {
  // Null is the lowest value of every order, and what ties is ordered by the key.
  const nulls = column.nullable ? " NULLS FIRST" : "";
  const tieBreak = key === undefined ? [] : [quote(key.name)];
  const index = (on: string) => createIndex(table, [`${on}${nulls}`, ...tieBreak]);
  const name = quote(column.name);
  if (column.kind === "sortKeys") return [index(name)];
  // Only of what is of just its form the compiler asks in the words that such an index knows.
  if (column.kind === "list" && column.form !== undefined)
    return [`CREATE INDEX ON ${qualified(table)} USING gin (${name})`];
  if (column.kind !== "scalar" || column.isKey || column.type === "boolean") return [];
  if (column.type === "number" && !column.isFinite && column.isSortable)
    return [index(name), index(`(${finiteExpression(column.name)})`)];
  if (column.type !== "string" || !column.isAscii || !column.isSortable || column.order === "codePoint")
    return [index(name)];
  const isFolded = column.order === "primary" || column.order === "secondary";
  const ordered = isFolded ? `(lower(${name} COLLATE "C"))` : name;
  return [index(name), index(`${ordered} COLLATE ${ICU_ROOT}`)];
}

/** What numbers are ordered by where some can be infinite, which is null. */
function finiteExpression(column: string): string {
  const none: ReadonlySet<string> = new Set();
  const dialect = postgres({ version: "18", functions: none, features: none, caseRepairs: undefined });
  const value = { sql: rawSql(quote(column)), type: "number", nullable: true, traits: {} } as const;
  return toStatement(finiteOrNull(value, dialect)).segments.join("");
}

/** The server names it, so that no name is too long or taken. */
function createIndex(table: TableName, parts: readonly string[]): string {
  return `CREATE INDEX ON ${qualified(table)} (${parts.join(", ")})`;
}

function childStatements(
  { storage, type }: ChildTable,
  ofParent: readonly TableColumn[],
  parentTable: TableName,
): string[] {
  const { childTable, parent, value } = storage;
  const owner = referencedColumn(storage, ofParent);
  // Of what is not the key the server does not know that it is there but once.
  const reference =
    owner?.isKey === true
      ? ` REFERENCES ${qualified(parentTable)} (${quote(owner.name)}) ON DELETE CASCADE`
      : "";
  const columns = [
    `${quote(parent)} ${owner === undefined ? "bigint" : typeOf(owner)} NOT NULL${reference}`,
    ...(storage.key === undefined ? [] : [`${quote(storage.key)} text COLLATE "C" NOT NULL`]),
    `${quote(value)} ${SCALARS[type]}`,
  ];
  // Of a list rows are found by what is in it too, from which the server goes on to them.
  const indexed =
    storage.key === undefined
      ? [
          [parent, value],
          [value, parent],
        ]
      : [[parent, storage.key, value]];
  return [create(childTable, columns), ...indexed.map((names) => createIndex(childTable, names.map(quote)))];
}

import type { SqlScalar } from "../../../functions/definition/port.ts";
import type { ScalarType } from "../../../values/types.ts";
import type { Dialect } from "../../dialect-types/dialect.ts";
import { rawSql, toStatement, type SqlText } from "../../fragments/fragment.ts";
import { nullTests, readableOrNull } from "../../operations/readable.ts";
import type { DdlRequest } from "../../tables/ddl-request.ts";
import {
  keyColumnOf,
  referencedColumn,
  splitTableName,
  tableColumns,
  type ChildTable,
  type ScalarColumn,
  type TableColumn,
} from "../../tables/table-columns.ts";
import { ownProperties } from "../../../values/own-properties.ts";

/** Name of a table. An array starts with its database and schema if needed. */
export type TableName = string | readonly string[];

export interface DdlRules {
  readonly quote: (name: string) => string;
  readonly scalarTypes: Readonly<Record<ScalarType, string>>;
  /**
   * Returns the SQL type of a column, without constraints.
   *
   * @throws TypeError for a column that the database cannot have.
   */
  readonly columnType: (column: TableColumn, key: ScalarColumn | undefined) => string;
  readonly keyConstraint: string;
  /** Returns the conditions on a column that the table definition promises. Each one becomes a CHECK constraint. */
  readonly checks: (column: TableColumn, quotedName: string) => readonly string[];
  readonly tableClauses?: (columns: readonly TableColumn[]) => readonly string[];
  /** Text after the closing parenthesis of CREATE TABLE. */
  readonly tableSuffix?: string;
  readonly columnIndexes?: (column: TableColumn, key: ScalarColumn | undefined) => readonly string[];
  readonly child?: ChildTableRules;
}

export interface ChildTableRules {
  /** Returns the type of the column that references the parent row. Default: the type of the referenced column. */
  readonly parentType?: (parentColumn: ScalarColumn) => string;
  /** Returns the type of the value column. Default: the type from `scalarTypes`. */
  readonly valueType?: (child: ChildTable) => string;
  /** Returns the table name in a REFERENCES clause. Default: no REFERENCES clause. */
  readonly referencedTable?: (parentTable: TableName) => string;
  /**
   * Returns further clauses within CREATE TABLE. `parentKey` is the parent's key column, if child rows reference it.
   */
  readonly clauses?: (
    child: ChildTable,
    parentKey: ScalarColumn | undefined,
    parentTable: TableName,
  ) => readonly string[];
  readonly indexes?: (child: ChildTable) => readonly string[];
}

export function createTables(request: DdlRequest, dialectRules: DdlRules): readonly string[] {
  const rules = ownProperties(dialectRules);
  const { columns, children } = tableColumns(request);
  const { table } = request.table;
  const key = keyColumnOf(columns);
  const parts = [
    ...columns.map((column) => columnDefinition(column, key, rules)),
    ...(rules.tableClauses?.(columns) ?? []),
  ];
  return [
    createTable(table, parts, rules),
    ...columns.flatMap((column) => rules.columnIndexes?.(column, key) ?? []),
    ...children.flatMap((child) => createChildTable(child, columns, table, rules)),
  ];
}

export function qualifiedName(table: TableName, quote: DdlRules["quote"]): string {
  const { schema, name } = splitTableName(table);
  return [...schema, name].map(quote).join(".");
}

/**
 * Returns the expression to index for the order of a column, as the compiler writes it: values that are not readable,
 * such as NaN and infinity, become null. Undefined if the column itself is the expression.
 */
export function readableExpression(column: ScalarColumn, dialect: Dialect): string | undefined {
  const value = scalarOf(column, dialect);
  const readable = readableOrNull(value, dialect);
  return readable === value.sql ? undefined : segmentsOf(readable);
}

/** Returns the condition that a date or time is readable. Undefined if all values of the column's type are. */
export function readableCheck(column: ScalarColumn, dialect: Dialect): string | undefined {
  const { isNotNull } = nullTests(
    scalarOf({ ...column, isFinite: false, nullable: false }, dialect),
    dialect,
  );
  return typeof isNotNull === "boolean" ? undefined : segmentsOf(isNotNull as SqlText);
}

function scalarOf({ name, type, nullable, form, isFinite }: ScalarColumn, { quote }: Dialect): SqlScalar {
  return { sql: rawSql(quote(name)), type, nullable, traits: { form, finite: isFinite } };
}

function segmentsOf(expression: SqlText): string {
  return toStatement(expression).segments.join("");
}

function createTable(
  table: TableName,
  parts: readonly string[],
  { quote, tableSuffix = "" }: DdlRules,
): string {
  return `CREATE TABLE ${qualifiedName(table, quote)} (\n  ${parts.join(",\n  ")}\n)${tableSuffix}`;
}

function columnDefinition(column: TableColumn, key: ScalarColumn | undefined, rules: DdlRules): string {
  const name = rules.quote(column.name);
  const words = [name, rules.columnType(column, key)];
  if (column.kind === "scalar" && column.isKey) words.push(rules.keyConstraint);
  else if (!column.nullable) words.push("NOT NULL");
  for (const check of rules.checks(column, name)) words.push(`CHECK (${check})`);
  return words.join(" ");
}

function createChildTable(
  child: ChildTable,
  parentColumns: readonly TableColumn[],
  parentTable: TableName,
  rules: DdlRules,
): readonly string[] {
  const { storage, type } = child;
  const { quote, scalarTypes } = rules;
  const childRules: ChildTableRules = ownProperties(rules.child ?? {});
  const referenced = referencedColumn(storage, parentColumns);
  // Reference only the catalog's key: a foreign key requires a unique column, and no other column is known to be
  // unique.
  const parentKey = referenced?.isKey === true ? referenced : undefined;
  const reference =
    parentKey === undefined || childRules.referencedTable === undefined
      ? ""
      : ` REFERENCES ${childRules.referencedTable(parentTable)} (${quote(parentKey.name)}) ON DELETE CASCADE`;
  const idType =
    referenced === undefined
      ? scalarTypes.integer
      : (childRules.parentType?.(referenced) ?? rules.columnType(referenced, keyColumnOf(parentColumns)));
  const parts = [
    `${quote(storage.parent)} ${idType} NOT NULL${reference}`,
    ...(storage.key === undefined ? [] : [`${quote(storage.key)} ${scalarTypes.string} NOT NULL`]),
    `${quote(storage.value)} ${childRules.valueType?.(child) ?? scalarTypes[type]}`,
    ...(childRules.clauses?.(child, parentKey, parentTable) ?? []),
  ];
  return [createTable(storage.childTable, parts, rules), ...(childRules.indexes?.(child) ?? [])];
}

import { resolveMember, type ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Dialect, TemporalScalar } from "../../sql/dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlText } from "../../sql/fragments/fragment.ts";
import { memberColumnsOfObject } from "../../sql/tables/object-parts.ts";
import type { ColumnStorage, JsonStorage, TableDefinition } from "../../sql/tables/table-definition.ts";
import { formatJson } from "../../values/json/exact-json.ts";
import { lastReadInstant, readStoredTemporal } from "../../values/instant.ts";
import { sortKeyWriter } from "./sort-keys.ts";
import { hasOwn } from "../../values/own-properties.ts";
import { readPath } from "../../values/read-path.ts";
import { isScalarType, isTemporal, type ScalarType } from "../../values/types.ts";

/** Column of a table that a store writes. */
export interface WrittenColumn {
  readonly name: string;
  /** Dotted name of the member that it stores. */
  readonly member: string;
  /** Number of fraction digits of a second that the column keeps. */
  readonly fractionDigits: number;
  /** Returns the SQL of the row's value. */
  readonly value: (row: object) => SqlText;
}

const NULL = rawSql("NULL");

/**
 * Returns the columns that store the members of a catalog. Members that are SQL expressions have none, unless the
 * expression reads one column.
 *
 * @throws TypeError for storage that cannot be written: child tables, native arrays, parts of JSON, sort keys that only the
 *   catalog names
 */
export function writtenColumns(
  catalog: Catalog,
  table: TableDefinition,
  dialect: Dialect,
): readonly WrittenColumn[] {
  const { members = {} } = table;
  const columns = new Map<string, WrittenColumn>();
  for (const name of new Set([...catalog.members.byName.keys(), ...Object.keys(members)])) {
    const member = resolveMember(catalog, name);
    if (member === undefined)
      throw new TypeError(`The table has the member ${name}, which the catalog lacks.`);
    if (memberColumnsOfObject(name, member.member, members) !== undefined) continue;
    const storage = Object.hasOwn(members, name) ? members[name] : undefined;
    const column = columnOf(name, member, storage, dialect);
    if (column !== undefined && !columns.has(column.name)) columns.set(column.name, column);
    for (const sortKey of sortKeysOf(name, member, storage, dialect))
      if (!columns.has(sortKey.name)) columns.set(sortKey.name, sortKey);
  }
  return [...columns.values()];
}

function columnOf(
  name: string,
  member: ResolvedMember,
  entry: NonNullable<TableDefinition["members"]>[string] | undefined,
  dialect: Dialect,
): WrittenColumn | undefined {
  const { type } = member.type;
  const column = typeof entry === "string" ? entry : member.path[0]!;
  const storage = typeof entry === "object" ? entry : isScalarType(type) ? { column } : { json: column };
  if (hasOwn(storage, "expression")) {
    // The column contains the value that the expression returns.
    const { indexedColumn, form, precision } = storage;
    if (indexedColumn === undefined) return undefined;
    const indexedStorage = {
      column: indexedColumn,
      ...(form === undefined ? {} : { form }),
      ...(precision === undefined ? {} : { precision }),
    };
    return columnOf(name, member, indexedStorage, dialect);
  }
  if (hasOwn(storage, "json") && (storage.path ?? []).length === 0)
    return {
      name: storage.json,
      member: name,
      fractionDigits: 9,
      value: (row) => jsonSql(readMember(row, member), storage, dialect),
    };
  if (!hasOwn(storage, "column") || (storage.keys === undefined && member.member.keyColumns.length > 0))
    throw new TypeError(
      `A store cannot write the member ${name}: it is not stored in a column of its own. Use a table that a store creates.`,
    );
  return {
    name: storage.column,
    member: name,
    fractionDigits: isTemporal(type) ? precisionOf(type, storage, dialect) : 9,
    value: (row) => scalarSql(readMember(row, member), type as ScalarType, storage, dialect),
  };
}

/** Returns the columns with the sort keys of a string. */
function sortKeysOf(
  name: string,
  member: ResolvedMember,
  storage: NonNullable<TableDefinition["members"]>[string] | undefined,
  dialect: Dialect,
): readonly WrittenColumn[] {
  const keys = typeof storage === "object" ? (storage.keys ?? []) : [];
  return keys.map((key) => {
    const write = sortKeyWriter(key, dialect);
    return {
      name: key.column,
      member: name,
      fractionDigits: 9,
      value: (row) => write(readMember(row, member)),
    };
  });
}

function readMember(row: object, { path }: ResolvedMember): unknown {
  return readPath(row, path);
}

function jsonSql(value: unknown, { as = "json" }: JsonStorage, dialect: Dialect): SqlText {
  if (value === undefined || value === null) return NULL;
  const text = dialect.bind(bindable("text", formatJson(value)));
  if (dialect.name !== "postgres") return as === "jsonb" ? sql`jsonb(${text})` : text;
  return as === "text" ? text : sql`CAST(${text} AS ${rawSql(as)})`;
}

function scalarSql(value: unknown, type: ScalarType, storage: ColumnStorage, dialect: Dialect): SqlText {
  if (value === undefined || value === null) return NULL;
  if (isTemporal(type)) return temporalSql(value as string, type, storage, dialect);
  const parameterType = type === "string" ? "text" : type;
  return dialect.bind(bindable(parameterType, value as string | number | bigint | boolean));
}

function precisionOf(
  type: TemporalScalar,
  { form, precision }: ColumnStorage,
  { temporal }: Dialect,
): number {
  return form === "text" ? 9 : (precision ?? temporal.precision(type, form));
}

function temporalSql(text: string, type: TemporalScalar, storage: ColumnStorage, dialect: Dialect): SqlText {
  if (!readStoredTemporal(type, text)) throw new TypeError(`A row has the invalid ${type} ${text}.`);
  const { milliseconds, nanoseconds } = lastReadInstant;
  const { temporal } = dialect;
  if (storage.form === "text") return dialect.bind(bindable("text", text));
  const instant = BigInt(milliseconds) * 1_000_000n + BigInt(nanoseconds);
  return temporal.bind(type, instant, storage.form, precisionOf(type, storage, dialect));
}

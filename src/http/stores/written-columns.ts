import { resolveMember, type ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Dialect, TemporalScalar } from "../../sql/dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlText } from "../../sql/fragments/fragment.ts";
import { memberColumnsOfObject } from "../../sql/tables/object-parts.ts";
import type {
  ColumnStorage,
  ExpressionStorage,
  JsonStorage,
  TableDefinition,
} from "../../sql/tables/table-definition.ts";
import { formatJson } from "../../values/json/exact-json.ts";
import { lastReadInstant, readStoredTemporal } from "../../values/instant.ts";
import { sortKeyWriter } from "./sort-keys.ts";
import type { ColumnAssignment, ColumnInfo, SchemaReader } from "./store-database.ts";
import { hasOwn } from "../../values/own-properties.ts";
import { ownDataProperty, readPath } from "../../values/read-path.ts";
import { isScalarType, isTemporal, type ScalarType, type ScalarValueType } from "../../values/types.ts";

/** Column of a table that a store writes. */
export interface WrittenColumn {
  readonly name: string;
  /** Dotted name of the member that it stores. */
  readonly member: string;
  /** Number of fraction digits of a second that the column keeps. */
  readonly fractionDigits: number;
  /** Returns the row's value of the member; undefined if it is null or missing. */
  readonly valueOf: (row: object) => unknown;
  /** Returns whether a row does not have the member at all, not even as null. */
  readonly isMissing: (row: object) => boolean;
  /** Returns the SQL of the row's value, as a statement assigns it. */
  readonly value: (row: object) => SqlText;
  /** Properties of the column in the database. Undefined if the table is not prepared. */
  readonly info?: ColumnInfo | undefined;
  /** Conversion of scalar values that the column can refuse or change. */
  readonly conversion?: ColumnConversion | undefined;
}

export interface ColumnConversion extends Pick<ColumnAssignment, "isExact"> {
  readonly type: ScalarValueType;
  readonly storage: ColumnStorage | ExpressionStorage;
  /** Returns the SQL of the row's value after its conversion to the type of the column. */
  readonly cast: (row: object) => SqlText;
}

const NULL = rawSql("NULL");

/**
 * Returns the columns that store the members of a catalog. Members that are SQL expressions have none, unless the
 * expression only converts one column.
 *
 * @param prepared the columns of the table in the database, and how they take values
 * @throws TypeError for storage that cannot be written: child tables, native arrays, parts of JSON, sort keys that only the
 *   catalog names
 */
export function writtenColumns(
  catalog: Catalog,
  table: TableDefinition,
  dialect: Dialect,
  prepared?: PreparedColumns,
): readonly WrittenColumn[] {
  const { members = {} } = table;
  const columns = new Map<string, WrittenColumn>();
  for (const name of new Set([...catalog.members.byName.keys(), ...Object.keys(members)])) {
    const member = resolveMember(catalog, name);
    if (member === undefined)
      throw new TypeError(`The table has the member ${name}, which the catalog lacks.`);
    if (memberColumnsOfObject(name, member.member, members) !== undefined) continue;
    const storage = Object.hasOwn(members, name) ? members[name] : undefined;
    const column = columnOf(name, member, storage, dialect, prepared);
    for (const written of [column, ...sortKeysOf(name, member, storage, dialect)]) {
      if (written === undefined || columns.has(written.name)) continue;
      const info = prepared?.columns.find((candidate) => candidate.name === written.name);
      columns.set(written.name, { ...written, info });
    }
  }
  return [...columns.values()];
}

/** The columns of a table in the database, and how they take values. */
export interface PreparedColumns extends Pick<SchemaReader, "assignment"> {
  readonly columns: readonly ColumnInfo[];
}

function columnOf(
  name: string,
  member: ResolvedMember,
  entry: NonNullable<TableDefinition["members"]>[string] | undefined,
  dialect: Dialect,
  prepared: PreparedColumns | undefined,
): WrittenColumn | undefined {
  const { type } = member.type;
  const column = typeof entry === "string" ? entry : member.path[0]!;
  const storage = typeof entry === "object" ? entry : isScalarType(type) ? { column } : { json: column };
  if (hasOwn(storage, "expression")) {
    const { convertedColumn = storage.indexedColumn } = storage;
    if (convertedColumn !== undefined && isScalarType(type))
      return scalarColumn(name, convertedColumn, member, storage, dialect, prepared);
    if (member.path.length === 1) return undefined;
  }
  if (hasOwn(storage, "json") && (storage.path ?? []).length === 0)
    return {
      name: storage.json,
      ...readsOf(name, member),
      fractionDigits: 9,
      value: (row) => jsonSql(readPath(row, member.path), storage, dialect),
    };
  if (!hasOwn(storage, "column") || (storage.keys === undefined && member.member.keyColumns.length > 0))
    throw new TypeError(
      `A store cannot write the member ${name}: it is not stored in a column of its own. Use a table that a store creates.`,
    );
  return scalarColumn(name, storage.column, member, storage, dialect, prepared);
}

function scalarColumn(
  name: string,
  column: string,
  member: ResolvedMember,
  storage: ColumnStorage | ExpressionStorage,
  dialect: Dialect,
  prepared: PreparedColumns | undefined,
): WrittenColumn {
  const type = member.type as ScalarValueType;
  const info = prepared?.columns.find((candidate) => candidate.name === column);
  const assignment = info && prepared?.assignment?.(info.type, type.type);
  const convertedBy = (convert: ColumnAssignment["cast"] | undefined) => (row: object) => {
    const value = readPath(row, member.path);
    if (value === undefined || value === null) return NULL;
    if (convert === undefined) return scalarSql(value, type.type, storage, dialect);
    // A double has up to 17 digits, and a cast to a decimal would keep 15 of them.
    return convert(
      type.type === "number"
        ? scalarSql(formatJson(value), "string", storage, dialect)
        : scalarSql(value, type.type, storage, dialect),
    );
  };
  return {
    name: column,
    ...readsOf(name, member),
    fractionDigits: isTemporal(type.type) ? precisionOf(type.type, storage, dialect) : 9,
    value: convertedBy(assignment?.assigned),
    conversion: assignment && {
      type,
      storage,
      isExact: assignment.isExact,
      cast: convertedBy(assignment.cast),
    },
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
      ...readsOf(name, member),
      fractionDigits: 9,
      value: (row) => write(readPath(row, member.path)),
    };
  });
}

function readsOf(
  name: string,
  { path }: ResolvedMember,
): Pick<WrittenColumn, "member" | "valueOf" | "isMissing"> {
  return {
    member: name,
    valueOf: (row) => readPath(row, path),
    isMissing: (row) => ownDataProperty(row, path[0]!) === undefined,
  };
}

function jsonSql(value: unknown, { as = "json" }: JsonStorage, dialect: Dialect): SqlText {
  if (value === undefined || value === null) return NULL;
  const text = dialect.bind(bindable("text", formatJson(value)));
  if (dialect.name !== "postgres") return as === "jsonb" ? sql`jsonb(${text})` : text;
  return as === "text" ? text : sql`CAST(${text} AS ${rawSql(as)})`;
}

function scalarSql(
  value: unknown,
  type: ScalarType,
  storage: ColumnStorage | ExpressionStorage,
  dialect: Dialect,
): SqlText {
  if (isTemporal(type)) return temporalSql(value as string, type, storage, dialect);
  const parameterType = type === "string" ? "text" : type;
  return dialect.bind(bindable(parameterType, value as string | number | bigint | boolean));
}

function precisionOf(
  type: TemporalScalar,
  { form, precision }: Pick<ColumnStorage, "form" | "precision">,
  { temporal }: Dialect,
): number {
  return form === "text" ? 9 : (precision ?? temporal.precision(type, form));
}

function temporalSql(
  text: string,
  type: TemporalScalar,
  storage: ColumnStorage | ExpressionStorage,
  dialect: Dialect,
): SqlText {
  if (!readStoredTemporal(type, text)) throw new TypeError(`A row has the invalid ${type} ${text}.`);
  const { milliseconds, nanoseconds } = lastReadInstant;
  const { temporal } = dialect;
  if (storage.form === "text") return dialect.bind(bindable("text", text));
  const instant = BigInt(milliseconds) * 1_000_000n + BigInt(nanoseconds);
  return temporal.bind(type, instant, storage.form, precisionOf(type, storage, dialect));
}

import { resolveMember } from "../../catalog/resolve-member.ts";
import type { Catalog, Member } from "../../catalog/types.ts";
import { isRefusal, type SqlScalar } from "../../functions/definition/port.ts";
import { hasMovedName, hasOrder, keepOrder } from "../../values/json/member-order.ts";
import { LruMap } from "../../values/lru-map.ts";
import { isScalarType, type ScalarValueType } from "../../values/types.ts";
import { keyScalar, type SqlTarget } from "../compile/compile-clauses.ts";
import { rawSql, sql, type SqlText } from "../fragments/fragment.ts";
import { childRows } from "../compile/child-tables.ts";
import { TABLE_ALIAS } from "../fragments/table-alias.ts";
import { findStorage } from "../compile/member-expressions.ts";
import { memberColumnsOfObject } from "../tables/object-parts.ts";
import { listReader, mapReader, parseJsonColumn } from "./json-readers.ts";
import { readInteger, valueReader } from "./value-reader.ts";
import type { ArrayStorage, ChildTableStorage, TableDefinition } from "../tables/table-definition.ts";
import { hasOwn, setOwnProperty } from "../../values/own-properties.ts";
import { putNull, putPart, stepThrough, type RowObject } from "./row-parts.ts";

export interface RowReader {
  readonly columns: readonly SqlText[];
  /** Names of the properties of rows. */
  readonly names: readonly string[];
  /** Whether some selected columns have values of unlimited size: strings, JSON, lists. */
  readonly isWide: boolean;
  /** Converts the values of a row. `from` is the index in `values` of the first selected column. */
  readonly row: (values: readonly unknown[], from?: number) => RowObject;
}

/**
 * Creates a reader of rows.
 *
 * @param properties top-level properties to select. Default: all.
 * @throws TypeError for a member that the dialect cannot select: a native array or a child table.
 */
export function rowReader(target: SqlTarget, properties?: ReadonlySet<string>): RowReader {
  const { reads, readers } = tableReads(target);
  const key = properties === undefined ? "" : JSON.stringify([...properties]);
  return readers.getOrCreate(key, () =>
    makeRowReader(
      target,
      reads.filter(({ path }) => properties?.has(path[0]!) ?? true),
    ),
  );
}

function makeRowReader(target: SqlTarget, reads: readonly MemberRead[]): RowReader {
  const columns = new Map<string, ReadColumn>();
  for (const { name, column, stored } of reads) {
    if (!columns.has(name)) columns.set(name, column());
    if (stored !== undefined) columns.set(`stored ${stored}`, storedColumn(stored, target));
  }
  const readColumns = [...columns.values()];
  const at = new Map([...columns.keys()].map((name, index) => [name, index]));
  const places = reads.map(({ name, stored, within, path, isPart }) => ({
    index: at.get(name)!,
    stored: stored === undefined ? undefined : at.get(`stored ${stored}`),
    within,
    path,
    isPart,
  }));
  const names = [...new Set(reads.map(({ path }) => path[0]!))];
  const isReordered = hasMovedName(names);
  const isPlain =
    !isReordered &&
    places.every(({ stored, within, isPart }) => stored === undefined && within.length === 0 && !isPart);
  return {
    columns: readColumns.map((column) => column.sql),
    names,
    isWide: readColumns.some((column) => column.isWide),
    row: (values, from = 0) => {
      const row: RowObject = {};
      // If all members are whole columns, this returns the same as the steps below, in half the time.
      if (isPlain) {
        let isOrdered = false;
        for (const { index, path } of places) {
          const value = readColumns[index]!.read(values[from + index]) ?? null;
          isOrdered ||= hasOrder(value);
          setOwnProperty(row, path[0]!, value);
        }
        return isOrdered ? keepOrder(row, names) : row;
      }
      const cells = readColumns.map((column, index) => column.read(values[from + index]));
      const missing: (readonly string[])[] = [];
      for (const { index, stored, within, path, isPart } of places) {
        const value = stepThrough(cells[index], within) ?? (stored === undefined ? null : cells[stored]);
        if (!isPart) setOwnProperty(row, path[0]!, value);
        else if (value === null) missing.push(path);
        else putPart(row, path, value);
      }
      // Set null parts last: a null part must not create its parent object.
      for (const path of missing) putNull(row, path);
      return isReordered || cells.some(hasOrder) ? keepOrder(row, names) : row;
    },
  };
}

interface ReadColumn {
  readonly sql: SqlText;
  readonly isWide: boolean;
  readonly read: (value: unknown) => unknown;
}

interface MemberRead {
  /** Name of the selected column. Reads with the same name share one column. */
  readonly name: string;
  readonly column: () => ReadColumn;
  /** Name of the column of the table whose value rows have if the read value is null. */
  readonly stored: string | undefined;
  /** Path to the value within the JSON of the column. */
  readonly within: readonly string[];
  readonly path: readonly string[];
  /** Whether the value is a part of an object, to be merged into it. */
  readonly isPart: boolean;
}

interface TableReads {
  readonly target: SqlTarget;
  readonly reads: readonly MemberRead[];
  /** Readers by their properties. */
  readonly readers: LruMap<string, RowReader>;
}

/** Number of readers of a table that are kept: clients choose the properties. */
const MAX_READERS = 50;

const READS = new WeakMap<TableDefinition, TableReads>();

/** Returns the reads of all members. They are the same for all requests: a locale does not change how a row is read. */
function tableReads(target: SqlTarget): TableReads {
  const { catalog, table, dialect } = target;
  const cached = READS.get(table);
  if (cached?.target.catalog === catalog && cached.target.dialect === dialect) return cached;
  const reads = readsOf(target).map((memberRead) => {
    let column: ReadColumn | undefined;
    return { ...memberRead, column: () => (column ??= memberRead.column()) };
  });
  const entry = { target, reads, readers: new LruMap<string, RowReader>(MAX_READERS) };
  READS.set(table, entry);
  return entry;
}

function readsOf(target: SqlTarget): readonly MemberRead[] {
  const { catalog, table } = target;
  const storages = table.members ?? {};
  const reads: MemberRead[] = [];
  for (const member of catalog.members.byName.values()) {
    if (memberColumnsOfObject(member.name, member, storages) !== undefined) reads.push(readOfNothing(member));
    else reads.push(readOf(member.name, [member.property], member, false, target));
  }
  const parts: MemberRead[] = [];
  for (const name of Object.keys(storages)) {
    const member = resolveMember(catalog, name);
    // Skip members within list elements: they are read with the list.
    if (member === undefined || member.path.length < 2 || member.type !== member.member) continue;
    parts.push(readOf(name, member.path, member.member, true, target));
  }
  parts.sort((a, b) => a.path.length - b.path.length);
  return [...reads, ...parts];
}

/** Returns a read without a column, for an object that is stored only as its parts: the parts create it. */
function readOfNothing({ property }: Member): MemberRead {
  const column = (): ReadColumn => ({ sql: rawSql("NULL"), isWide: false, read: () => null });
  return { name: "nothing", column, stored: undefined, within: [], path: [property], isPart: false };
}

function readOf(
  name: string,
  path: readonly string[],
  member: Member,
  isPart: boolean,
  target: SqlTarget,
): MemberRead {
  const { catalog, table, dialect } = target;
  const { storage, inner } = findStorage(name, resolveMember(catalog, name)!, catalog, table);
  const column = (identifier: string) => rawSql(`${TABLE_ALIAS}.${dialect.quote(identifier)}`);
  const readMember = (make: () => ReadColumn): MemberRead => ({
    name: `member ${name}`,
    column: make,
    stored: undefined,
    within: [],
    path,
    isPart,
  });
  if (hasOwn(storage, "childTable")) return readMember(() => childColumn(name, storage, member, target));
  if (hasOwn(storage, "array")) return readMember(() => arrayColumn(name, storage, member, target));
  if (hasOwn(storage, "json") || !isScalarType(member.type)) {
    const columnName = hasOwn(storage, "json")
      ? storage.json
      : hasOwn(storage, "column")
        ? storage.column
        : undefined;
    const as = hasOwn(storage, "json") ? (storage.as ?? "json") : "json";
    const place =
      columnName === undefined
        ? sql`(${rawSql((storage as { expression: string }).expression)})`
        : column(columnName);
    return {
      name: `json ${columnName ?? name}`,
      column: () => ({
        sql: dialect.selectJson?.json?.(place, as) ?? place,
        isWide: true,
        read: parseJsonColumn,
      }),
      stored: undefined,
      within: [...(hasOwn(storage, "json") ? (storage.path ?? []) : []), ...inner],
      path,
      isPart,
    };
  }
  const { type } = member;
  const place = hasOwn(storage, "expression") ? sql`(${rawSql(storage.expression)})` : column(storage.column);
  const isGuarded = hasOwn(storage, "expression") || storage.form === "text";
  const memberRead = readMember(() => ({
    sql: dialect.selectValue({
      sql: place,
      type,
      nullable: true,
      traits: { form: storage.form, finite: storage.finite },
    }),
    isWide: type === "string",
    read: valueReader(member as ScalarValueType),
  }));
  return table.unreadable === "stored" && isGuarded ? { ...memberRead, stored: member.property } : memberRead;
}

/** Returns the column as it is stored. Values without a form in JSON are null. */
function storedColumn(name: string, { dialect }: SqlTarget): ReadColumn {
  return {
    sql: rawSql(`${TABLE_ALIAS}.${dialect.quote(name)}`),
    isWide: true,
    read: (value) => {
      if (typeof value === "bigint") return readInteger(value);
      return typeof value === "string" || Number.isFinite(value) ? value : null;
    },
  };
}

function arrayColumn(
  name: string,
  storage: ArrayStorage,
  member: Member,
  { dialect }: SqlTarget,
): ReadColumn {
  const items = elementType(member);
  const columnSql = rawSql(`${TABLE_ALIAS}.${dialect.quote(storage.array)}`);
  const isMap = member.type === "map";
  const read = isMap ? dialect.selectJson?.map : dialect.selectJson?.array;
  if (items === undefined || read === undefined) throw unreadableError(name, dialect.name);
  return {
    sql: read(columnSql, items.type, storage),
    isWide: true,
    read: isMap ? mapReader(items) : listReader(items),
  };
}

function childColumn(
  name: string,
  storage: ChildTableStorage,
  member: Member,
  target: SqlTarget,
): ReadColumn {
  const { dialect } = target;
  const key = keyScalar(target);
  if (isRefusal(key)) throw unreadableError(name, dialect.name);
  const rows = childRows(storage, dialect, key.sql as SqlText);
  const items = elementType(member);
  if (items === undefined) throw unreadableError(name, dialect.name);
  const value: SqlScalar = {
    sql: rows.column(storage.value).sql,
    type: items.type,
    nullable: true,
    traits: { form: storage.form, finite: storage.finite },
  };
  const { childList, childMap } = dialect.selectJson ?? {};
  if (member.type === "list" && childList !== undefined)
    return { sql: childList(rows, value), isWide: true, read: listReader(items) };
  if (member.type === "map" && childMap !== undefined && storage.key !== undefined)
    return { sql: childMap(rows, rows.column(storage.key).sql, value), isWide: true, read: mapReader(items) };
  throw unreadableError(name, dialect.name);
}

function elementType(member: Member): ScalarValueType | undefined {
  const element = member.type === "list" ? member.items : member.type === "map" ? member.values : undefined;
  return element !== undefined && isScalarType(element.type) ? (element as ScalarValueType) : undefined;
}

function unreadableError(name: string, dialect: string): TypeError {
  return new TypeError(`the dialect ${dialect} cannot select the member ${name} as it is stored`);
}

export function propertiesOf(
  members: Iterable<{ readonly path: readonly string[] }>,
  catalog: Catalog,
): ReadonlySet<string> {
  const properties = new Set<string>();
  for (const { path } of members) properties.add(path[0]!);
  const key = catalog.key === undefined ? undefined : resolveMember(catalog, catalog.key);
  if (key !== undefined) properties.add(key.path[0]!);
  return properties;
}

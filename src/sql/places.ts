import { resolveMember, type ResolvedMember } from "../catalog/resolve-member.ts";
import type { Catalog } from "../catalog/types.ts";
import {
  exactCondition,
  isRefusal,
  type Refusal,
  type SqlCondition,
  type SqlList,
  type SqlMap,
  type SqlScalar,
  type StoredKey,
  type Traits,
} from "../functions/port.ts";
import { isScalarType, isTemporal, type ScalarType, type ValueType } from "../values/types.ts";
import type { Dialect, ListForm, MapForm } from "./dialect.ts";
import { parameter, requiring, sql, text, type SqlText } from "./fragment.ts";
import type { ChildTableStorage, JsonStorage, Storage, TableDefinition } from "./table.ts";
import { asText } from "./truth.ts";

/** Where members stand, as SQL. */
export interface Places {
  readonly scalar: (name: string, member: ResolvedMember) => SqlScalar | Refusal;
  readonly list: (name: string, member: ResolvedMember) => SqlList | Refusal;
  readonly map: (name: string, member: ResolvedMember) => SqlMap | Refusal;
  /** Whether an object is there. */
  readonly presence: (name: string, member: ResolvedMember) => SqlCondition | Refusal;
}

/** The name by which a statement calls its table. */
export const ALIAS = "t";

/** Finds the places of a catalog's members in a table. */
export function placesOf(catalog: Catalog, table: TableDefinition, dialect: Dialect): Places {
  const column = (name: string) => text(`${ALIAS}.${dialect.quote(name)}`);
  const find = (name: string, member: ResolvedMember) => findStorage(name, member, catalog, table);

  const traitsOf = (storage: Exclude<Storage, string>, member: ResolvedMember): Traits => {
    const keys = [...(storage.keys ?? member.member.keyColumns)].map((key): StoredKey => ({
      ...key,
      sql: requiring("keyColumn", key.column, column(key.column)),
    }));
    return {
      repertoire: storage.repertoire,
      precision: storage.precision,
      finite: storage.finite,
      binary: storage.binary,
      form: storage.form,
      ...(keys.length > 0 && member.type.type === "string" ? { keys } : {}),
    };
  };
  const nullable = (storage: Exclude<Storage, string>, member: ResolvedMember) =>
    storage.nullable ?? member.nullable;

  const places: Places = {
    scalar(name, member) {
      const type = member.type.type as ScalarType;
      const { storage, inner } = find(name, member);
      if ("childTable" in storage) return entryOf(storage, inner, type, dialect, keyColumn());
      if ("json" in storage) {
        const path = [...(storage.path ?? []), ...inner];
        const found = dialect.json.scalar(column(storage.json), path, storage.as ?? "json", type);
        if (isRefusal(found)) return found;
        return {
          sql: found.sql,
          type,
          nullable: true,
          traits: { ...traitsOf(storage, member), ...found.traits },
        };
      }
      if ("array" in storage) return nativeEntry(storage.array, name, inner, type);
      if (inner.length > 0) return { refused: `${name} stands in no column of its own` };
      const own = "expression" in storage ? text(`(${storage.expression})`) : column(storage.column);
      const traits = traitsOf(storage, member);
      if (!isTemporal(type)) return { sql: own, type, nullable: nullable(storage, member), traits };
      const held = dialect.temporal.held(own, type, storage.form);
      if (isRefusal(held)) return held;
      const isSame = held.sql === own;
      return {
        sql: held.sql,
        type,
        nullable: !isSame || nullable(storage, member),
        traits: { ...traits, form: held.form, ...(isSame ? {} : { precision: undefined }) },
      };
    },
    list(name, member) {
      const items = (member.type as Extract<ValueType, { type: "list" }>).items.type;
      if (!isScalarType(items)) return { refused: `the elements of ${name} are no single values` };
      const { storage, inner, throughList } = find(name, member);
      const form = listForm(storage, inner, throughList, items);
      return listOf(form, items, dialect);
    },
    map(name, member) {
      const values = (member.type as Extract<ValueType, { type: "map" }>).values.type;
      if (!isScalarType(values)) return { refused: `the values of ${name} are no single values` };
      const { storage, inner } = find(name, member);
      if ("childTable" in storage) return mapOf(childMap(storage, values, dialect, keyColumn()), dialect);
      if ("array" in storage && dialect.map !== undefined)
        return mapOf(dialect.map(column(storage.array), values), dialect);
      if (!("json" in storage)) return { refused: `${name} is no map in the database` };
      const path = [...(storage.path ?? []), ...inner];
      return mapOf(dialect.json.map(column(storage.json), path, storage.as ?? "json", values), dialect);
    },
    presence(name, member) {
      const { storage, inner } = find(name, member);
      if (!("json" in storage)) return { refused: `${name} is no object in the database` };
      const path = [...(storage.path ?? []), ...inner];
      const found = dialect.json.isObject(column(storage.json), path, storage.as ?? "json");
      return isRefusal(found) ? found : exactCondition(found, sql`(${found}) IS NOT TRUE`);
    },
  };
  return places;

  function nativeEntry(
    map: string,
    name: string,
    [key, ...further]: readonly string[],
    type: ScalarType,
  ): SqlScalar | Refusal {
    const form = dialect.map?.(column(map), type);
    if (form !== undefined && isRefusal(form)) return form;
    if (form?.entry === undefined || key === undefined || further.length > 0)
      return { refused: `${name} stands in no column of its own` };
    return {
      sql: form.entry(dialect.bind(parameter("text", key))),
      type,
      nullable: true,
      traits: {},
    };
  }

  function keyColumn(): SqlText {
    const key = catalog.key === undefined ? undefined : resolveMember(catalog, catalog.key);
    const place = key === undefined ? undefined : places.scalar(catalog.key!, key);
    return place === undefined || isRefusal(place) ? text("NULL") : (place.sql as SqlText);
  }

  function listForm(
    storage: Exclude<Storage, string>,
    inner: readonly string[],
    throughList: readonly string[],
    items: ScalarType,
  ): ListForm | Refusal {
    if ("childTable" in storage) {
      if (inner.length > 0) return { refused: "a child table holds single values" };
      return childList(storage, dialect, keyColumn());
    }
    if ("array" in storage) {
      return dialect.array?.(column(storage.array), items) ?? { refused: "the database has no arrays" };
    }
    if (!("json" in storage)) return { refused: "the list stands in no JSON, array or child table" };
    const path = [...(storage.path ?? []), ...inner];
    return dialect.json.list(column(storage.json), path, storage.as ?? "json", items, throughList);
  }
}

interface Found {
  readonly storage: Exclude<Storage, string>;
  /** The properties to step through below what the storage holds. */
  readonly inner: readonly string[];
  /** Where the path leads through a list: the properties to step through in each element. */
  readonly throughList: readonly string[];
}

/** The storage of the longest beginning of a name that is mentioned, else the column of the first property. */
function findStorage(
  name: string,
  member: ResolvedMember,
  catalog: Catalog,
  { members = {} }: TableDefinition,
): Found {
  const segments = name.split(".");
  const listAt = lengthUpToList(segments, catalog, member);
  for (let count = segments.length; count > 0; count--) {
    const beginning = segments.slice(0, count).join(".");
    if (!Object.hasOwn(members, beginning)) continue;
    const at = count === segments.length ? member : resolveMember(catalog, beginning);
    if (at === undefined) continue;
    return split(completed(members[beginning]!, at), member.path, at.path.length, listAt);
  }
  const [first] = member.path;
  const isColumn = member.path.length === 1 && isScalarType(member.type.type);
  return split(isColumn ? { column: first! } : { json: first! }, member.path, 1, listAt);
}

function completed(storage: Storage, member: ResolvedMember): Exclude<Storage, string> {
  if (typeof storage !== "string") return storage;
  return isScalarType(member.type.type) ? { column: storage } : ({ json: storage } satisfies JsonStorage);
}

function split(
  storage: Exclude<Storage, string>,
  path: readonly string[],
  from: number,
  listAt: number,
): Found {
  return { storage, inner: path.slice(from, listAt), throughList: path.slice(Math.max(from, listAt)) };
}

/** How many properties lead to the first list on the way; all of them if there is none before the end. */
function lengthUpToList(segments: readonly string[], catalog: Catalog, member: ResolvedMember): number {
  if (member.type === member.member) return member.path.length;
  for (let count = 1; count < segments.length; count++) {
    const at = resolveMember(catalog, segments.slice(0, count).join("."));
    if (at?.type.type === "list") return at.path.length;
  }
  return member.path.length;
}

function listOf(form: ListForm | Refusal, items: ScalarType, dialect: Dialect): SqlList | Refusal {
  if (isRefusal(form)) return form;
  const element: SqlScalar = { ...form.element, type: items, nullable: true };
  return {
    nullable: true,
    items,
    isNotNull: form.isNotNull,
    isNull: sql`(${form.isNotNull}) IS NOT TRUE`,
    length: lengthOf(form.length),
    some: (test) => someOf(form, asText(test(element), dialect)),
    none: (test) => noneOf(form, asText(test(element), dialect)),
  };
}

function mapOf(form: MapForm | Refusal, dialect: Dialect): SqlMap | Refusal {
  if (isRefusal(form)) return form;
  const key: SqlScalar = { ...form.key, type: "string", nullable: false };
  const value: SqlScalar = { ...form.value, type: "string", nullable: true };
  return {
    nullable: true,
    isNotNull: form.isNotNull,
    isNull: sql`(${form.isNotNull}) IS NOT TRUE`,
    length: lengthOf(form.length),
    some: (test) => someOf(form, asText(test(key, value), dialect)),
    none: (test) => noneOf(form, asText(test(key, value), dialect)),
  };
}

type Rows = Pick<ListForm, "from" | "where" | "exists">;

function someOf(rows: Rows, test: SqlText): SqlText {
  return rows.exists?.(test) ?? sql`EXISTS (${subquery(rows, test)})`;
}

function noneOf(rows: Rows, test: SqlText): SqlText {
  const found = rows.exists?.(test);
  return found === undefined ? sql`NOT EXISTS (${subquery(rows, test)})` : sql`(${found}) IS NOT TRUE`;
}

/** LIMIT 1 keeps an older SQLite from making a join of it, which counted rows twice. */
function subquery({ from, where }: Rows, test: SqlText): SqlText {
  return where === undefined
    ? sql`SELECT 1 FROM ${from} WHERE ${test} LIMIT 1`
    : sql`SELECT 1 FROM ${from} WHERE ${where} AND ${test} LIMIT 1`;
}

function lengthOf(length: SqlText | Refusal): SqlScalar | Refusal {
  return isRefusal(length) ? length : { sql: length, type: "integer", nullable: true, traits: {} };
}

/** The rows of a child table that belong to a row. No rows are an empty list: a child table has no null one. */
function childRows(storage: ChildTableStorage, dialect: Dialect, key: SqlText) {
  const names = typeof storage.childTable === "string" ? [storage.childTable] : storage.childTable;
  const parent = text(`c.${dialect.quote(storage.parent)}`);
  const owner =
    storage.references === undefined ? key : text(`${ALIAS}.${dialect.quote(storage.references)}`);
  const from = text(`${names.map(dialect.quote).join(".")} AS c`);
  const where = sql`${parent} = ${owner}`;
  return {
    from,
    where,
    isNotNull: text(dialect.constants.true),
    length: sql`(SELECT count(*) FROM ${from} WHERE ${where})`,
    column: (name: string) => ({ sql: text(`c.${dialect.quote(name)}`), traits: { binary: storage.binary } }),
  };
}

function childList(storage: ChildTableStorage, dialect: Dialect, key: SqlText): ListForm {
  const { column, ...rows } = childRows(storage, dialect, key);
  return { ...rows, element: column(storage.value) };
}

function childMap(
  storage: ChildTableStorage,
  values: ScalarType,
  dialect: Dialect,
  key: SqlText,
): MapForm | Refusal {
  if (storage.key === undefined) return { refused: "the child table names no column of keys" };
  const { column, ...rows } = childRows(storage, dialect, key);
  const value = column(storage.value);
  if (values === "string") return { ...rows, key: column(storage.key), value };
  if (isTemporal(values)) return { refused: "a date or a time in a child table has lost its text" };
  const written = dialect.textOf({ sql: value.sql, type: values, nullable: true, traits: {} });
  if (isRefusal(written)) return written;
  return { ...rows, key: column(storage.key), value: { sql: written, traits: {} } };
}

/** The value of one key of a map that has a table of its own. */
function entryOf(
  storage: ChildTableStorage,
  inner: readonly string[],
  type: ScalarType,
  dialect: Dialect,
  key: SqlText,
): SqlScalar | Refusal {
  const [entry] = inner;
  if (storage.key === undefined || entry === undefined || inner.length > 1)
    return { refused: "the child table has no such value" };
  const rows = childRows(storage, dialect, key);
  const name = dialect.binaryText(rows.column(storage.key).sql, { binary: storage.binary }, "equality");
  const sought = dialect.bind(parameter("text", entry));
  const from = sql`SELECT ${rows.column(storage.value).sql} FROM ${rows.from}`;
  return {
    sql: sql`(${from} WHERE ${rows.where} AND ${name} = ${sought} LIMIT 1)`,
    type,
    nullable: true,
    traits: {},
  };
}

import { resolveMember, type ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
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
  type Truth,
} from "../../functions/definition/port.ts";
import {
  isSafeInteger,
  isScalarType,
  isTemporal,
  type ScalarType,
  type ValueType,
} from "../../values/types.ts";
import { childList, childMap, entryOf } from "./child-tables.ts";
import type { Dialect, ListForm } from "../dialect-types/dialect.ts";
import { bindable, requiring, sql, rawSql, type SqlText } from "../fragments/fragment.ts";
import type {
  ArrayStorage,
  ColumnStorage,
  JsonStorage,
  Storage,
  TableDefinition,
} from "../tables/table-definition.ts";
import { hasOwn, ownProperties, ownProperty } from "../../values/own-properties.ts";
import { sqlList, sqlMap } from "../operations/lists.ts";
import { TABLE_ALIAS } from "../fragments/table-alias.ts";
import { nullTests } from "../operations/readable.ts";
import { memberColumnsOfObject } from "../tables/object-parts.ts";
import { sqlAnd, sqlOr } from "../fragments/conditions.ts";

export interface MemberExpressions {
  readonly scalar: (name: string, member: ResolvedMember) => SqlScalar | Refusal;
  readonly list: (name: string, member: ResolvedMember) => SqlList | Refusal;
  readonly map: (name: string, member: ResolvedMember) => SqlMap | Refusal;
  /** Returns the condition that an object is not null. */
  readonly presence: (name: string, member: ResolvedMember) => SqlCondition | Refusal;
}

export function memberExpressions(
  catalog: Catalog,
  table: TableDefinition,
  dialect: Dialect,
): MemberExpressions {
  const column = (name: string) => rawSql(`${TABLE_ALIAS}.${dialect.quote(name)}`);
  const find = (name: string, member: ResolvedMember) => findStorage(name, member, catalog, table);

  const traitsOf = (storage: Exclude<Storage, string>, member: ResolvedMember): Traits => {
    // A request has no collation options besides its locale, so keys with options have another order.
    const keys = [...(storage.keys ?? member.member.keyColumns)]
      .filter((key) => Object.keys(ownProperty(key, "options") ?? {}).length === 0)
      .map((key): StoredKey => ({ ...key, sql: requiring("keyColumn", key.column, column(key.column)) }));
    return ownProperties({
      repertoire: storage.repertoire,
      precision: storage.precision,
      finite: storage.finite,
      binary: storage.binary,
      form: storage.form,
      ...(keys.length > 0 && member.type.type === "string" ? { keys } : {}),
    });
  };
  const nullable = (storage: Exclude<Storage, string>, member: ResolvedMember) =>
    storage.nullable ?? member.nullable;

  const expressions: MemberExpressions = {
    scalar(name, member) {
      const value = anyScalar(name, member);
      if (isRefusal(value) || !isSafeInteger(member.type) || name === catalog.key) return value;
      // The key is not tested for safe integers: the catalog promises that it has only these, as it promises no nulls.
      const { storage } = find(name, member);
      return storage.finite === true ? value : guardedInteger(value, hasOwn(storage, "column"));
    },
    list(name, member) {
      const { items: element } = member.type as Extract<ValueType, { type: "list" }>;
      const items = element.type;
      if (isSafeInteger(element)) return { refused: `the elements of ${name} must be safe integers` };
      if (!isScalarType(items)) return { refused: `the elements of ${name} are not scalar` };
      const { storage, inner, throughList } = find(name, member);
      const form = listForm(storage, inner, throughList, items);
      return sqlList(form, items, dialect);
    },
    map(name, member) {
      const { values: value } = member.type as Extract<ValueType, { type: "map" }>;
      const values = value.type;
      if (isSafeInteger(value)) return { refused: `the values of ${name} must be safe integers` };
      if (!isScalarType(values)) return { refused: `the values of ${name} are not scalar` };
      const { storage, inner } = find(name, member);
      if (hasOwn(storage, "childTable"))
        return sqlMap(childMap(storage, values, dialect, keyColumn()), dialect);
      if (hasOwn(storage, "array") && dialect.map !== undefined)
        return sqlMap(dialect.map(column(storage.array), values, storage), dialect);
      if (!hasOwn(storage, "json")) return { refused: `${name} is not stored as a map` };
      const path = [...(storage.path ?? []), ...inner];
      return sqlMap(dialect.json.map(column(storage.json), path, storage.as ?? "json", values), dialect);
    },
    presence(name, member) {
      const parts = memberColumnsOfObject(name, member.member, table.members ?? {});
      if (parts !== undefined) return presenceOf(parts);
      const { storage, inner } = find(name, member);
      if (!hasOwn(storage, "json")) return { refused: `${name} is not stored as an object` };
      const path = [...(storage.path ?? []), ...inner];
      const isObject = dialect.json.isObject(column(storage.json), path, storage.as ?? "json");
      return isRefusal(isObject) ? isObject : exactCondition(isObject, sql`(${isObject}) IS NOT TRUE`);
    },
  };
  return expressions;

  function anyScalar(name: string, member: ResolvedMember): SqlScalar | Refusal {
    const type = member.type.type as ScalarType;
    const { storage, inner } = find(name, member);
    if (hasOwn(storage, "childTable")) return entryOf(storage, inner, type, dialect, keyColumn());
    if (hasOwn(storage, "json")) {
      const path = [...(storage.path ?? []), ...inner];
      const jsonValue = dialect.json.scalar(column(storage.json), path, storage.as ?? "json", type);
      if (isRefusal(jsonValue)) return jsonValue;
      return {
        sql: jsonValue.sql,
        type,
        nullable: true,
        traits: ownProperties({ ...traitsOf(storage, member), ...jsonValue.traits }),
      };
    }
    if (hasOwn(storage, "array")) return nativeEntry(storage, name, inner, type);
    if (inner.length > 0) return { refused: `${name} is not stored in a column of its own` };
    const storedValue = hasOwn(storage, "expression")
      ? sql`(${rawSql(storage.expression)})`
      : column(storage.column);
    const traits: Traits = ownProperties({
      ...traitsOf(storage, member),
      ...(hasOwn(storage, "expression") && storage.indexedColumn !== undefined
        ? { indexed: column(storage.indexedColumn) }
        : {}),
    });
    if (!isTemporal(type)) return { sql: storedValue, type, nullable: nullable(storage, member), traits };
    const temporal = dialect.temporal.fromColumn(storedValue, type, storage.form);
    if (isRefusal(temporal)) return temporal;
    const isSame = temporal.sql === storedValue;
    return {
      sql: temporal.sql,
      type,
      nullable: !isSame || nullable(storage, member),
      traits: ownProperties({
        ...traits,
        form: temporal.form,
        ...(isSame ? {} : { precision: undefined, indexed: undefined }),
      }),
    };
  }

  function nativeEntry(
    storage: ArrayStorage,
    name: string,
    [key, ...further]: readonly string[],
    type: ScalarType,
  ): SqlScalar | Refusal {
    const form = dialect.map?.(column(storage.array), type, storage);
    if (form !== undefined && isRefusal(form)) return form;
    if (form?.entry === undefined || key === undefined || further.length > 0)
      return { refused: `${name} is not stored in a column of its own` };
    return {
      sql: form.entry(dialect.bind(bindable("text", key))),
      type,
      nullable: true,
      traits: { form: storage.form },
    };
  }

  function presenceOf(parts: readonly string[]): SqlCondition | Refusal {
    const isThere: Truth[] = [];
    const isNull: Truth[] = [];
    for (const part of parts) {
      const member = resolveMember(catalog, part)!;
      const { type } = member.type;
      if (type === "object") return { refused: `${part} is not a scalar` };
      const collection =
        type === "list"
          ? expressions.list(part, member)
          : type === "map"
            ? expressions.map(part, member)
            : undefined;
      const value = collection ?? expressions.scalar(part, member);
      if (isRefusal(value)) return value;
      const tests = hasOwn(value, "type") ? nullTests(value, dialect) : value;
      isThere.push(tests.isNotNull);
      isNull.push(tests.isNull);
    }
    return exactCondition(sqlOr(isThere), sqlAnd(isNull));
  }

  function keyColumn(): SqlText {
    const key = catalog.key === undefined ? undefined : resolveMember(catalog, catalog.key);
    const place = key === undefined ? undefined : expressions.scalar(catalog.key!, key);
    return place === undefined || isRefusal(place) ? rawSql("NULL") : (place.sql as SqlText);
  }

  function listForm(
    storage: Exclude<Storage, string>,
    inner: readonly string[],
    throughList: readonly string[],
    items: ScalarType,
  ): ListForm | Refusal {
    if (hasOwn(storage, "childTable")) {
      if (inner.length > 0) return { refused: "a child table holds scalars only" };
      return childList(storage, dialect, keyColumn());
    }
    if (hasOwn(storage, "array")) {
      return (
        dialect.array?.(column(storage.array), items, storage) ?? {
          refused: "the database has no array columns",
        }
      );
    }
    if (!hasOwn(storage, "json"))
      return { refused: "the list is not stored as JSON, as an array or in a child table" };
    const path = [...(storage.path ?? []), ...inner];
    return dialect.json.list(column(storage.json), path, storage.as ?? "json", items, throughList);
  }
}

/** Returns null for other integers than safe ones. An index of a column still serves comparisons with constants. */
function guardedInteger({ sql: integer, type, traits }: SqlScalar, isColumn: boolean): SqlScalar {
  const bounds = rawSql(`${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`);
  return {
    sql: sql`CASE WHEN ${integer} BETWEEN ${bounds} THEN ${integer} END`,
    type,
    nullable: true,
    traits: isColumn ? { ...traits, indexed: integer } : traits,
  };
}

export interface FoundStorage {
  readonly storage: Exclude<Storage, string>;
  /** Path from the value of the storage to the member, up to the list if there is one. */
  readonly inner: readonly string[];
  /** Path within each element of the list. */
  readonly throughList: readonly string[];
}

/**
 * Returns the storage of a member, given by its dotted name: the storage of the longest prefix of the name that the
 * table definition lists. Default: the column of the first property.
 */
export function findStorage(
  name: string,
  member: ResolvedMember,
  catalog: Catalog,
  { members = {} }: TableDefinition,
): FoundStorage {
  const segments = name.split(".");
  const listAt = lengthUpToList(segments, catalog, member);
  for (let count = segments.length; count > 0; count--) {
    const beginning = segments.slice(0, count).join(".");
    if (!Object.hasOwn(members, beginning)) continue;
    const at = count === segments.length ? member : resolveMember(catalog, beginning);
    if (at === undefined) continue;
    return split(fullStorage(members[beginning]!, at), member.path, at.path.length, listAt);
  }
  const [first] = member.path;
  const isColumn = member.path.length === 1 && isScalarType(member.type.type);
  const storage = ownProperties<ColumnStorage | JsonStorage>(
    isColumn ? { column: first! } : { json: first! },
  );
  return split(storage, member.path, 1, listAt);
}

function fullStorage(storage: Storage, member: ResolvedMember): Exclude<Storage, string> {
  if (typeof storage !== "string") return storage;
  const isColumn = isScalarType(member.type.type);
  return ownProperties<ColumnStorage | JsonStorage>(isColumn ? { column: storage } : { json: storage });
}

function split(
  storage: Exclude<Storage, string>,
  path: readonly string[],
  from: number,
  listAt: number,
): FoundStorage {
  return { storage, inner: path.slice(from, listAt), throughList: path.slice(Math.max(from, listAt)) };
}

/**
 * Returns the number of path segments up to and including the first list; the length of the whole path if it contains
 * no list.
 */
function lengthUpToList(segments: readonly string[], catalog: Catalog, member: ResolvedMember): number {
  if (member.type === member.member) return member.path.length;
  for (let count = 1; count < segments.length; count++) {
    const at = resolveMember(catalog, segments.slice(0, count).join("."));
    if (at?.type.type === "list") return at.path.length;
  }
  return member.path.length;
}

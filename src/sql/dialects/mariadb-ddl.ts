import { resolveMember, type ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import { isScalarType, type ScalarType } from "../../values/types.ts";
import type { DdlRequest } from "../ddl.ts";
import type { ChildTableStorage, ColumnStorage, JsonStorage, Storage } from "../table.ts";
import { quoteName } from "./mariadb.ts";

/**
 * The statements that make a table, and those of its lists and maps, as the dialect reads them best: texts compare by code
 * points, instants are DATETIME in UTC, promises of a definition are held by CHECK. Texts that stand in an index are
 * VARCHAR, others LONGTEXT. Stored keys of the locales are indexed; one that is too long for its index is then refused by
 * the database, never cut.
 *
 * @example mariadbDdl({ catalog, table: { table: "reports" }, locales: ["en"] })
 */
export function mariadbDdl({ catalog, table, locales }: DdlRequest): readonly string[] {
  const columns = new Map<string, string>();
  const indexes: string[] = [];
  const children: string[] = [];
  for (const [name, member, storage] of storages(catalog, table.members ?? {})) {
    if ("childTable" in storage) {
      children.push(childTable(storage, member, catalog, keyType(catalog)));
    } else if ("json" in storage) {
      columns.set(storage.json, jsonColumn(storage));
    } else if ("column" in storage) {
      columns.set(storage.column, column(storage, member, name === catalog.key));
      for (const key of storage.keys ?? []) {
        const isIndexed = locales.includes(key.locale);
        columns.set(key.column, `${quoteName(key.column)} ${isIndexed ? "VARBINARY(3072)" : "LONGBLOB"}`);
        if (isIndexed) indexes.push(`KEY (${quoteName(key.column)})`);
      }
      if (name === catalog.key) indexes.unshift(`PRIMARY KEY (${quoteName(storage.column)})`);
    }
  }
  return [create(table.table, [...columns.values(), ...indexes]), ...children];
}

/** Each member that has a place of its own, the catalog's and those that the definition names below them. */
function* storages(
  catalog: Catalog,
  mentioned: { readonly [member: string]: Storage },
): Iterable<readonly [string, ResolvedMember, Exclude<Storage, string>]> {
  const names = new Set([...catalog.members.byName.keys(), ...Object.keys(mentioned)]);
  for (const name of names) {
    const member = resolveMember(catalog, name);
    if (member === undefined) continue;
    const storage = Object.hasOwn(mentioned, name) ? mentioned[name]! : member.path[0]!;
    if (typeof storage !== "string") yield [name, member, storage];
    else yield [name, member, isScalarType(member.type.type) ? { column: storage } : { json: storage }];
  }
}

const TEXT = "CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin";
/** As many characters as an index takes. */
const INDEXED = 700;

function typeOf(type: ScalarType, precision: number | undefined, isIndexed: boolean): string {
  const digits = Math.min(precision ?? 6, 6);
  switch (type) {
    case "boolean":
      return "TINYINT(1)";
    case "integer":
      return "BIGINT";
    case "number":
      return "DOUBLE";
    case "date":
      return "DATE";
    case "time":
      return `TIME(${digits})`;
    case "dateTime":
      return `DATETIME(${digits})`;
    case "string":
      return `${isIndexed ? `VARCHAR(${INDEXED})` : "LONGTEXT"} ${TEXT}`;
  }
}

function column(storage: ColumnStorage, member: ResolvedMember, isKey: boolean): string {
  const name = quoteName(storage.column);
  const type = typeOf(member.type.type as ScalarType, storage.precision, isKey);
  const isRequired = isKey || !(storage.nullable ?? member.nullable);
  // No escape: what a backslash means in a literal depends on the session.
  const check = storage.repertoire === "ascii" ? ` CHECK (${name} NOT REGEXP '[^ -~]')` : "";
  return `${name} ${type}${isRequired ? " NOT NULL" : ""}${check}`;
}

function jsonColumn({ json, as }: JsonStorage): string {
  const name = quoteName(json);
  return as === "text" ? `${name} LONGTEXT ${TEXT} CHECK (JSON_VALID(${name}))` : `${name} JSON`;
}

function keyType(catalog: Catalog): string {
  const key = catalog.key === undefined ? undefined : resolveMember(catalog, catalog.key);
  return typeOf((key?.type.type ?? "string") as ScalarType, undefined, true);
}

function childTable(
  storage: ChildTableStorage,
  { type }: ResolvedMember,
  catalog: Catalog,
  ownerType: string,
): string {
  const held = type.type === "list" ? type.items.type : type.type === "map" ? type.values.type : "string";
  const entry =
    storage.key === undefined ? [] : [`${quoteName(storage.key)} VARCHAR(${INDEXED}) ${TEXT} NOT NULL`];
  const owner =
    storage.references === undefined ? ownerType : (referenced(storage.references, catalog) ?? ownerType);
  return create(storage.childTable, [
    `${quoteName(storage.parent)} ${owner} NOT NULL`,
    ...entry,
    `${quoteName(storage.value)} ${typeOf(held as ScalarType, storage.precision, false)}`,
    `KEY (${quoteName(storage.parent)})`,
  ]);
}

function referenced(property: string, catalog: Catalog): string | undefined {
  const member = [...catalog.members.byName.values()].find((each) => each.property === property);
  return member === undefined || !isScalarType(member.type)
    ? undefined
    : typeOf(member.type, undefined, true);
}

function create(names: string | readonly string[], parts: readonly string[]): string {
  const name = (typeof names === "string" ? [names] : names).map(quoteName).join(".");
  return `CREATE TABLE ${name} (\n  ${parts.join(",\n  ")}\n) ENGINE = InnoDB DEFAULT ${TEXT}`;
}

import * as driver from "@duckdb/node-api";
import type { Catalog, Member } from "../../../src/catalog/types.ts";
import { describeKeyColumn } from "../../../src/collation/uca/key-column.ts";
import { fromDuckdb } from "../../../src/engine/databases/adapters/duckdb/duckdb.ts";
import { duckdb } from "../../../src/sql/dialects/duckdb/dialect.ts";
import { readTemporal } from "../../../src/values/instant.ts";
import type { Storage, TableDefinition } from "../../../src/sql/tables/table-definition.ts";
import { canonicalRow, jsonText } from "../canonical-row.ts";
import { LOCALES, type EngineUnderTest } from "./engine-under-test.ts";

/**
 * DuckDB in memory, through its adapter. Lists and maps of scalars are stored as JSON; with `native` in native columns; with
 * `children` in child tables, and some strings have stored sort keys. Without `functions`, memory evaluates more.
 */
export async function duckdbUnderTest({
  native = false,
  functions = true,
  children = false,
} = {}): Promise<EngineUnderTest> {
  const instance = await driver.DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  const source = fromDuckdb(connection, driver);
  const dialect = await source.prepare({ locales: LOCALES });
  const name = `DuckDB${native ? " with native lists and maps" : ""}${children ? " with child tables" : ""}${functions ? "" : " without functions"}`;
  const precision = { dateTime: 6, time: 6 };
  const own = functions ? dialect : duckdb({ ...dialect.capabilities, functions: new Set() });
  const engine: EngineUnderTest = {
    kind: "database",
    name,
    dialect: own,
    source: { ...source, prepare: () => Promise.resolve(own) },
    precision,
    tableOf: (catalog) => ({
      table: catalog.name,
      members: native ? nativeMembers(catalog) : children ? childMembers(catalog) : {},
    }),
    async load(catalog, rows) {
      const members = [...catalog.members.byName.values()];
      const table = dialect.quote(catalog.name);
      const columns = members.map(
        (member) => `${dialect.quote(member.property)} ${columnType(member, native)}`,
      );
      const values = members.map((member, i) => stored(member, i, native));
      await connection.run(`CREATE OR REPLACE TABLE ${table} (${columns.join(", ")})`);
      await connection.run("BEGIN");
      try {
        for (const row of rows) {
          await connection.run(
            `INSERT INTO ${table} VALUES (${values.join(", ")})`,
            members.map((member) => bound(row[member.property], member)),
            members.map(({ type }) => (type === "number" ? driver.DOUBLE : driver.VARCHAR)),
          );
        }
        if (children) await loadChildren(connection, catalog, dialect.quote);
      } catch (error) {
        await connection.run("ROLLBACK");
        throw error;
      }
      await connection.run("COMMIT");
    },
    run: (statement) => source.snapshot((session) => session.all(statement)),
    plans: [
      {
        name: "without an optimizer",
        enter: () => connection.run("PRAGMA disable_optimizer").then(() => undefined),
        leave: () => connection.run("PRAGMA enable_optimizer").then(() => undefined),
      },
    ],
    close() {
      connection.closeSync();
      instance.closeSync();
      return Promise.resolve();
    },
  };
  if (children) return { ...engine, settle: fitChildren };
  return native ? { ...engine, settle: (row, catalog) => fitNative(row, catalog, precision) } : engine;
}

export const isChild = (member: Member) =>
  (member.type === "list" && member.items.type === "string") ||
  (member.type === "map" && member.values.type === "string");

export const childTable = (catalog: Catalog, { name }: Member) => `${name} of ${catalog.name}`;

/** The string member with stored sort keys. */
export const isKeyed = ({ name, type }: Member) => name === "s" && type === "string";

export function childMembers(catalog: Catalog): NonNullable<TableDefinition["members"]> {
  const members = [...catalog.members.byName.values()].flatMap((member): [string, Storage][] => {
    const { name, property } = member;
    if (isKeyed(member)) {
      const key = describeKeyColumn(KEY_COLUMN, { locale: "de", strength: "tertiary" });
      return [[name, { column: property, keys: [key] }]];
    }
    if (!isChild(member)) return [];
    const table = { childTable: childTable(catalog, member), parent: "owner", value: "value" };
    return [[name, member.type === "map" ? { ...table, key: "key" } : table]];
  });
  return Object.fromEntries(members);
}

export const KEY_COLUMN = "s key";

/** Stores lists and maps in child tables, and one more member in a column of its own. */
async function loadChildren(
  connection: driver.DuckDBConnection,
  catalog: Catalog,
  quote: (name: string) => string,
): Promise<void> {
  const table = quote(catalog.name);
  const key = quote(catalog.members.byName.get(catalog.key!)!.property);
  for (const member of catalog.members.byName.values()) {
    const column = quote(member.property);
    const child = quote(childTable(catalog, member));
    if (isKeyed(member)) {
      await connection.run(`ALTER TABLE ${table} ADD COLUMN ${quote(KEY_COLUMN)} BLOB`);
      await connection.run(
        `UPDATE ${table} SET ${quote(KEY_COLUMN)} = tamis_key(${column}, 'de', 'tertiary')`,
      );
    }
    if (!isChild(member)) continue;
    const elements =
      member.type === "list"
        ? `SELECT ${key} AS owner, unnest(CAST(${column} AS VARCHAR[])) AS value FROM ${table}`
        : `SELECT owner, e.key AS key, e.value AS value FROM (SELECT ${key} AS owner, unnest(map_entries(CAST(${column} AS MAP(VARCHAR, VARCHAR)))) AS e FROM ${table})`;
    await connection.run(`CREATE OR REPLACE TABLE ${child} AS ${elements}`);
    await connection.run(`UPDATE ${table} SET ${column} = NULL`);
  }
}

/** Returns a row as child tables can store it: strings only, and no null lists. */
export function fitChildren(
  row: Readonly<Record<string, unknown>>,
  catalog: Catalog,
): Record<string, unknown> {
  const texts = (value: unknown) => (typeof value === "string" ? value : null);
  const fitted = new Map(Object.entries(row));
  for (const member of [...catalog.members.byName.values()].filter(isChild)) {
    const value = row[member.property];
    const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
    if (member.type === "list") fitted.set(member.property, Array.isArray(value) ? value.map(texts) : []);
    else {
      const entries = isMap ? Object.entries(value) : [];
      fitted.set(member.property, Object.fromEntries(entries.map(([key, each]) => [key, texts(each)])));
    }
  }
  return Object.fromEntries(fitted);
}

const SQL_TYPES: Readonly<Record<string, string>> = {
  string: "VARCHAR",
  integer: "BIGINT",
  number: "DOUBLE",
  boolean: "BOOLEAN",
  date: "DATE",
  time: "TIME",
  dateTime: "TIMESTAMP",
};

function columnType(member: Member, native: boolean): string {
  const held = native ? nativeType(member) : undefined;
  return held ?? SQL_TYPES[member.type] ?? "JSON";
}

/** Returns the element type of a list or a map of scalars; undefined for other members. */
function nativeType(member: Member): string | undefined {
  if (member.type === "list") {
    const items = SQL_TYPES[member.items.type];
    return items === undefined ? undefined : `${items}[]`;
  }
  if (member.type !== "map") return undefined;
  const values = SQL_TYPES[member.values.type];
  return values === undefined ? undefined : `MAP(VARCHAR, ${values})`;
}

export function nativeMembers(catalog: Catalog): NonNullable<TableDefinition["members"]> {
  const members = [...catalog.members.byName.values()].filter((member) => nativeType(member) !== undefined);
  return Object.fromEntries(members.map(({ name, property }) => [name, { array: property }]));
}

function stored(member: Member, index: number, native: boolean): string {
  const type = columnType(member, native);
  return type.endsWith("]") || type.startsWith("MAP")
    ? `CAST(CAST($${index + 1} AS JSON) AS ${type})`
    : `CAST($${index + 1} AS ${type})`;
}

function bound(value: unknown, { type }: Member): driver.DuckDBValue {
  if (value === null || value === undefined) return null;
  if (type === "list" || type === "map" || type === "object") return jsonText(value)!;
  return type === "number" ? (value as number) : (value as bigint | boolean | string).toString();
}

/** Returns elements and entries as typed columns store them. */
export function fitNative(
  row: Readonly<Record<string, unknown>>,
  catalog: Catalog,
  precision: { readonly dateTime: number; readonly time: number },
): Record<string, unknown> {
  const fitted: Record<string, unknown> = { ...row };
  for (const member of catalog.members.byName.values()) {
    if (nativeType(member) === undefined) continue;
    const value = row[member.property];
    const of = member.type === "list" ? member.items : member.type === "map" ? member.values : undefined;
    if (of === undefined) continue;
    if (typeof value !== "object" || value === null || Array.isArray(value) !== (member.type === "list")) {
      fitted[member.property] = null;
      continue;
    }
    const fit = (each: unknown) => {
      const one = { ...member, ...of, name: "x", property: "x" } as Member;
      const isUnreadable =
        one.type === "dateTime" && !(typeof each === "string" && readTemporal("dateTime", each));
      if (isUnreadable) return null;
      const held = canonicalRow(
        { x: each },
        { ...catalog, members: { byName: new Map([["x", one]]), longest: 1 } },
        precision,
      )["x"];
      // JSON writes integers of this size differently.
      return one.type === "integer" && typeof held === "number" ? BigInt(held) : held;
    };
    fitted[member.property] = Array.isArray(value)
      ? value.map(fit)
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fit(each)]));
  }
  return fitted;
}

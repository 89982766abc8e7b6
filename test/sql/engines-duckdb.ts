import * as driver from "@duckdb/node-api";
import type { Catalog, Member } from "../../src/catalog/types.ts";
import { describeKeyColumn } from "../../src/collation/uca/key-column.ts";
import { fromDuckdb } from "../../src/engine/adapters/duckdb.ts";
import { duckdb } from "../../src/sql/dialects/duckdb.ts";
import { readTemporal } from "../../src/values/instant.ts";
import type { TableDefinition } from "../../src/sql/table.ts";
import { canonicalRow, jsonText } from "./canonical-row.ts";
import { LOCALES, type EngineUnderTest } from "./engine-under-test.ts";

/**
 * DuckDB in memory, through its adapter. Lists and maps of single values are JSON, or with `native` in columns of types
 * of their own, or with `children` in tables of their own, where some texts have stored keys beside them. Without
 * `functions` more is left to memory.
 */
export async function duckdbUnderTest({
  native = false,
  functions = true,
  children = false,
} = {}): Promise<EngineUnderTest> {
  const instance = await driver.DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const source = fromDuckdb(connection, driver);
  const dialect = await source.prepare({ locales: LOCALES });
  const name = `DuckDB${native ? " with native lists and maps" : ""}${children ? " with child tables" : ""}${functions ? "" : " without functions"}`;
  const precision = { dateTime: 6, time: 6 };
  const own = functions ? dialect : duckdb({ ...dialect.capabilities, functions: new Set() });
  const engine: EngineUnderTest = {
    name,
    dialect: own,
    source: { ...source, prepare: () => Promise.resolve(own) },
    precision,
    tableOf: (catalog) => ({
      table: catalog.name,
      members: native ? nativeMembers(catalog) : children ? childMembers() : {},
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
      for (const row of rows) {
        await connection.run(
          `INSERT INTO ${table} VALUES (${values.join(", ")})`,
          members.map((member) => bound(row[member.property], member)),
          members.map(({ type }) => (type === "number" ? driver.DOUBLE : driver.VARCHAR)),
        );
      }
      if (children) await loadChildren(connection, table);
      await connection.run("COMMIT");
    },
    run: (statement) => source.snapshot((session) => session.all(statement)),
    close() {
      connection.closeSync();
      instance.closeSync();
      return Promise.resolve();
    },
  };
  if (children) return { ...engine, settle: fitChildren };
  return native ? { ...engine, settle: (row, catalog) => fitNative(row, catalog, precision) } : engine;
}

const childMembers = (): NonNullable<TableDefinition["members"]> => ({
  s: { column: "s", keys: [describeKeyColumn("s key", { locale: "de", strength: "tertiary" })] },
  tags: { childTable: "tags of things", parent: "thing", value: "tag" },
  m: { childTable: "m of things", parent: "thing", key: "k", value: "v" },
});

/** What JSON holds moves to tables and a column of their own. */
async function loadChildren(connection: driver.DuckDBConnection, table: string): Promise<void> {
  for (const statement of [
    `CREATE OR REPLACE TABLE "tags of things" AS SELECT id AS thing, unnest(CAST(tags AS VARCHAR[])) AS tag FROM ${table}`,
    `CREATE OR REPLACE TABLE "m of things" AS SELECT id AS thing, e.key AS k, e.value AS v FROM (SELECT id, unnest(map_entries(CAST(m AS MAP(VARCHAR, VARCHAR)))) AS e FROM ${table})`,
    `ALTER TABLE ${table} ADD COLUMN "s key" BLOB`,
    `UPDATE ${table} SET "s key" = tamis_key(s, 'de', 'tertiary'), tags = NULL, m = NULL`,
  ])
    await connection.run(statement);
}

/** A table of elements has texts alone, and no list that is not there. */
function fitChildren(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const texts = (value: unknown) => (typeof value === "string" ? value : null);
  const { tags, m } = row;
  const isMap = typeof m === "object" && m !== null && !Array.isArray(m);
  return {
    ...row,
    tags: Array.isArray(tags) ? tags.map(texts) : [],
    m: isMap ? Object.fromEntries(Object.entries(m).map(([key, value]) => [key, texts(value)])) : {},
  };
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

/** The type of a list or a map of single values. */
function nativeType(member: Member): string | undefined {
  if (member.type === "list") {
    const items = SQL_TYPES[member.items.type];
    return items === undefined ? undefined : `${items}[]`;
  }
  if (member.type !== "map") return undefined;
  const values = SQL_TYPES[member.values.type];
  return values === undefined ? undefined : `MAP(VARCHAR, ${values})`;
}

function nativeMembers(catalog: Catalog): NonNullable<TableDefinition["members"]> {
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

/** Elements and entries as columns of their type hold them. */
function fitNative(
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
      return isUnreadable
        ? null
        : canonicalRow(
            { x: each },
            { ...catalog, members: { byName: new Map([["x", one]]), longest: 1 } },
            precision,
          )["x"];
    };
    fitted[member.property] = Array.isArray(value)
      ? value.map(fit)
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fit(each)]));
  }
  return fitted;
}

import type { Catalog, Member } from "../../../src/catalog/types.ts";
import { createCollation } from "../../../src/collation/uca/keyed-collation.ts";
import { loadCollations } from "../../../src/collation/uca/tables/tailoring.ts";
import { fromChdb } from "../../../src/engine/databases/adapters/clickhouse/chdb.ts";
import { SCALARS } from "../../../src/sql/dialects/clickhouse/ddl.ts";
import { quoteClickhouse as quote } from "../../../src/sql/dialects/clickhouse/quote.ts";
import { isScalarType, type ScalarType } from "../../../src/values/types.ts";
import { jsonText } from "../canonical-row.ts";
import { openChdb } from "./clickhouse/open-chdb.ts";
import {
  childMembers,
  childTable,
  fitChildren,
  fitNative,
  isChild,
  isKeyed,
  KEY_COLUMN,
  nativeMembers,
} from "./duckdb.ts";
import type { EngineUnderTest, StoredRow } from "./engine-under-test.ts";

/**
 * ClickHouse in the process, through its adapter. Lists and maps of scalars are stored as JSON text; with `native` in native
 * columns; with `children` in child tables, and some strings have stored sort keys. Undefined if chDB is not installed.
 */
export async function clickhouseUnderTest({ native = false, children = false } = {}): Promise<
  EngineUnderTest | undefined
> {
  const session = openChdb();
  if (session === undefined) return undefined;
  await loadCollations("de");
  const source = fromChdb(session);
  const dialect = await source.prepare({ locales: [] });
  const precision = { dateTime: 6, time: 6 };
  const insert = (table: string, rows: readonly string[]) => {
    if (rows.length === 0) return;
    session.query(
      `INSERT INTO ${table} SETTINGS date_time_input_format = 'best_effort', precise_float_parsing = 1 FORMAT JSONEachRow ${rows.join("\n")}`,
    );
  };
  const create = (table: string, columns: readonly string[], engine: string) => {
    session.query(`DROP TABLE IF EXISTS ${table} SYNC`);
    session.query(`CREATE TABLE ${table} (${columns.join(", ")}) ENGINE = ${engine}`);
  };
  const isApart = (member: Member) => children && isChild(member);
  return {
    kind: "database",
    name: `ClickHouse${native ? " with native lists and maps" : ""}${children ? " with child tables" : ""}`,
    dialect,
    source,
    precision,
    tableOf: (catalog) => ({
      table: catalog.name,
      members: native ? nativeMembers(catalog) : children ? childMembers(catalog) : {},
    }),
    settle: (row, catalog) => {
      const fitted = withinRange(row, catalog);
      if (children) return fitChildren(fitted, catalog);
      return native ? withoutNullLists(fitNative(fitted, catalog, precision), catalog) : fitted;
    },
    load(catalog, rows) {
      const members = [...catalog.members.byName.values()];
      const table = quote(catalog.name);
      const inRow = members.filter((member) => !isApart(member));
      const keyed = children ? members.filter(isKeyed) : [];
      const columns = [
        ...inRow.map((member) => `${quote(member.property)} ${columnType(member, native)}`),
        ...keyed.map(() => `${quote(KEY_COLUMN)} Nullable(String)`),
      ];
      create(table, columns, native ? "Memory" : "MergeTree ORDER BY tuple()");
      insert(
        table,
        rows.map((row) => jsonRow(row, inRow, native)),
      );
      for (const member of keyed) storeKeys(session, table, member, rows);
      const key = catalog.members.byName.get(catalog.key ?? "")?.property;
      for (const member of members.filter(isApart)) {
        const child = quote(childTable(catalog, member));
        const entry = member.type === "map" ? ["key String"] : [];
        create(child, ["owner Int64", ...entry, "value Nullable(String)"], "Memory");
        insert(
          child,
          rows.flatMap((row) => childRows(row, key!, member)),
        );
      }
      return Promise.resolve();
    },
    run: (statement) => source.snapshot((one) => one.all(statement)),
    close: () => Promise.resolve(session.close()),
  };
}

function storeKeys(
  session: NonNullable<ReturnType<typeof openChdb>>,
  table: string,
  { property }: Member,
  rows: readonly StoredRow[],
): void {
  const collation = createCollation({ locale: "de", strength: "tertiary" });
  const keys = new Map(
    rows.flatMap((row) => {
      const value = row[property];
      return typeof value === "string"
        ? [[value, Buffer.from(collation.sortKey(value)).toString("hex")] as const]
        : [];
    }),
  );
  if (keys.size === 0) return;
  const list = (values: Iterable<string>) =>
    `[${Array.from(values, (value) => `unhex('${Buffer.from(value).toString("hex")}')`).join(", ")}]`;
  const hexes = `[${Array.from(keys.values(), (hex) => `'${hex}'`).join(", ")}]`;
  session.query(
    `ALTER TABLE ${table} UPDATE ${quote(KEY_COLUMN)} = if(${quote(property)} IS NULL, NULL, unhex(arrayElement(${hexes}, indexOf(${list(keys.keys())}, ifNull(${quote(property)}, ''))))) WHERE 1 SETTINGS mutations_sync = 2`,
  );
}

function columnType(member: Member, native: boolean): string {
  if (isScalarType(member.type)) return `Nullable(${SCALARS[member.type]})`;
  const of = native ? elementOf(member) : undefined;
  if (of === undefined) return "Nullable(String)";
  return member.type === "list" ? `Array(Nullable(${SCALARS[of]}))` : `Map(String, Nullable(${SCALARS[of]}))`;
}

/** Returns the type of the elements of a list or a map of scalars. */
function elementOf(member: Member): ScalarType | undefined {
  const of = member.type === "list" ? member.items : member.type === "map" ? member.values : undefined;
  return of !== undefined && isScalarType(of.type) ? of.type : undefined;
}

function jsonRow(row: StoredRow, members: readonly Member[], native: boolean): string {
  const parts = members.map((member) => {
    const value = row[member.property];
    const isText = !isScalarType(member.type) && !(native && elementOf(member) !== undefined);
    const json = isText ? JSON.stringify(jsonText(value)) : literal(value);
    return `${JSON.stringify(member.property)}:${json}`;
  });
  return `{${parts.join(",")}}`;
}

function literal(value: unknown): string {
  return Object.is(value, -0) ? "-0" : jsonText(value)!;
}

function childRows(row: StoredRow, key: string, member: Member): string[] {
  const value = row[member.property];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(
    ([entry, each]) =>
      `{"owner":${String(row[key])},${member.type === "map" ? `"key":${JSON.stringify(entry)},` : ""}"value":${literal(each)}}`,
  );
}

/** Returns a row whose dates lie within the range of their columns: others are stored as null. */
function withinRange(row: Readonly<Record<string, unknown>>, catalog: Catalog): Record<string, unknown> {
  const fitted = new Map(Object.entries(row));
  const fit = (value: unknown, type: string) =>
    (type === "date" || type === "dateTime") &&
    typeof value === "string" &&
    !/^(?:19|2[0-2])\d\d-/.test(value)
      ? null
      : value;
  for (const member of catalog.members.byName.values()) {
    const value = row[member.property];
    const of = elementOf(member);
    if (isScalarType(member.type)) fitted.set(member.property, fit(value, member.type));
    else if (hasWideInteger(value)) fitted.set(member.property, null);
    else if (of !== undefined && Array.isArray(value))
      fitted.set(
        member.property,
        value.map((each) => fit(each, of)),
      );
  }
  return Object.fromEntries(fitted);
}

/** Returns whether JSON contains an integer beyond 64 bits: the engine reads such a document as null. */
function hasWideInteger(value: unknown): boolean {
  const text = jsonText(value)?.replaceAll(/"(?:[^"\\]|\\.)*"/g, "") ?? "";
  return [...text.matchAll(/-?\b\d{19,}\b(?![.eE])/g)].some(
    ([digits]) => BigInt(digits) >= 2n ** 64n || BigInt(digits) < -(2n ** 63n),
  );
}

/** Returns a row with empty lists and maps instead of null, which native ones cannot be. */
function withoutNullLists(row: Readonly<Record<string, unknown>>, catalog: Catalog): Record<string, unknown> {
  const fitted = new Map(Object.entries(row));
  for (const member of catalog.members.byName.values()) {
    if (elementOf(member) === undefined) continue;
    fitted.set(member.property, row[member.property] ?? (member.type === "list" ? [] : {}));
  }
  return Object.fromEntries(fitted);
}

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCALARS } from "../../../src/sql/dialects/clickhouse/ddl.ts";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { assumedDialect } from "../../../src/sql/dialects/list.ts";
import type { Storage } from "../../../src/sql/tables/table-definition.ts";
import { SCALAR_TYPES, type ScalarType } from "../../../src/values/types.ts";
import { DATABASES, type OpenedDatabase, type Product } from "./opened-databases.ts";

/** What a row of a collection holds, for values at the ends of each type and each way of storing them. */

const ODD = '"quoted" \\ \n\t\u0001\u007f é \u{1f600} [,] {\'}';
type Held = string | number | bigint | boolean | null;
const VALUES: Readonly<Record<ScalarType, readonly Held[]>> = {
  integer: [2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n, 0, -7, null],
  number: [5e-324, 1.7976931348623157e308, 0.1, 1 / 3, -123456789.12345679, null],
  boolean: [true, false, null],
  string: [ODD, "", "null", null],
  date: ["0001-01-01", "9999-12-31", "2020-02-29", null],
  time: ["00:00:00Z", "23:59:59.999999Z", "24:00:00Z", "12:30:00.500Z", null],
  dateTime: [
    "0001-01-01T00:00:00Z",
    "1969-12-31T23:59:59.999999Z",
    "9999-12-31T23:59:59.999999Z",
    "2020-01-01T12:00:00.500Z",
    null,
  ],
};
/** The same with the first and last dates that ClickHouse stores. */
const VALUES_OF_CLICKHOUSE: typeof VALUES = {
  ...VALUES,
  date: VALUES.date.map((value) => inClickhouse(value as string | null)),
  dateTime: VALUES.dateTime.map((value) => inClickhouse(value as string | null)),
};
const inRange = (product: Product) => (product === "clickhouse" ? VALUES_OF_CLICKHOUSE : VALUES);

function inClickhouse(value: string | null): string | null {
  return value?.replace(/^0001/, "1900").replace(/^9999/, "2299") ?? null;
}

const ROWS = Math.max(...Object.values(VALUES).map(({ length }) => length));
/** More than what MariaDB aggregates unless told otherwise. */
const MANY = 30_000;

const CLICKHOUSE_TYPES = Object.fromEntries(
  Object.entries(SCALARS).map(([type, name]) => [type, `Nullable(${name})`]),
) as Record<ScalarType, string>;

const COLUMN_TYPES: Readonly<Record<Product, Readonly<Record<ScalarType, string>>>> = {
  sqlite: {
    integer: "INTEGER",
    number: "REAL",
    boolean: "INTEGER",
    string: "TEXT",
    date: "TEXT",
    time: "TEXT",
    dateTime: "TEXT",
  },
  postgres: {
    integer: "bigint",
    number: "double precision",
    boolean: "boolean",
    string: "text",
    date: "date",
    time: "time",
    dateTime: "timestamptz",
  },
  mariadb: {
    integer: "BIGINT",
    number: "DOUBLE",
    boolean: "BOOLEAN",
    string: "LONGTEXT",
    date: "DATE",
    time: "TIME(6)",
    dateTime: "DATETIME(6)",
  },
  duckdb: {
    integer: "BIGINT",
    number: "DOUBLE",
    boolean: "BOOLEAN",
    string: "VARCHAR",
    date: "DATE",
    time: "TIME",
    dateTime: "TIMESTAMP",
  },
  clickhouse: CLICKHOUSE_TYPES,
};

const catalog = defineCatalog({
  name: "things",
  members: {
    id: "integer",
    doc: { type: "map", values: "string" },
    many: { type: "list", items: "string" },
    ...Object.fromEntries(
      SCALAR_TYPES.flatMap((type) => [
        [`${type}-alone`, type],
        [`${type}-list`, { type: "list" as const, items: type }],
        [`${type}-map`, { type: "map" as const, values: type }],
        [`${type}-native-list`, { type: "list" as const, items: type }],
        [`${type}-native-map`, { type: "map" as const, values: type }],
      ]),
    ),
  },
  key: "id",
});

/** A value as each of these databases reads it in a statement. */
function literal(value: Held, type: ScalarType, product: Product): string {
  if (value === null) return "NULL";
  if (type === "integer") return product === "duckdb" ? `CAST('${String(value)}' AS BIGINT)` : String(value);
  if (type === "number")
    return product === "sqlite"
      ? String(value)
      : `CAST('${String(value)}' AS ${product === "mariadb" ? "DOUBLE" : "double precision"})`;
  if (type === "boolean") return String(value);
  const escaped = product === "clickhouse" ? (value as string).replaceAll("\\", "\\\\") : (value as string);
  const text = `'${escaped.replaceAll("'", "''")}'`;
  if (type === "string" || product === "sqlite") return text;
  const plain = text.replace("T", " ").replace("Z", "");
  if (product === "mariadb") return plain;
  const zoned = product === "postgres" && type === "dateTime" ? text : plain;
  return `CAST(${zoned} AS ${COLUMN_TYPES[product][type]})`;
}

async function fill(product: Product, run: OpenedDatabase["run"]): Promise<Record<string, Storage>> {
  const types = COLUMN_TYPES[product];
  const q = assumedDialect(product).quote;
  const columns: [name: string, type: string, value: (row: number) => string][] = [
    ["id", types.integer, String],
    [
      "doc",
      { sqlite: "TEXT", postgres: "jsonb", mariadb: "JSON", duckdb: "JSON", clickhouse: "Nullable(String)" }[
        product
      ],
      (row) => (row === 1 ? "NULL" : literal(JSON.stringify({ b: ODD, [ODD]: "" }), "string", product)),
    ],
  ];
  const members: Record<string, Storage> = {
    doc: { json: "doc", ...(product === "postgres" ? { as: "jsonb" as const } : {}) },
    many: { childTable: "many", parent: "owner", value: "v" },
  };
  for (const type of SCALAR_TYPES) {
    const text = product === "sqlite" && type === "dateTime" ? { form: "text" } : {};
    const values = inRange(product)[type];
    columns.push([`${type}-alone`, types[type], (row) => literal(values[row] ?? null, type, product)]);
    members[`${type}-alone`] = { column: `${type}-alone`, ...text };
    const child = { childTable: `${type} elements`, parent: "owner", value: "v", ...text };
    members[`${type}-list`] = child;
    members[`${type}-map`] = { ...child, key: "k" };
    await run(
      `CREATE TABLE ${q(`${type} elements`)} (owner ${types.integer}, k ${types.string}, v ${types[type]})`,
    );
    for (const [i, value] of values.entries())
      await run(
        `INSERT INTO ${q(`${type} elements`)} VALUES (0, ${literal(`${i} ${ODD}`, "string", product)}, ${literal(value, type, product)})`,
      );
    const list = values.map((value) => literal(value, type, product)).join(", ");
    if (product === "clickhouse") {
      const keys = values.map((_, i) => literal(`${i} ${ODD}`, "string", product)).join(", ");
      const ofRow = (full: string, empty: string) => (row: number) => (row === 0 ? full : empty);
      columns.push([`${type}-native-list`, `Array(${types[type]}) NOT NULL`, ofRow(`[${list}]`, "[]")]);
      const pairs = `mapFromArrays([${keys}], [${list}])`;
      columns.push([`${type}-native-map`, `Map(String, ${types[type]}) NOT NULL`, ofRow(pairs, "map()")]);
      members[`${type}-native-list`] = { array: `${type}-native-list` };
      members[`${type}-native-map`] = { array: `${type}-native-map` };
      continue;
    }
    if (product === "postgres" || product === "duckdb") {
      columns.push([
        `${type}-native-list`,
        `${types[type]}[]`,
        (row) => (row === 0 ? `ARRAY[${list}]` : row === 1 ? `CAST(ARRAY[] AS ${types[type]}[])` : "NULL"),
      ]);
      members[`${type}-native-list`] = { array: `${type}-native-list` };
    } else members[`${type}-native-list`] = child;
    if (product === "duckdb") {
      const keys = values.map((_, i) => literal(`${i} ${ODD}`, "string", product)).join(", ");
      columns.push([
        `${type}-native-map`,
        `MAP(VARCHAR, ${types[type]})`,
        (row) => (row === 0 ? `map([${keys}], [${list}])` : row === 1 ? "map([], [])" : "NULL"),
      ]);
      members[`${type}-native-map`] = { array: `${type}-native-map` };
    } else members[`${type}-native-map`] = { ...child, key: "k" };
  }
  await run(`CREATE TABLE things (${columns.map(([name, type]) => `${q(name)} ${type}`).join(", ")})`);
  for (let row = 0; row < ROWS; row++)
    await run(`INSERT INTO things VALUES (${columns.map(([, , value]) => value(row)).join(", ")})`);
  await run(`CREATE TABLE many (owner ${types.integer}, v ${types.string})`);
  const numbers = Array.from({ length: 1000 }, (_, i) => `(0, '${"x".repeat(50)}${i}')`).join(", ");
  await run(`INSERT INTO many VALUES ${numbers}`);
  for (let count = 1000; count < MANY; count += 1000)
    await run("INSERT INTO many SELECT owner, v FROM many LIMIT 1000");
  return members;
}

describe.each(DATABASES)("a row through $name", ({ name, product, open }) => {
  let database: OpenedDatabase | undefined;
  let collection: Collection;
  beforeAll(async () => {
    database = await open();
    if (database === undefined) return;
    const { source, run } = database;
    const members = await fill(product, run);
    collection = sqlCollection({ source, catalog, table: { table: "things", members } });
  }, 60_000);
  afterAll(() => database?.end());

  it.for(SCALAR_TYPES)("contains each %s, alone, in lists and in maps", async (type, { skip }) => {
    if (database === undefined) return skip(`${name} is not here`);
    const names = ["alone", "list", "map", "native-list", "native-map"].map((how) => `${type}-${how}`);
    const page = await collection.page({ limit: ROWS }, { select: names });
    if (!page.ok) throw new Error(JSON.stringify(page));
    const values = inRange(product)[type];
    const map = Object.fromEntries(values.map((value, i) => [`${i} ${ODD}`, value]));
    expect(page.items.map((row) => row[names[0]!])).toEqual(
      Array.from({ length: ROWS }, (_, i) => values[i] ?? null),
    );
    const isNative = product === "duckdb";
    const hasArrays = isNative || product === "postgres";
    const [full, empty, none] = page.items.map((row) => names.slice(1).map((each) => row[each]));
    expect(full).toEqual([expect.arrayContaining([...values]), map, values, map]);
    expect(full![0]).toHaveLength(values.length);
    expect(empty).toEqual([[], {}, [], {}]);
    expect(none).toEqual([[], {}, hasArrays ? null : [], isNative ? null : {}]);
  });

  it("contains JSON and a long list", async ({ skip }) => {
    if (database === undefined) return skip(`${name} is not here`);
    const page = await collection.page({ limit: 2 }, { select: ["doc", "many"] });
    if (!page.ok) throw new Error(JSON.stringify(page));
    expect(page.items.map(({ doc }) => doc)).toEqual([{ b: ODD, [ODD]: "" }, null]);
    expect(page.items.map(({ many }) => (many as unknown[]).length)).toEqual([MANY, 0]);
  });
});

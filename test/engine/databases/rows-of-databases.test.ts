import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { assumedDialect, type Storage } from "tamis/sql";
import { SCALAR_TYPES, type ScalarType } from "../../../src/values/types.ts";
import { pageOf, useOpened } from "./collection-suite.ts";
import { DATABASES, type OpenedDatabase, type Product } from "./opened-databases.ts";
import { literalOf, PRODUCTS } from "./products.ts";

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
/** The values, with the first and last years that the database stores. */
function valuesOf(product: Product): typeof VALUES {
  const [first, last] = PRODUCTS[product].years ?? ["0001", "9999"];
  const within = (value: Held) =>
    typeof value === "string" ? value.replace(/^0001/, first).replace(/^9999/, last) : value;
  return { ...VALUES, date: VALUES.date.map(within), dateTime: VALUES.dateTime.map(within) };
}

const ROWS = Math.max(...Object.values(VALUES).map(({ length }) => length));
/** More than what MariaDB aggregates unless told otherwise. */
const MANY = 30_000;

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

async function fill(product: Product, run: OpenedDatabase["run"]): Promise<Record<string, Storage>> {
  const { types, json, lists, maps } = PRODUCTS[product];
  const literal = (value: Held, type: ScalarType) => literalOf(product, value, type);
  const q = assumedDialect(product).quote;
  const columns: [name: string, type: string, value: (row: number) => string][] = [
    ["id", types.integer, String],
    [
      "doc",
      json.type,
      (row) => (row === 1 ? "NULL" : literal(JSON.stringify({ b: ODD, [ODD]: "" }), "string")),
    ],
  ];
  const members: Record<string, Storage> = {
    doc: { json: "doc", as: json.as ?? "json" },
    many: { childTable: "many", parent: "owner", value: "v" },
  };
  for (const type of SCALAR_TYPES) {
    const text = product === "sqlite" && type === "dateTime" ? { form: "text" } : {};
    const values = valuesOf(product)[type];
    columns.push([`${type}-alone`, types[type], (row) => literal(values[row] ?? null, type)]);
    members[`${type}-alone`] = { column: `${type}-alone`, ...text };
    const child = { childTable: `${type} elements`, parent: "owner", value: "v", ...text };
    members[`${type}-list`] = child;
    members[`${type}-map`] = { ...child, key: "k" };
    await run(
      `CREATE TABLE ${q(`${type} elements`)} (owner ${types.integer}, k ${types.string}, v ${types[type]})`,
    );
    const literals = values.map((value) => literal(value, type));
    const keys = values.map((_, i) => literal(`${i} ${ODD}`, "string"));
    for (const [i, value] of literals.entries())
      await run(`INSERT INTO ${q(`${type} elements`)} VALUES (0, ${keys[i]!}, ${value})`);
    for (const [how, nested, other] of [
      ["list", lists, child],
      ["map", maps, { ...child, key: "k" }],
    ] as const) {
      const name = `${type}-native-${how}`;
      members[name] = nested === undefined ? other : { array: name };
      if (nested === undefined) continue;
      const own = nested.type(types[type]);
      columns.push([
        name,
        own,
        (row) =>
          row > 1 && nested.nullable
            ? "NULL"
            : nested.of(own, row === 0 ? literals : [], row === 0 ? keys : []),
      ]);
    }
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

describe.each(DATABASES)("a row through $name", (entry) => {
  const { product } = entry;
  let collection: Collection;
  useOpened(entry, async (opened) => {
    const { source, run } = opened;
    const members = await fill(product, run);
    collection = sqlCollection({ source, catalog, table: { table: "things", members } });
  });

  it.for(SCALAR_TYPES)("contains each %s, alone, in lists and in maps", async (type) => {
    const names = ["alone", "list", "map", "native-list", "native-map"].map((how) => `${type}-${how}`);
    const page = await pageOf(collection, { limit: ROWS }, { select: names });
    const values = valuesOf(product)[type];
    const map = Object.fromEntries(values.map((value, i) => [`${i} ${ODD}`, value]));
    expect(page.items.map((row) => row[names[0]!])).toEqual(
      Array.from({ length: ROWS }, (_, i) => values[i] ?? null),
    );
    const { lists, maps } = PRODUCTS[product];
    const [full, empty, none] = page.items.map((row) => names.slice(1).map((each) => row[each]));
    expect(full).toEqual([expect.arrayContaining([...values]), map, values, map]);
    expect(full![0]).toHaveLength(values.length);
    expect(empty).toEqual([[], {}, [], {}]);
    expect(none).toEqual([[], {}, lists?.nullable === true ? null : [], maps?.nullable === true ? null : {}]);
  });

  it("contains JSON and a long list", async () => {
    const { items } = await pageOf(collection, { limit: 2 }, { select: ["doc", "many"] });
    expect(items.map(({ doc }) => doc)).toEqual([{ b: ODD, [ODD]: "" }, null]);
    expect(items.map(({ many }) => (many as unknown[]).length)).toEqual([MANY, 0]);
  });
});

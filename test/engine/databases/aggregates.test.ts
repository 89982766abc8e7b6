import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { check } from "../../../src/checker/check.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { findTable } from "../../../src/engine/databases/introspect/find-table.ts";
import { showPlan } from "../../../src/engine/explain.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { GroupLimitError } from "../../../src/engine/store/index.ts";
import { parseFilter } from "../../../src/parser/parse.ts";
import { DATABASES, type Product } from "./opened-databases.ts";
import { PRODUCTS } from "./products.ts";

/** Groups and measures that every backend must return alike, in tables that make it hard. */

const catalog = defineCatalog({
  name: "sales",
  key: "id",
  members: {
    id: { type: "integer", nullable: false },
    city: "string",
    day: "date",
    amount: "integer",
    price: "number",
    secret: { type: "string", filterable: false },
    hidden: { type: "integer", functions: ["isNull"] },
  },
});

const LONG = "x".repeat(70_000);
const MOST = 9_007_199_254_740_991;

const ROWS = [
  { id: 1, city: "Rome", day: "2024-01-05", amount: 4_611_686_018_427_387_904n, price: 0.1 },
  { id: 2, city: "rome", day: "2024-01-05", amount: 4_611_686_018_427_387_904n, price: 0.2 },
  { id: 3, city: "Rome ", day: "2024-01-06", amount: -5, price: 0.3 },
  { id: 4, city: "Rôme", day: null, amount: null, price: null },
  { id: 5, city: null, day: "2024-01-05", amount: MOST, price: 1e300 },
  { id: 6, city: "Rome", day: "2024-01-05", amount: 4_611_686_018_427_387_904n, price: 1e308 },
  { id: 7, city: null, day: "2024-01-07", amount: 1, price: 1e308 },
  { id: 8, city: `${LONG}a`, day: "2024-01-07", amount: 1, price: -1e308 },
  { id: 9, city: `${LONG}b`, day: "2024-01-07", amount: 2, price: -1e308 },
].map((row) => ({ ...row, secret: "s", hidden: 1 }));

function columnsOf(product: Product): string {
  const { types, caselessType = types.string } = PRODUCTS[product];
  return `city ${caselessType}, day ${types.date}, amount ${types.integer}, price ${types.number}`;
}

const literal = (value: string | number | bigint | null) =>
  value === null ? "NULL" : typeof value === "string" ? `'${value}'` : String(value);

interface Opened {
  readonly collection: (options?: {
    readonly rule?: "eq(city,'Rome')";
    readonly strict?: boolean;
  }) => Collection;
  readonly end: () => Promise<void>;
}

const BACKENDS: readonly { readonly name: string; readonly open: () => Promise<Opened | undefined> }[] = [
  {
    name: "memory",
    open: () =>
      Promise.resolve({
        collection: ({ rule } = {}) =>
          createCollection<Record<string, unknown>>(ROWS, { catalog }).asCollection(
            rule === undefined ? {} : { rule: filterOf(rule) },
          ),
        end: () => Promise.resolve(),
      }),
  },
  ...DATABASES.map(({ name, product, open }) => ({
    name,
    open: async (): Promise<Opened | undefined> => {
      const database = await open();
      if (database === undefined) return undefined;
      await database.run(
        `CREATE TABLE sales (id INTEGER PRIMARY KEY, ${columnsOf(product)}, secret VARCHAR(9), hidden INTEGER)`,
      );
      for (const row of ROWS) {
        const { id, city, day, amount, price, secret, hidden } = row;
        await database.run(
          `INSERT INTO sales VALUES (${[id, city, day, amount, price, secret, hidden].map(literal).join(", ")})`,
        );
      }
      const { source, end } = database;
      const path = database.view === undefined ? "sales" : await database.view("sales");
      const { table } = await findTable(source, [path], { catalog });
      return {
        collection: ({ rule, ...options } = {}) =>
          sqlCollection({
            source,
            catalog,
            table,
            ...options,
            ...(rule === undefined ? {} : { rule: filterOf(rule) }),
          }),
        end,
      };
    },
  })),
];

function filterOf(text: string) {
  return check(parseFilter(text).expression!, catalog).filter!;
}

describe.each(BACKENDS)("aggregates in $name", ({ name, open }) => {
  let opened: Opened | undefined;
  let collection: Collection;
  beforeAll(async () => {
    opened = await open();
    if (opened !== undefined) collection = opened.collection();
  }, 60_000);
  afterAll(() => opened?.end());

  const test = (title: string, run: () => Promise<void>) =>
    it(title, async ({ skip }) => {
      if (opened === undefined) return skip(`${name} is not here`);
      await run();
    });

  const groups = async (...args: Parameters<Collection["aggregate"]>) => {
    const found = await collection.aggregate(...args);
    if (!found.ok) throw new Error(found.diagnostics[0]!.message);
    return found.groups.map(({ key, count, values }) => [
      ...key.map((value) => (typeof value === "string" ? value.replace(LONG, "LONG") : value)),
      count,
      ...values,
    ]);
  };

  test("groups strings by code points, in tertiary order, whatever the collation of the column", async () => {
    expect(await groups({}, { by: ["city"] })).toEqual([
      [null, 2],
      ["rome", 1],
      ["Rome", 2],
      ["Rôme", 1],
      ["Rome ", 1],
      ["LONGa", 1],
      ["LONGb", 1],
    ]);
  });

  test("orders groups by their size, then by their key", async () => {
    const found = await collection.aggregate({}, { by: ["day"], order: "count", limit: 3 });
    expect(found).toEqual({
      ok: true,
      groups: [
        { key: ["2024-01-05"], count: 4, values: [] },
        { key: ["2024-01-07"], count: 3, values: [] },
        { key: [null], count: 1, values: [] },
      ],
      groupCount: 4,
    });
  });

  test("sums integers beyond 64 bits exactly", async () => {
    const measures = [
      { function: "sum", member: "amount" },
      { function: "min", member: "amount" },
      { function: "max", member: "amount" },
    ] as const;
    expect(await groups({}, { measures })).toEqual([
      [9, 13_835_058_055_282_163_712n - 5n + BigInt(MOST) + 4n, -5, 4_611_686_018_427_387_904n],
    ]);
    expect(await groups({ filter: filterOf("gt(id,6)") }, { measures })).toEqual([[3, 4, 1, 2]]);
  });

  test("sums doubles whose partial sums are infinite", async () => {
    const measures = [{ function: "sum", member: "price" }] as const;
    expect(await groups({ filter: filterOf("in(id,6,7,8,9,1)") }, { measures })).toEqual([[5, 0.1]]);
    const [[, sum, average]] = (await groups(
      { filter: filterOf("lt(id,4)") },
      { measures: [...measures, { function: "avg", member: "price" }] },
    )) as [[number, number, number]];
    expect(sum).toBeCloseTo(0.6, 14);
    expect(average).toBeCloseTo(0.2, 14);
  });

  test("returns null for measures of no value, and one group for no row", async () => {
    const measures = (["sum", "avg", "min", "max"] as const).map((called) => ({
      function: called,
      member: "amount",
    }));
    expect(await groups({ filter: filterOf("eq(id,4)") }, { measures })).toEqual([
      [1, null, null, null, null],
    ]);
    expect(await groups({ filter: filterOf("lt(id,0)") }, { measures })).toEqual([
      [0, null, null, null, null],
    ]);
    expect(await groups({ filter: filterOf("lt(id,0)") }, { by: ["city"], measures })).toEqual([]);
  });

  test("groups by several members, and returns the minimum of strings and dates in their order", async () => {
    const measures = [
      { function: "min", member: "city" },
      { function: "max", member: "day" },
    ] as const;
    expect(await groups({ filter: filterOf("lt(id,7)") }, { by: ["day", "amount"], measures })).toEqual([
      [null, null, 1, "Rôme", null],
      ["2024-01-05", MOST, 1, null, "2024-01-05"],
      ["2024-01-05", 4_611_686_018_427_387_904n, 3, "rome", "2024-01-05"],
      ["2024-01-06", -5, 1, "Rome ", "2024-01-06"],
    ]);
  });

  test("rejects a request with more groups than allowed, and accepts as many as allowed", async () => {
    expect(await groups({}, { by: ["city"], maximumGroups: 7 })).toHaveLength(7);
    const found = await collection.aggregate({}, { by: ["city"], maximumGroups: 6 });
    expect(found.ok || found.diagnostics.map(({ code }) => code)).toEqual(["group-limit"]);
  });

  test("sees only the rows that the rules allow", async () => {
    const ruled = opened!.collection({ rule: "eq(city,'Rome')" });
    const rule = filterOf("gt(id,1)");
    expect(await ruled.aggregate({}, { by: ["id"] }, { rule })).toEqual({
      ok: true,
      groups: [{ key: [6], count: 1, values: [] }],
      groupCount: 1,
    });
  });

  test("explains who forms the groups", async () => {
    const aggregation = {
      by: ["city"],
      measures: [{ function: "sum", member: "amount" }],
      order: "count",
    } as const;
    const plan = await collection.explain({ filter: filterOf("gt(id,2)") }, { aggregation });
    const text = showPlan(plan);
    if (name === "memory") {
      expect(plan).toMatchObject({ verdict: "exact", groupedBy: "memory", statements: [] });
      expect(text).toBe(
        "7 of 9 rows match.\n  gt(id,2): numbers, 7 rows\nGroups: by city (dictionary), the largest first\n  sum of amount: numbers",
      );
      return;
    }
    expect(plan).toMatchObject({
      verdict: "exact",
      groupedBy: "database",
      statements: [{ purpose: "groups" }],
    });
    expect(text).toMatch(
      /^The database forms the groups\. Memory merges and sorts them\.\ngroups\n {2}SELECT .* GROUP BY /,
    );
  });

  test("explains that memory forms the groups of a filter that the database cannot evaluate", async () => {
    const filter = filterOf("match(city,'[A-Z].*e')");
    const aggregation = { by: ["city"] };
    const plan = await collection.explain({ filter }, { aggregation });
    if (name === "memory" || plan.filteredBy === "database") return;
    expect(plan).toMatchObject({
      verdict: "superset",
      groupedBy: "memory",
      statements: [{ purpose: "candidates" }],
    });
    expect(showPlan(plan)).toMatch(/^The database returns rows, and memory forms the groups\.\n {2}match/);
    const strict = opened!.collection({ strict: true });
    expect(await strict.explain({ filter }, { aggregation })).toMatchObject({
      verdict: "refused",
      statements: [],
    });
    expect(await strict.aggregate({ filter }, aggregation)).toMatchObject({ ok: false });
  });

  test("does not reveal members that requests cannot use", async () => {
    const by = (member: string) => collection.aggregate({}, { by: [member] });
    const unknown = (member: string) => `Unknown member "${member}": catalog sales does not have it.`;
    await expect(by("secret")).rejects.toThrow(unknown("secret"));
    await expect(by("nothing")).rejects.toThrow(unknown("nothing"));
    await expect(by("hidden")).rejects.toThrow("hidden does not allow functions that reveal its values.");
    await expect(
      collection.aggregate({}, { measures: [{ function: "sum", member: "hidden" }] }),
    ).rejects.toThrow("hidden does not allow functions that reveal its values.");
    await expect(
      collection.aggregate({}, { measures: [{ function: "max", member: "secret" }] }),
    ).rejects.toThrow(unknown("secret"));
  });

  test("refuses wrong aggregations with the reason", async () => {
    const refuse = (aggregation: object, message: string) =>
      expect(collection.aggregate({}, aggregation)).rejects.toThrow(message);
    await refuse({ group: ["city"] }, 'Unknown property "group" of the aggregation.');
    await refuse(
      { measures: [{ function: "sum", member: "city" }] },
      "sum needs numbers, but city is a string.",
    );
    await refuse(
      { measures: [{ function: "median", member: "price" }] },
      'The function of a measure must be sum, avg, min or max, got "median"',
    );
    await refuse({ order: "size" }, 'order must be "count" or "key", got "size"');
    await refuse({ maximumGroups: 10_000_001 }, "maximumGroups must be at most 10,000,000, got 10000001");
    await refuse({ by: Array<string>(33).fill("city") }, "by must have at most 32 members, got 33");
    expect(await groups({}, { by: Array<string>(32).fill("id"), limit: 0 })).toEqual([]);
  });
});

it("a collection in memory throws the error that its entry point exports", () => {
  const rows = createCollection<Record<string, unknown>>(ROWS, { catalog });
  expect(() => rows.aggregate({}, { by: ["city"], maximumGroups: 6 })).toThrow(GroupLimitError);
});

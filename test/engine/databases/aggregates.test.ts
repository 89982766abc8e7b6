import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { type Collection, showPlan } from "tamis/engine";
import { findTable, sqlCollection } from "tamis/databases";
import { createCollection, GroupLimitError } from "tamis/store";
import { checking } from "../../sql/checked-query.ts";
import { succeeded } from "../../succeeded.ts";
import { backends } from "./backends.ts";
import { useOpened } from "./collection-suite.ts";
import type { Product } from "./opened-databases.ts";
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

const { filterOf } = checking(catalog);

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
}

const BACKENDS = backends<Opened>(
  () => ({
    collection: ({ rule } = {}) =>
      createCollection<Record<string, unknown>>(ROWS, { catalog }).asCollection(
        rule === undefined ? {} : { rule: filterOf(rule) },
      ),
  }),
  async ({ source, run, view }, product) => {
    await run(
      `CREATE TABLE sales (id INTEGER PRIMARY KEY, ${columnsOf(product)}, secret VARCHAR(9), hidden INTEGER)`,
    );
    for (const { id, city, day, amount, price, secret, hidden } of ROWS) {
      const values = [id, city, day, amount, price, secret, hidden].map(literal);
      await run(`INSERT INTO sales VALUES (${values.join(", ")})`);
    }
    const { table } = await findTable(source, [(await view?.("sales")) ?? "sales"], { catalog });
    return {
      collection: ({ rule, ...options } = {}) => {
        const rules = rule === undefined ? {} : { rule: filterOf(rule) };
        return sqlCollection({ source, catalog, table, ...options, ...rules });
      },
    };
  },
);

describe.each(BACKENDS)("aggregates in $name", (backend) => {
  const { name } = backend;
  let opened: Opened;
  let collection: Collection;
  useOpened(backend, (database) => {
    opened = database;
    collection = opened.collection();
  });

  const groups = async (...args: Parameters<Collection["aggregate"]>) => {
    const result = succeeded(await collection.aggregate(...args));
    return result.groups.map(({ key, count, values }) => [
      ...key.map((value) => (typeof value === "string" ? value.replace(LONG, "LONG") : value)),
      count,
      ...values,
    ]);
  };

  it("groups strings by code points, in tertiary order, whatever the collation of the column", async () => {
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

  it("orders groups by their size, then by their key", async () => {
    const result = await collection.aggregate({}, { by: ["day"], order: "count", limit: 3 });
    expect(result).toEqual({
      ok: true,
      groups: [
        { key: ["2024-01-05"], count: 4, values: [] },
        { key: ["2024-01-07"], count: 3, values: [] },
        { key: [null], count: 1, values: [] },
      ],
      groupCount: 4,
    });
  });

  it("sums integers beyond 64 bits exactly", async () => {
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

  it("sums doubles whose partial sums are infinite", async () => {
    const measures = [{ function: "sum", member: "price" }] as const;
    expect(await groups({ filter: filterOf("in(id,6,7,8,9,1)") }, { measures })).toEqual([[5, 0.1]]);
    const [[, sum, average]] = (await groups(
      { filter: filterOf("lt(id,4)") },
      { measures: [...measures, { function: "avg", member: "price" }] },
    )) as [[number, number, number]];
    expect(sum).toBeCloseTo(0.6, 14);
    expect(average).toBeCloseTo(0.2, 14);
  });

  it("returns null for measures of no value, and one group for no row", async () => {
    const functions = ["sum", "avg", "min", "max"] as const;
    const measures = functions.map((called) => ({ function: called, member: "amount" }));
    const none = filterOf("lt(id,0)");
    const nulls = [null, null, null, null];
    expect(await groups({ filter: filterOf("eq(id,4)") }, { measures })).toEqual([[1, ...nulls]]);
    expect(await groups({ filter: none }, { measures })).toEqual([[0, ...nulls]]);
    expect(await groups({ filter: none }, { by: ["city"], measures })).toEqual([]);
  });

  it("groups by several members, and returns the minimum of strings and dates in their order", async () => {
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

  it("rejects a request with more groups than allowed, and accepts as many as allowed", async () => {
    expect(await groups({}, { by: ["city"], maximumGroups: 7 })).toHaveLength(7);
    const result = await collection.aggregate({}, { by: ["city"], maximumGroups: 6 });
    expect(result.ok || result.diagnostics.map(({ code }) => code)).toEqual(["group-limit"]);
  });

  it("sees only the rows that the rules allow", async () => {
    const ruled = opened.collection({ rule: "eq(city,'Rome')" });
    const rule = filterOf("gt(id,1)");
    expect(await ruled.aggregate({}, { by: ["id"] }, { rule })).toEqual({
      ok: true,
      groups: [{ key: [6], count: 1, values: [] }],
      groupCount: 1,
    });
  });

  it("explains who forms the groups", async () => {
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
    const statements = [{ purpose: "groups" }];
    expect(plan).toMatchObject({ verdict: "exact", groupedBy: "database", statements });
    expect(text).toMatch(
      /^The database forms the groups\. Memory merges and sorts them\.\ngroups\n {2}SELECT .* GROUP BY /,
    );
  });

  it("explains that memory forms the groups of a filter that the database cannot evaluate", async () => {
    const filter = filterOf("match(city,'[A-Z].*e')");
    const aggregation = { by: ["city"] };
    const plan = await collection.explain({ filter }, { aggregation });
    if (name === "memory" || plan.filteredBy === "database") return;
    const statements = [{ purpose: "candidates" }];
    expect(plan).toMatchObject({ verdict: "superset", groupedBy: "memory", statements });
    expect(showPlan(plan)).toMatch(/^The database returns rows, and memory forms the groups\.\n {2}match/);
    const strict = opened.collection({ strict: true });
    const refused = await strict.explain({ filter }, { aggregation });
    expect(refused).toMatchObject({ verdict: "refused", statements: [] });
    expect(await strict.aggregate({ filter }, aggregation)).toMatchObject({ ok: false });
  });

  it("does not reveal members that requests cannot use", async () => {
    const unknown = (member: string) => `Unknown member "${member}": catalog sales does not have it.`;
    const hidden = "hidden does not allow functions that reveal its values.";
    for (const [aggregation, message] of [
      [{ by: ["secret"] }, unknown("secret")],
      [{ by: ["nothing"] }, unknown("nothing")],
      [{ by: ["hidden"] }, hidden],
      [{ measures: [{ function: "sum", member: "hidden" }] }, hidden],
      [{ measures: [{ function: "max", member: "secret" }] }, unknown("secret")],
    ] as const)
      await expect(collection.aggregate({}, aggregation), JSON.stringify(aggregation)).rejects.toThrow(
        message,
      );
  });

  it("refuses wrong aggregations with the reason", async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ group: ["city"] }, 'Unknown property "group" of the aggregation.'],
      [{ measures: [{ function: "sum", member: "city" }] }, "sum needs numbers, but city is a string."],
      [
        { measures: [{ function: "median", member: "price" }] },
        'The function of a measure must be sum, avg, min or max, got "median"',
      ],
      [{ order: "size" }, 'order must be "count" or "key", got "size"'],
      [{ maximumGroups: 10_000_001 }, "maximumGroups must be at most 10,000,000, got 10000001"],
      [{ by: Array<string>(33).fill("city") }, "by must have at most 32 members, got 33"],
    ];
    for (const [aggregation, message] of wrong)
      await expect(collection.aggregate({}, aggregation), message).rejects.toThrow(message);
    expect(await groups({}, { by: Array<string>(32).fill("id"), limit: 0 })).toEqual([]);
  });
});

it("a collection in memory throws the error that its entry point exports", () => {
  const rows = createCollection<Record<string, unknown>>(ROWS, { catalog });
  expect(() => rows.aggregate({}, { by: ["city"], maximumGroups: 6 })).toThrow(GroupLimitError);
});

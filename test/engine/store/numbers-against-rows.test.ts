import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePredicate, defineCatalog, sortRows } from "tamis";
import { type MemoryCollection, readCollection } from "tamis/store";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { filterOf, sortByOf } from "../../sql/checked-query.ts";
import { succeeded } from "../../succeeded.ts";
import { TUNINGS } from "./against-rows.ts";
import { savedBytes } from "./file/bytes.ts";
import { countOf, SEED as seed } from "../../effort.ts";
import { KERNELS } from "./tried-kernels.ts";

const numRuns = countOf("engine/store/numbers-against-rows: runs");

const catalog = defineCatalog({
  name: "measured",
  key: "id",
  members: { id: "integer", n: "number", i: "integer", day: "date", at: "dateTime", clock: "time" },
  defaultSort: ["id"],
  defaultLimit: 10_000,
  maximumLimit: 10_000,
});

const DAY = 86_400_000;
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Integers whose range needs 1, 2, 4 or more bytes, with different steps. */
const integers = fc
  .tuple(
    fc.constantFrom(0, -1, -100, 10 ** 9, 2 ** 52 - 5, -(2 ** 52)),
    fc.constantFrom(1, 3, 1000),
    fc.constantFrom(3, 254, 255, 65_534, 65_535, 2 ** 32 - 2, 2 ** 32 - 1),
  )
  .chain(([first, step, span]) =>
    fc.oneof(fc.nat(5), fc.nat(span), fc.constant(span)).map((place) => first + place * step),
  );
const decimals = fc
  .tuple(integers, fc.constantFrom(1, 1, 10, 100, 1e6))
  .map(([integer, scale]) => integer / scale);
const ODD_NUMBERS = [0.5, -0, 5e-324, 1e300, 2 ** 53, 10n ** 25n, 7n, NaN, Infinity, "7", true];
const instants = fc
  .tuple(
    fc.constantFrom(0, -1, 1_500_000_000_000, -3_000_000_000_000),
    fc.constantFrom(1, 1000, 60_000, DAY),
    fc.nat(255),
  )
  .map(([first, step, place]) => first + place * step);
const ODD_INSTANTS = ["2020-01-01T00:00:00.0000001Z", "2020-01-01T00:00:00.000001Z", "soon", 7, {}];

const rowsOf = (odd: boolean) => {
  const one = <T>(usual: fc.Arbitrary<T>, others: readonly unknown[]) =>
    fc.oneof(
      { arbitrary: usual, weight: 12 },
      { arbitrary: fc.constantFrom(...(odd ? others : []), null, undefined), weight: 1 },
    );
  return fc.array(
    fc.record({
      n: one(decimals, ODD_NUMBERS),
      i: one(integers, ODD_NUMBERS),
      day: one(
        instants.map((each) => iso(Math.floor(each / DAY) * DAY).slice(0, 10)),
        ODD_INSTANTS,
      ),
      at: one(instants.map(iso), ODD_INSTANTS),
      clock: one(
        instants.map((each) => iso(each).slice(11, 19)),
        ODD_INSTANTS,
      ),
    }),
    { minLength: 1, maxLength: 60 },
  );
};
type Row = Record<string, unknown>;

function literalOf(member: string, value: unknown): string | undefined {
  const isNumeric = member === "n" || member === "i";
  if (isNumeric && (typeof value === "number" || typeof value === "bigint")) {
    const text = String(value);
    return /^-?\d+(\.\d+)?$/.test(text) ? text : undefined;
  }
  if (typeof value !== "string") return undefined;
  if (member === "day" && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  return member === "at" && /^\d{4}-.*Z$/.test(value) ? value : undefined;
}

/** Comparisons with values of some rows and with their neighbors. */
function filtersOf(rows: readonly Row[]): string[] {
  const filters: string[] = [];
  for (const row of rows.slice(0, 6)) {
    for (const member of ["n", "i", "day", "at"]) {
      const value = row[member];
      const beside = typeof value === "number" ? [value + 1, value - 0.5, value - 2 ** 33] : [];
      for (const each of [value, ...beside]) {
        const literal = literalOf(member, each);
        if (literal === undefined) continue;
        for (const name of ["eq", "ne", "lt", "ge"]) filters.push(`${name}(${member},${literal})`);
        filters.push(`and(gt(${member},${literal}),le(i,1000000000))`, `in(${member},${literal},${literal})`);
      }
    }
  }
  return [...filters, "isNull(n)", "not(isNull(day))", "or(isNull(i),ge(n,0))"];
}

const ORDERS = ["n", "n:descending", "i", "day:descending", "at", "clock", "i:descending,at", "day,n"];

function compare(collection: MemoryCollection<Row>, rows: readonly Row[], filters: readonly string[]): void {
  for (const [i, text] of filters.entries()) {
    const filter = filterOf(text, catalog);
    const orderText = ORDERS[i % ORDERS.length]!;
    const sortBy = sortByOf(orderText, catalog);
    const expected = sortRows(rows.filter(compilePredicate(filter)), sortBy);
    const told = `${text} by ${orderText}`;
    expect([told, collection.count({ filter })]).toEqual([told, expected.length]);
    const all = collection.page({ filter, sortBy });
    expect([told, all.items.map(({ id }) => id)]).toEqual([told, expected.map(({ id }) => id)]);
    const start = expected.length >> 1;
    const page = collection.page({ filter, sortBy, start, limit: 3 });
    expect(page.items).toEqual(expected.slice(start, start + 3));
    if (page.next === undefined) continue;
    const next = collection.page({ filter, sortBy, limit: 5 }, { after: page.next });
    expect(next.items).toEqual(expected.slice(start + 3, start + 8));
  }
}

describe.each(KERNELS)("encoded numbers and instants, %s kernels", (kernels, make) => {
  it.each(TUNINGS)(
    `give the same results as the row predicate, tuning: %s (seed ${seed})`,
    async (_name, tuning) => {
      const property = fc.asyncProperty(
        rowsOf(false),
        fc.boolean().chain(rowsOf),
        fc.boolean().chain(rowsOf),
        async (first, later, last) => {
          const lists = [first, later, last].map((list, i) =>
            list.map((each, j): Row => ({ ...each, id: i * 1000 + j })),
          );
          const rows = lists[0]!.slice();
          const collection = createWithKernels<Row>([...rows], { catalog }, make(), tuning);
          compare(collection, rows, filtersOf(rows));
          rows.push(...lists[1]!);
          collection.insert(lists[1]!);
          compare(collection, rows, filtersOf(lists[1]!));
          const { bytes, result } = await savedBytes(collection);
          expect(result.ok).toBe(true);
          const { collection: again } = succeeded(await readCollection<Row>(bytes, { catalog, kernels }));
          compare(again, rows, filtersOf(lists[0]!).slice(0, 12));
          rows.push(...lists[2]!);
          again.insert(lists[2]!);
          compare(again, rows, filtersOf(lists[2]!));
        },
      );
      await fc.assert(property, { seed, numRuns });
    },
  );

  it("give the same facets, min and max in every encoding", () => {
    const numbers = [7, 7, null, -0, 0, 300, -5, 300, 7, 70_000, undefined];
    for (const others of [[], [1e12], [0.5], [2n ** 60n + 1n]]) {
      const rows = [...numbers, ...others].map((n, id) => ({ id, n }));
      const collection = createWithKernels<object>(rows, { catalog }, make());
      const filter = filterOf("le(n,70000)", catalog);
      const { values, nulls } = collection.facets("n", { filter });
      const found = new Map(values.map(({ value, count }) => [Number(value), count]));
      const extra = others.some((each) => each < 70_000) ? [[0.5, 1] as const] : [];
      expect(found).toEqual(new Map([[7, 3], [-0, 2], [300, 2], [-5, 1], [70_000, 1], ...extra]));
      expect(nulls).toBe(0);
      expect(collection.facets("n", {}).nulls).toBe(2);
      expect(collection.minMax("n", { filter })).toEqual({ min: -5, max: 70_000 });
    }
  });
});

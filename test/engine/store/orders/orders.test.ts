import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeCheckedSortBy, type CheckedSortBy } from "../../../../src/checker/checked.ts";
import { defineCatalog, sortRows } from "tamis";
import { createCollection } from "../../../../src/engine/store/collections/create-collection.ts";
import { showQueryPlan } from "../../../../src/engine/explain.ts";
import { plainKernels } from "../../../../src/engine/store/kernels/plain.ts";
import { createWithKernels } from "../../../../src/engine/store/collections/create-collection.ts";
import { TUNINGS } from "../against-rows.ts";
import { checking } from "../../../sql/checked-query.ts";
import { KERNELS } from "../tried-kernels.ts";
import { SEED as seed } from "../../../effort.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: { id: "integer", name: "string", size: "number", at: "dateTime" },
  maximumLimit: 100_000,
});
interface Thing {
  readonly id: number;
  readonly name: string | null;
  readonly size: number | bigint | null;
  readonly at: string | null;
}

const { filterOf, sortByOf } = checking(catalog);
const withoutKey = (sortBy: CheckedSortBy) =>
  makeCheckedSortBy(sortBy.keys, { ...sortBy, catalog: undefined });

const things = fc
  .array(
    fc.record({
      name: fc.option(fc.constantFrom("a", "A", "á", "b", "ab", "e\u0301", "é", "a\u00ad", "z")),
      size: fc.option(fc.constantFrom<number | bigint>(0, 1, 2, -1.5, 2n ** 60n, 2n ** 60n + 1n)),
      at: fc.option(
        fc.constantFrom(
          "2020-01-01T00:00:00Z",
          "2020-01-01T01:00:00+01:00",
          "2020-01-01T00:00:00.000000001Z",
        ),
      ),
    }),
    { maxLength: 60 },
  )
  .map((list) => list.map((each, i): Thing => ({ ...each, id: (i * 7919) % 1009 })));
const orders = fc.constantFrom(
  "name",
  "name:descending:primary",
  "size:descending,name",
  "at",
  "length(name),size",
  "isNull(name):descending,at:descending",
  "size",
);

describe.each(KERNELS)("%s kernels", (_name, make) => {
  it.each(TUNINGS)(
    `consecutive pages contain all rows, whatever is deleted before them, tuning: %s (seed ${seed})`,
    (_tuning, tuning) => {
      fc.assert(
        fc.property(
          things,
          orders,
          fc.integer({ min: 1, max: 7 }),
          fc.boolean(),
          (rows, order, limit, changes) => {
            const collection = createWithKernels<Thing>([...rows], { catalog, locale: "en" }, make(), tuning);
            const sortBy = sortByOf(order);
            const sorted = sortRows(rows, sortBy, { locale: "en" });
            const seen: Thing[] = [];
            let after = undefined;
            for (;;) {
              const page = collection.page({ sortBy, limit }, { after });
              expect(page.start).toBe(seen.length);
              seen.push(...page.items);
              if (page.next === undefined) break;
              after = page.next;
              // Delete the last row of the page: then no row has the values of the cursor position.
              if (changes) collection.delete([page.items.at(-1)!.id]);
            }
            expect(seen).toEqual(sorted);
          },
        ),
        { seed, numRuns: 40 },
      );
    },
  );

  it.each(TUNINGS)(
    `min and max are the first and last value of the order, tuning: %s (seed ${seed})`,
    (_tuning, tuning) => {
      fc.assert(
        fc.property(things, fc.constantFrom("name", "size", "at"), (rows, member) => {
          const collection = createWithKernels<Thing>([...rows], { catalog, locale: "en" }, make(), tuning);
          const kept = rows.filter((row) => row[member as keyof Thing] !== null && row.id % 2 === 0);
          // Without the catalog's key, equal rows keep their order.
          const sorted = sortRows(kept, withoutKey(sortByOf(member)), { locale: "en" });
          const evens = rows.filter(({ id }) => id % 2 === 0).map(({ id }) => id);
          const filter = filterOf(evens.length === 0 ? "false" : `in(id,${evens.join()})`);
          const expected =
            sorted.length === 0
              ? undefined
              : { min: sorted[0]![member as keyof Thing], max: sorted.at(-1)![member as keyof Thing] };
          expect(collection.minMax(member, { filter })).toEqual(expected);
        }),
        { seed, numRuns: 40 },
      );
    },
  );
});

const many = Array.from({ length: 3000 }, (_, id): Thing => {
  const chance = (id * 7919) % 3001;
  return { id, name: `n${chance % 700}`, size: chance % 50, at: null };
});

it("repeated pages move from scans to selections, and to a sorted index that is built in the background", async () => {
  // Swedish has letters of its own, so that strings have no prefixes without a column.
  const collection = createCollection<Thing>(many, { catalog, locale: "sv" });
  const query = { sortBy: sortByOf("name"), limit: 5 };
  const few = { ...query, filter: filterOf("eq(size,3)") };
  const paths: string[] = [];
  const sorted = sortRows(many, query.sortBy, { locale: "sv" });
  const request = (each: typeof query) => {
    const { path } = collection.explain(each).order;
    if (paths.at(-1) !== path) paths.push(path);
    const matching = each === few ? sorted.filter(({ size }) => size === 3) : sorted;
    expect(collection.page(each).items).toEqual(matching.slice(0, 5));
  };
  // Without a turn of the event loop, nothing is built in the background.
  for (let i = 0; i < 40; i++) request(few);
  expect(paths).toEqual(["scan"]);
  for (const each of [few, query]) {
    const known = paths.length;
    while (paths.length === known) {
      await new Promise((resolve) => setTimeout(resolve));
      request(each);
    }
  }
  expect(paths).toEqual(["scan", "selection", "sorted-index"]);
  expect(collection.explain(few).order.path).toBe("sorted-index");
  const rarest = { ...query, filter: filterOf("eq(id,3)") };
  expect(collection.explain(rarest).order.path).toBe("selection");
  collection.insert([{ id: 5000, name: "m", size: 1, at: null }]);
  expect(collection.page(query).items[0]!.id).toBe(5000);
  expect(collection.explain(query).order.path).toBe("sorted-index");
});

it("all access paths of an order by strings that are all null have estimates", () => {
  const nulls = many.map((each): Thing => ({ ...each, name: null }));
  const collection = createCollection<Thing>(nulls, { catalog, locale: "en" });
  const { path, cost } = collection.explain({ sortBy: sortByOf("name"), limit: 5 }).order;
  const estimates = [{ path, estimated: cost!.estimated }, ...cost!.others];
  expect(estimates.filter(({ estimated }) => Number.isFinite(estimated)).length).toBe(3);
});

it("pages by strings are selected from the first one on, without a column", () => {
  const rows = Array.from({ length: 20_000 }, (_, id): Thing => {
    return { id, name: `n${(id * 7919) % 20_011}`, size: id % 3, at: null };
  });
  // These rows have none of the characters of the later ones, and are last in the order.
  const early = Array.from({ length: 400 }, (_, i): Thing => {
    return {
      id: 100_000 + i,
      name: `z${"stuvwxyz"[i % 8]!}${"stuvwxyz"[(i >> 3) % 8]!}${"stuvwxyz"[i >> 6]!}`,
      size: 9,
      at: null,
    };
  });
  for (const [text, first] of [
    ["name", []],
    ["size,name:descending", []],
    ["name", early],
  ] as const) {
    const collection = createCollection<Thing>([...first], { catalog, locale: "en" });
    const query = { sortBy: sortByOf(text), limit: 5 };
    collection.page(query);
    collection.insert(rows);
    const expected = sortRows(rows, query.sortBy, { locale: "en" });
    collection.page(query);
    expect(collection.explain(query).order.path).toBe("selection");
    const { estimated, measured: work = 0, others } = collection.explain(query).order.cost!;
    expect(others.map(({ path }) => path).sort()).toEqual(["scan", "sorted-index"]);
    // Now that the prefixes exist, the other paths cost more.
    for (const other of others) expect(other.estimated).toBeGreaterThan(estimated);
    expect(collection.page(query).items).toEqual(expected.slice(0, 5));
    const later = collection.page({ ...query, start: 9_000 }).items;
    expect(later).toEqual(expected.slice(9_000, 9_005));
    // The prefixes of the first page are used again.
    collection.page(query);
    expect(collection.explain(query).order.cost!.measured!).toBeLessThan(work / 4);
  }
});

it("a closed collection builds nothing in the background", async () => {
  const collection = createCollection<Thing>(many, { catalog, locale: "en" });
  const query = { sortBy: sortByOf("size"), limit: 5 };
  for (let i = 0; i < 20; i++) collection.page(query);
  collection.close();
  const { items } = collection.page(query);
  const bytes = collection.bytes();
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(collection.bytes()).toBe(bytes);
  expect(collection.explain(query).order.path).toBe("selection");
  expect(collection.page(query).items).toEqual(items);
});

it("a prepared query uses the sorted index from the first page on", () => {
  const collection = createCollection<Thing>(many, { catalog, locale: "en" });
  const query = { sortBy: sortByOf("size:descending"), filter: filterOf("gt(size,9)") };
  collection.prepare(query);
  expect(collection.explain(query).order.path).toBe("sorted-index");
});

it("explain reports the access path and the number of matching rows of each condition", () => {
  const collection = createCollection<Thing>(many, { catalog, locale: "en" });
  const filter = filterOf("and(gt(size,40),or(eq(name,'n1'),startsWith(name,'n69')))");
  const explained = collection.explain({ filter, sortBy: sortByOf("name") });
  expect(explained.filter.map(({ node, by, rows }) => [node, by, rows])).toEqual([
    ["gt(size,40)", ["numbers"], many.filter(({ size }) => size! > 40).length],
    ["eq(name,'n1')", ["dictionary"], many.filter(({ name }) => name === "n1").length],
    ["startsWith(name,'n69')", ["dictionary"], many.filter(({ name }) => name!.startsWith("n69")).length],
  ]);
  expect(showQueryPlan(explained).split("\n")).toEqual([
    `${collection.count({ filter })} of 3000 rows match.`,
    expect.stringMatching(/^ {2}gt\(size,40\): numbers, \d+ rows$/),
    expect.stringMatching(/^ {2}eq\(name,'n1'\): dictionary, \d rows$/),
    expect.stringMatching(/^ {2}startsWith\(name,'n69'\): dictionary, \d+ rows$/),
    "Order: each matching row is read, and the rows of the page are selected (name:ascending:tertiary, id)",
    "  because the page needs few reads, compared with building sort keys",
    expect.stringMatching(/^ {2}\d+ units of work estimated$/),
    expect.stringMatching(/^ {2}other paths: selection \d+, sorted index \d+$/),
  ]);
});

it("explain shows why a page takes its access path, and estimates the work that is then measured", () => {
  const rows = Array.from({ length: 20_000 }, (_, id): Thing => {
    const chance = (id * 7919) % 20_011;
    return { id, name: `n${chance}`, size: chance % 5000, at: null };
  });
  const collection = createCollection<Thing>(rows, { catalog, locale: "sv" });
  const found: Record<string, { readonly reason: string; readonly isNear: boolean }> = {};
  for (const [text, filter] of [
    ["name", "gt(size,4900)"],
    ["size", "gt(size,2000)"],
    ["size", "ge(size,0)"],
  ] as const) {
    const query = { filter: filterOf(filter), limit: 20, sortBy: sortByOf(text) };
    for (let i = 0; i < 100; i++) {
      const { path, reason, cost } = collection.explain(query).order;
      const isNew = found[path] === undefined;
      if (isNew) expect(cost!.measured).toBeUndefined();
      collection.page(query);
      if (!isNew) continue;
      const { measured } = collection.explain(query).order.cost!;
      if (measured === undefined) continue;
      const ratio = cost!.estimated / measured;
      found[path] = { reason, isNear: ratio > 1 / 5 && ratio < 5 };
    }
  }
  expect(found).toEqual({
    scan: { reason: "the page needs few reads, compared with building sort keys", isNear: true },
    selection: {
      reason: "sort keys exist or are worth their cost, and there is no sorted index",
      isNear: true,
    },
    "sorted-index": {
      reason: "pages of this order are requested often enough to build a sorted index",
      isNear: true,
    },
  });
});

it("a stream yields the rows that were live when it was created, in order", () => {
  const collection = createCollection<Thing>(many, { catalog, locale: "en" });
  const sortBy = sortByOf("name");
  const sorted = sortRows(many, sortBy, { locale: "en" });
  const stream = collection.stream({ sortBy, start: 2 });
  const few = collection.stream({ sortBy, limit: 3 });
  collection.delete(many.slice(0, 2900).map(({ id }) => id));
  expect([...stream]).toEqual(sorted.slice(2));
  expect([...few]).toEqual(sorted.slice(0, 3));
  expect([...collection.stream({})].length).toBe(100);
});

it.each(TUNINGS)("a cursor position need not be the position of a row, tuning: %s", (_, tuning) => {
  const rows: Thing[] = [
    { id: 1, name: null, size: null, at: null },
    { id: 2, name: "m", size: 300, at: "2020-01-01T00:00:00Z" },
    { id: 3, name: "b", size: 7, at: "2019-01-01T00:00:00Z" },
  ];
  const collection = createWithKernels<Thing>([...rows], { catalog, locale: "en" }, plainKernels(), tuning);
  const behind = (order: string, value: unknown) => {
    const query = { sortBy: sortByOf(order) };
    const { next } = collection.page({ ...query, limit: 1 });
    const after = { ...next!, values: [value as string, 0], index: 0 };
    return collection.page(query, { after }).items.map(({ id }) => id);
  };
  for (const [key, below, between, above] of [
    ["name", "a", "c", "z"],
    ["size", 0.5, 8.5, 301],
    ["at", "2018-12-31T23:59:59.5Z", "2019-06-01T00:00:00Z", "2020-01-01T00:00:00.000000001Z"],
  ] as const) {
    expect([below, between, above].map((value) => behind(key, value))).toEqual([[3, 2], [2], []]);
    expect([below, between, above].map((value) => behind(`${key}:descending`, value))).toEqual([
      [1],
      [3, 1],
      [2, 3, 1],
    ]);
  }
});

it("a cursor position needs a catalog with a key and one value per sort key", () => {
  const keyless = defineCatalog({ name: "a", members: { n: "integer" } });
  const without = createCollection([{ n: 1 }, { n: 2 }], { catalog: keyless });
  expect(without.page({ limit: 1 }).next).toBeUndefined();
  expect(() => without.page({}, { after: { values: [1], index: 1, query: "" } })).toThrow(TypeError);
  const collection = createCollection<Thing>(many, { catalog });
  const { next } = collection.page({ limit: 1 });
  expect(() => collection.page({}, { after: { ...next!, values: [] } })).toThrow(TypeError);
  expect(collection.page({ limit: 0 }).next).toBeUndefined();
});

it("a sorted index counts as memory of the collection", () => {
  const collection = createCollection<Thing>(many, { catalog, locale: "en" });
  const before = collection.bytes();
  collection.prepare({ sortBy: sortByOf("size") });
  expect(collection.bytes()).toBeGreaterThan(before + many.length * 4);
});

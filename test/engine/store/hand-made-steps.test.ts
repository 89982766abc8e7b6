import { expect, it } from "vitest";
import { type CheckedFilter, compilePredicate, defineCatalog } from "tamis";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { UNITS_PER_STEP } from "../../../src/engine/store/tasks/task.ts";
import { checking } from "../../sql/checked-query.ts";
import { largestTurn } from "./largest-turn.ts";

/*
 * Rows that a client could send to make a step long. The work of a turn of the event loop is counted as in
 * `steps.test.ts`, and results are compared with those of the predicate.
 */

const catalog = defineCatalog({
  name: "hand-made",
  members: { id: "integer", big: "integer", text: "string", group: "string" },
  key: "id",
});

const ROWS = 20_000;
const letters = (id: number, length: number) =>
  Array.from({ length }, (_, i) => "ab x-c"[((id + 7) * (i + 3) * 31 + ((i * i) >> 3)) % 6]).join("");

/** Every 16th integer is no double, and every string has a lone surrogate, which UTF-8 cannot represent. */
const rows = Array.from({ length: ROWS }, (_, id) => ({
  id,
  big: id % 16 === 0 ? 2n ** 53n + 1n + 2n * BigInt(id) : id,
  text: `${letters(id, 40)}\ud800${id}`,
  group: `g${id % 80}`,
}));

const { filterOf } = checking(catalog);
const joined = (count: number, condition: (i: number) => string) =>
  `and(${Array.from({ length: count }, (_, i) => condition(i)).join(",")})`;

const OPTIONAL = "(?:(?:\\b|\\B)?.?){120}a(?:\\b?.?){120}x.*";

/** Counts the rows that match, and returns the number of turns. */
async function expectSmallTurns(
  collection: { readonly count: (query: { filter: CheckedFilter }) => Promise<unknown> },
  text: string,
  all: readonly object[],
): Promise<number> {
  const filter = filterOf(text);
  let found: unknown;
  const { units, turns } = await largestTurn(async () => {
    found = await collection.count({ filter });
  });
  const holds = compilePredicate(filter);
  expect(found).toEqual({ ok: true, count: all.filter((row) => holds(row)).length });
  expect(units).toBeLessThan(2 * UNITS_PER_STEP);
  return turns;
}

it("integers that are no doubles are tested in several turns of the event loop", async () => {
  const collection = createCollection(rows, { catalog }).asCollection({ milliseconds: 0 });
  await collection.count({ filter: filterOf("gt(big,5)") });
  const turns = await expectSmallTurns(
    collection,
    joined(400, (i) => `gt(big,${i})`),
    rows,
  );
  expect(turns).toBeGreaterThan(8);
});

it("ill-formed strings are tested in several turns of the event loop", async () => {
  const collection = createCollection(rows, { catalog }).asCollection({ milliseconds: 0 });
  await collection.count({ filter: filterOf("contains(text,'zz')") });
  const turns = await expectSmallTurns(collection, "match(text,'.*ab.{0,40}[yz]\\d*')", rows);
  expect(turns).toBeGreaterThan(20);
});

it("rows of an index are tested in several turns of the event loop", async () => {
  const collection = createCollection(rows, { catalog });
  await collection.prepareInSlices([], { indexes: ["group"] });
  const turns = await expectSmallTurns(
    collection.asCollection({ milliseconds: 0 }),
    `and(eq(group,'g7'),match(text,'${OPTIONAL}'))`,
    rows,
  );
  expect(turns).toBeGreaterThan(8);
});

it("a match of a long string is divided into several turns of the event loop", async () => {
  const long = [0, 1, 2].map((id) => ({ id, big: id, text: letters(id, 3000), group: "g" }));
  const collection = createCollection(long, { catalog }).asCollection({ milliseconds: 0 });
  await collection.count({ filter: filterOf("contains(text,'zz')") });
  const turns = await expectSmallTurns(collection, "match(text,'.*x.{0,900}[yz]')", long);
  expect(turns).toBeGreaterThan(10);
});

it("a long list is added to its column in several turns of the event loop, and its elements are counted once", async () => {
  const withTags = defineCatalog({
    name: "long-list",
    members: { id: "integer", tags: { type: "list", items: "string" } },
    key: "id",
  });
  const tags = Array.from({ length: 150_000 }, (_, i) => `t${i % 20_000}`);
  const lists = [
    { id: 1, tags },
    { id: 2, tags: ["t7", "t7", "a"] },
  ];
  const collection = createCollection(lists, { catalog: withTags }).asCollection({ milliseconds: 0 });
  let found: unknown;
  const { units, turns } = await largestTurn(async () => {
    found = await collection.facets("tags", {}, { limit: 3 });
  });
  // Two steps can run between two samples. In one step, the list would take five times the work of a step.
  expect(units).toBeLessThan(3 * UNITS_PER_STEP);
  expect(turns).toBeGreaterThan(4);
  expect(found).toMatchObject({
    ok: true,
    values: [
      { value: "t7", count: 2 },
      { value: "t0", count: 1 },
      { value: "t1", count: 1 },
    ],
    distinct: 20_001,
    nulls: 0,
  });
});

it("a list is read in several turns of the event loop, however long it is", async () => {
  const withTags = defineCatalog({
    name: "longest-list",
    members: {
      id: "integer",
      tags: { type: "list", items: "string" },
      dates: { type: "list", items: "dateTime" },
    },
    key: "id",
  });
  const length = 500_000;
  const lists = [
    { id: 1, tags: Array.from({ length }, (_, i) => (i % 3 === 0 ? 5 : `t${i % 100}`)), dates: null },
    { id: 2, tags: ["t7"], dates: Array.from({ length: 40_000 }, (_, i) => new Date(i % 50)) },
  ];
  const collection = createCollection<object>(lists, { catalog: withTags }).asCollection({ milliseconds: 0 });
  for (const text of [
    "contains(tags,'t99')",
    "contains(tags,'t7')",
    "isNull(dates)",
    "eq(dates,1970-01-01T00:00:00.049Z)",
  ]) {
    const filter = checking(withTags).filterOf(text);
    const holds = compilePredicate(filter);
    let found: unknown;
    const { units } = await largestTurn(async () => {
      found = await collection.count({ filter });
    });
    expect(found, text).toEqual({ ok: true, count: lists.filter((row) => holds(row)).length });
    expect(units, text).toBeLessThan(3 * UNITS_PER_STEP);
  }
});

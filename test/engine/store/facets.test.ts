import { expect, it } from "vitest";
import { call, name, number } from "../../../src/ast/constructors.ts";
import { check, defineCatalog } from "tamis";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { filterOf } from "../../sql/checked-query.ts";
import { KERNEL_NAMES } from "./tried-kernels.ts";

it.each(KERNEL_NAMES)("facets count each distinct element of a list once per row, %s kernels", (kernels) => {
  const catalog = defineCatalog({ name: "a", members: { tags: { type: "list", items: "string" } } });
  const rows = [{ tags: ["x", "y", "x"] }, { tags: ["x", null] }, { tags: [] }, {}];
  expect(createCollection(rows, { catalog, kernels }).facets("tags", {}, { limit: 1 })).toEqual({
    values: [{ value: "x", count: 2 }],
    distinct: 2,
    nulls: 1,
  });
});

it.each(KERNEL_NAMES)(
  "min and max are the first and the last value in their order, %s kernels",
  (kernels) => {
    const catalog = defineCatalog({
      name: "a",
      members: { n: "integer", s: "string", t: "dateTime", none: "number" },
    });
    const rows = [
      { n: 3, s: "b", t: "2020-01-01T00:00:00Z" },
      { n: 2n ** 60n + 1n, s: "Á", t: "2020-01-01T00:00:00.000000001Z" },
      { n: 2 ** 60, s: null, t: "soon" },
      { n: null, s: "a", t: "2019-12-31T24:00:00Z" },
    ];
    const collection = createCollection(rows, { catalog, kernels, locale: "en" });
    expect(collection.minMax("n", {})).toEqual({ min: 3, max: 2n ** 60n + 1n });
    expect(collection.minMax("s", {})).toEqual({ min: "a", max: "b" });
    expect(collection.minMax("t", {})?.max).toBe("2020-01-01T00:00:00.000000001Z");
    expect(collection.minMax("none", {})).toBeUndefined();
    const filter = filterOf("gt(s,'a')", catalog);
    expect(collection.minMax("n", { filter })?.min).toBe(3);
    expect(() => collection.minMax("nothing", {})).toThrow(TypeError);
  },
);

it.each(KERNEL_NAMES)("values that are equal by `eq` are one facet, %s kernels", (kernels) => {
  const catalog = defineCatalog({
    name: "a",
    members: {
      n: "number",
      t: "dateTime",
      ns: { type: "list", items: "integer" },
      ts: { type: "list", items: "dateTime" },
    },
  });
  const [utc, east] = ["2020-01-01T00:00:00Z", "2020-01-01T02:00:00+02:00"];
  const fine = ["2020-01-01T00:00:00.000000001Z", "2020-01-01T02:00:00.000000001+02:00"];
  const rows = [
    { n: 1, t: utc, ns: [1, 1n, 2], ts: [utc, east, "soon"] },
    { n: 1n, t: east, ns: [2n], ts: [new Date(utc)] },
    { n: 2n ** 60n + 1n, t: fine[0], ns: [2n ** 60n], ts: [] },
    { n: 2n ** 60n + 1n, t: fine[1], ns: [2 ** 60], ts: null },
    { n: -0, t: "soon" },
    { n: 0, t: null },
  ];
  const collection = createCollection<object>(rows, { catalog, kernels });
  const counts = (member: string) => {
    const { values, distinct, nulls } = collection.facets(member, {});
    return [values.map(({ count }) => count), distinct, nulls];
  };
  expect(counts("n")).toEqual([[2, 2, 2], 3, 0]);
  expect(counts("t")).toEqual([[2, 2], 2, 2]);
  expect(counts("ns")).toEqual([[2, 2, 1], 3, 2]);
  expect(counts("ts")).toEqual([[2], 1, 3]);
});

it.each(KERNEL_NAMES)(
  "each facet of large numbers counts the rows that `eq` selects, %s kernels",
  (kernels) => {
    const catalog = defineCatalog({ name: "a", members: { n: "number", i: "integer" } });
    const exact = [2n ** 53n, 2n ** 60n, -(2n ** 60n), 2n ** 63n, 2n ** 70n, 7n, 0n];
    const numbers = [...exact, ...exact.map(Number), ...exact.map((value) => value + 1n), 0.5, -0, 1e300];
    for (const others of [0, 6_000]) {
      const values = [...numbers, ...Array.from({ length: others }, (_, i) => i + 1000)];
      const collection = createCollection<object>(
        values.map((n) => ({ n, i: n })),
        { catalog, kernels },
      );
      for (const member of ["n", "i"]) {
        const facets = collection.facets(member, {}, { limit: values.length });
        for (const { value, count } of facets.values.slice(0, 40)) {
          const { filter } = check(call("eq", [name(member), number(value as number | bigint)]), catalog);
          expect({ member, value, count: collection.count({ filter }) }).toEqual({ member, value, count });
        }
        const rounded = new Set(facets.values.map(({ value }) => Number(value)));
        expect(facets.values.length).toBeGreaterThan(rounded.size);
      }
    }
  },
);

it.each(KERNEL_NAMES)("unreadable values are no facets, nor those of plain rows, %s kernels", (kernels) => {
  const catalog = defineCatalog({ name: "a", members: { n: "integer", t: "dateTime" } });
  const rows = [
    { n: 1.5, t: "soon" },
    { n: "1", t: 5 },
    { n: 1, t: "2020-01-01T00:00:00Z" },
  ];
  const collection = createCollection<object>(rows, { catalog, kernels, rows: "plain" });
  for (const limit of [-1, 1.5, NaN]) expect(() => collection.facets("n", {}, { limit })).toThrow(RangeError);
  for (const member of ["n", "t"])
    expect(collection.facets(member, {})).toMatchObject({ distinct: 1, nulls: 2 });
  expect(collection.minMax("n", {})).toEqual({ min: 1, max: 1 });
});

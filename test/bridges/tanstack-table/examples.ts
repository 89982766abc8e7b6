import type { GridExample } from "../grids/grid-example.ts";

const filter = (id: string, value: unknown, filterFn?: string) => ({
  id,
  value,
  ...(filterFn && { filterFn }),
});

/** Column filters in the form of the documentation of TanStack Table, and each of its filter functions. */
export const TANSTACK_EXAMPLES: readonly GridExample[] = [
  { foreign: [], tamis: "true" },
  // Without a function, the type of the column chooses one.
  {
    foreign: [filter("name", "Jo")],
    tamis: "contains(downCase(name),'jo')",
    back: [filter("name", "jo", "includesString")],
  },
  {
    foreign: [filter("size", [1, 5])],
    tamis: "and(ge(size,1),le(size,5))",
    back: [filter("size", [1, 5], "inNumberRange")],
  },
  {
    foreign: [filter("enabled", true)],
    tamis: "eq(enabled,true)",
    back: [filter("enabled", true, "equals")],
  },
  {
    foreign: [filter("tags", ["a", "b"])],
    tamis: "in(tags,'a','b')",
    back: [filter("tags", ["a", "b"], "arrIncludesSome")],
  },
  { foreign: [filter("name", "ab", "includesStringSensitive")], tamis: "contains(name,'ab')" },
  { foreign: [filter("label", "ab", "includesStringSensitive")], tamis: "contains($identical,label,'ab')" },
  { foreign: [filter("name", "ab", "equalsString")], tamis: "eq(downCase(name),'ab')" },
  {
    foreign: [filter("name", "Ab", "equalsStringSensitive")],
    tamis: "eq(name,'Ab')",
    back: [filter("name", "Ab", "equals")],
  },
  { foreign: [filter("name", "ab", "startsWith")], tamis: "startsWith(downCase(name),'ab')" },
  { foreign: [filter("name", "ab", "endsWith")], tamis: "endsWith(downCase(name),'ab')" },
  { foreign: [filter("size", "12", "equalsString")], tamis: "eq(downCase(size),'12')" },
  { foreign: [filter("name", "Ab", "equals")], tamis: "eq(name,'Ab')" },
  { foreign: [filter("size", "1", "equals")], tamis: "false", back: null },
  { foreign: [filter("size", "1", "weakEquals")], tamis: "eq(size,1)", back: [filter("size", 1, "equals")] },
  { foreign: [filter("size", [null, 5], "inNumberRange")], tamis: "le(size,5)" },
  {
    foreign: [filter("size", [5, 1], "inNumberRange")],
    tamis: "and(ge(size,1),le(size,5))",
    back: [filter("size", [1, 5], "inNumberRange")],
  },
  { foreign: [filter("size", 5, "greaterThan")], tamis: "gt(size,5)" },
  { foreign: [filter("size", 5, "lessThan")], tamis: "or(isNull(size),lt(size,5))", back: null },
  { foreign: [filter("id", 5, "lessThan")], tamis: "lt(id,5)" },
  {
    foreign: [filter("size", [1, 5], "between")],
    tamis: "and(gt(size,1),or(isNull(size),lt(size,5)))",
    back: null,
  },
  { foreign: [filter("day", ["2020-01-01", null], "inDateRange")], tamis: "ge(day,2020-01-01)" },
  {
    foreign: [filter("at", ["2020-01-01T00:00:00Z", null], "inDateRange")],
    tamis: "ge(at,2020-01-01T00:00:00Z)",
    codes: ["time-zone"],
  },
  { foreign: [filter("name", ["a", "b"], "arrHas")], tamis: "in(name,'a','b')" },
  { foreign: [filter("tags", ["a", "b"], "arrIncludesAll")], tamis: "and(eq(tags,'a'),eq(tags,'b'))" },
  { foreign: [filter("tags", ["a"], "arrIncludesSome")], tamis: "eq(tags,'a')" },
  { foreign: [filter("size", true, "empty")], tamis: "isNull(size)" },
  {
    foreign: [filter("name", true, "notEmpty")],
    tamis: "not(or(isNull(name),blank(name)))",
    codes: ["white-space"],
  },
  { foreign: [filter("name", "x", "fuzzy")], tamis: "true", codes: ["unsupported-function"], back: null },
  { foreign: [filter("a b", "x")], tamis: "true", codes: ["unwritable-name"], back: null },
  // The last filter of a column replaces those before it, and empty values are removed.
  {
    foreign: [filter("size", 1, "equals"), filter("size", 2, "equals")],
    tamis: "eq(size,2)",
    back: [filter("size", 2, "equals")],
  },
  {
    foreign: [filter("name", ""), filter("size", 2, "equals")],
    tamis: "eq(size,2)",
    back: [filter("size", 2, "equals")],
  },
  { foreign: { id: "name" }, tamis: undefined, codes: ["syntax"] },
  { foreign: [{ value: 1 }], tamis: undefined, codes: ["syntax"] },
  { part: "sortBy", foreign: [{ id: "id", desc: true }], tamis: "id:descending" },
  {
    part: "sortBy",
    foreign: [{ id: "name", desc: false }],
    tamis: "name",
    codes: ["string-order", "null-order"],
  },
  { part: "sortBy", foreign: "name", tamis: undefined, codes: ["syntax"] },
];

import { invalid, readExamples, SAME } from "../examples.ts";

const filter = (id: string, value: unknown, filterFn?: string) => ({
  id,
  value,
  ...(filterFn && { filterFn }),
});

/** Column filters in the form of the documentation of TanStack Table, and each of its filter functions. */
export const TANSTACK_EXAMPLES = readExamples<unknown>(
  [
    [[], "true"],
    // Without a function, the type of the column chooses one.
    [[filter("name", "Jo")], "contains(downCase(name),'jo')", [filter("name", "jo", "includesString")]],
    [[filter("size", [1, 5])], "and(ge(size,1),le(size,5))", [filter("size", [1, 5], "inNumberRange")]],
    [[filter("enabled", true)], "eq(enabled,true)", [filter("enabled", true, "equals")]],
    [[filter("tags", ["a", "b"])], "in(tags,'a','b')", [filter("tags", ["a", "b"], "arrIncludesSome")]],
    [[filter("name", "ab", "includesStringSensitive")], "contains(name,'ab')"],
    [[filter("label", "ab", "includesStringSensitive")], "contains($identical,label,'ab')"],
    [[filter("name", "ab", "equalsString")], "eq(downCase(name),'ab')"],
    [[filter("name", "Ab", "equalsStringSensitive")], "eq(name,'Ab')", [filter("name", "Ab", "equals")]],
    [[filter("name", "ab", "startsWith")], "startsWith(downCase(name),'ab')"],
    [[filter("name", "ab", "endsWith")], "endsWith(downCase(name),'ab')"],
    [[filter("size", "12", "equalsString")], "eq(downCase(size),'12')"],
    [[filter("name", "Ab", "equals")], "eq(name,'Ab')"],
    [[filter("size", "1", "equals")], "false", null],
    [[filter("size", "1", "weakEquals")], "eq(size,1)", [filter("size", 1, "equals")]],
    [[filter("size", [null, 5], "inNumberRange")], "le(size,5)"],
    [
      [filter("size", [5, 1], "inNumberRange")],
      "and(ge(size,1),le(size,5))",
      [filter("size", [1, 5], "inNumberRange")],
    ],
    [[filter("size", 5, "greaterThan")], "gt(size,5)"],
    [[filter("size", 5, "lessThan")], "or(isNull(size),lt(size,5))", null],
    [[filter("id", 5, "lessThan")], "lt(id,5)"],
    [[filter("size", [1, 5], "between")], "and(gt(size,1),or(isNull(size),lt(size,5)))", null],
    [[filter("day", ["2020-01-01", null], "inDateRange")], "ge(day,2020-01-01)"],
    [
      [filter("at", ["2020-01-01T00:00:00Z", null], "inDateRange")],
      "ge(at,2020-01-01T00:00:00Z)",
      SAME,
      "time-zone other",
    ],
    [[filter("name", ["a", "b"], "arrHas")], "in(name,'a','b')"],
    [[filter("tags", ["a", "b"], "arrIncludesAll")], "and(eq(tags,'a'),eq(tags,'b'))"],
    [[filter("tags", ["a"], "arrIncludesSome")], "eq(tags,'a')"],
    [[filter("size", true, "empty")], "isNull(size)"],
    [[filter("name", true, "notEmpty")], "not(or(isNull(name),blank(name)))", SAME, "white-space other"],
    [[filter("name", "x", "fuzzy")], "true", null, "unsupported-function more"],
    [[filter("a b", "x")], "true", null, "unwritable-name more"],
    // The last filter of a column replaces those before it, and empty values are removed.
    [[filter("size", 1, "equals"), filter("size", 2, "equals")], "eq(size,2)", [filter("size", 2, "equals")]],
    [[filter("name", ""), filter("size", 2, "equals")], "eq(size,2)", [filter("size", 2, "equals")]],
    ...invalid<unknown>({ id: "name" }, [{ value: 1 }]),
  ],
  [
    [[{ id: "id", desc: true }], "id:descending"],
    [[{ id: "name", desc: false }], "name", SAME, "string-order order", "null-order order"],
    ...invalid<unknown>("name"),
  ],
);

import { invalid, readExamples, SAME } from "../examples.ts";

const number = (type: string, filter?: number) => ({
  filterType: "number",
  type,
  ...(filter !== undefined && { filter }),
});
const text = (type: string, filter: string) => ({ filterType: "text", type, filter });
const date = (type: string, dateFrom: string) => ({ filterType: "date", type, dateFrom, dateTo: null });

/** The models of the documentation of AG Grid, with the columns of the tests. */
export const AG_GRID_EXAMPLES = readExamples<unknown>(
  [
    [{}, "true"],
    [null, "true", {}],
    [{ name: text("contains", "a") }, "contains(downCase(name),'a')"],
    [{ name: text("contains", "A") }, "contains(downCase(name),'a')", { name: text("contains", "a") }],
    // Null is unequal to a text.
    [{ name: text("notEqual", "a") }, "or(isNull(name),ne(downCase(name),'a'))"],
    [{ name: text("notContains", "a") }, "or(isNull(name),not(contains(downCase(name),'a')))"],
    [{ name: text("startsWith", "a") }, "startsWith(downCase(name),'a')"],
    [{ name: text("equals", "") }, "false", null],
    [{ size: number("greaterThan", 5) }, "gt(size,5)"],
    [{ size: number("notEqual", 5) }, "ne(size,5)"],
    [{ size: number("blank") }, "isNull(size)"],
    [
      { name: { filterType: "text", type: "notBlank" } },
      "not(or(isNull(name),blank(name)))",
      SAME,
      "white-space other",
    ],
    // A range excludes its ends.
    [
      { size: { filterType: "number", type: "inRange", filter: 1, filterTo: 5 } },
      "and(gt(size,1),lt(size,5))",
      {
        size: {
          filterType: "number",
          operator: "AND",
          conditions: [number("greaterThan", 1), number("lessThan", 5)],
        },
      },
    ],
    [
      {
        size: {
          filterType: "number",
          operator: "OR",
          conditions: [number("equals", 1), number("equals", 3)],
        },
      },
      "or(eq(size,1),eq(size,3))",
    ],
    // Versions before 29.2
    [
      {
        size: {
          filterType: "number",
          operator: "AND",
          condition1: number("greaterThan", 1),
          condition2: number("lessThan", 3),
        },
      },
      "and(gt(size,1),lt(size,3))",
      null,
    ],
    [
      { total: { filterType: "bigint", type: "equals", filter: "9007199254740993" } },
      "eq(total,9007199254740993)",
    ],
    [{ day: date("greaterThan", "2020-01-31 00:00:00") }, "gt(day,2020-01-31)"],
    [{ at: date("lessThan", "2020-01-31 10:00:00") }, "lt(at,2020-01-31T10:00:00)", SAME, "time-zone other"],
    [{ day: { filterType: "date", type: "today" } }, "true", null, "unsupported-operator more"],
    // Sets
    [{ name: { filterType: "set", values: ["A", "B"] } }, "in(upCase(name),'A','B')"],
    [
      { size: { filterType: "set", values: ["1", "x"] } },
      "in(size,1)",
      { size: { filterType: "set", values: ["1"] } },
    ],
    [{ size: { filterType: "set", values: [null] } }, "isNull(size)", { size: number("blank") }],
    [{ size: { filterType: "set", values: [] } }, "false", null],
    [{ tags: { filterType: "set", values: ["a"] } }, "in(tags,'a')", SAME, "case-sensitivity fewer"],
    [
      { name: { filterType: "multi", filterModels: [text("contains", "a"), null] } },
      "contains(downCase(name),'a')",
      { name: text("contains", "a") },
    ],
    // Several columns
    [
      { name: text("contains", "a"), size: number("lessThan", 3) },
      "and(contains(downCase(name),'a'),lt(size,3))",
    ],
    // Advanced filter models
    [
      {
        filterType: "join",
        type: "OR",
        conditions: [
          { filterType: "number", colId: "size", type: "greaterThan", filter: 23 },
          { filterType: "text", colId: "name", type: "endsWith", filter: "ing" },
        ],
      },
      "or(gt(size,23),endsWith(downCase(name),'ing'))",
    ],
    [{ filterType: "boolean", colId: "enabled", type: "true" }, "eq(enabled,true)"],
    [
      { filterType: "date", colId: "day", type: "lessThanOrEqual", filter: "2020-01-31" },
      "le(day,2020-01-31)",
    ],
    [
      { filterType: "dateTime", colId: "at", type: "equals", filter: "2020-01-31T10:00:00" },
      "eq(at,2020-01-31T10:00:00)",
      { at: date("equals", "2020-01-31 10:00:00") },
      "time-zone other",
    ],
    [
      { filterType: "set", colId: "size", type: "isNoneOf", values: ["1"] },
      "or(isNull(size),not(in(size,1)))",
    ],
    [
      { filterType: "object", colId: "name", type: "contains", filter: "a" },
      "contains(downCase(name),'a')",
      { name: text("contains", "a") },
    ],
    ...invalid<unknown>({ filterType: "join", type: "AND" }, { name: "x" }, 1),
  ],
  [
    [[{ colId: "size", sort: "desc" }], "size:descending"],
    [[{ colId: "name", sort: "asc" }], "name", SAME, "string-order order"],
    [[{ colId: "size", sort: "asc", type: "absolute" }], "", null, "unsupported-order order"],
    ...invalid<unknown>([{ colId: "size" }]),
  ],
);

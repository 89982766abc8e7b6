import type { GridExample } from "../grids/grid-example.ts";

const number = (type: string, filter?: number) => ({
  filterType: "number",
  type,
  ...(filter !== undefined && { filter }),
});
const text = (type: string, filter: string) => ({ filterType: "text", type, filter });
const date = (type: string, dateFrom: string) => ({ filterType: "date", type, dateFrom, dateTo: null });

/** The models of the documentation of AG Grid, with the columns of the tests. */
export const AG_GRID_EXAMPLES: readonly GridExample[] = [
  { foreign: {}, tamis: "true" },
  { foreign: null, tamis: "true", back: {} },
  { foreign: { name: text("contains", "a") }, tamis: "contains(downCase(name),'a')" },
  {
    foreign: { name: text("contains", "A") },
    tamis: "contains(downCase(name),'a')",
    back: { name: text("contains", "a") },
  },
  // Null is unequal to a text.
  { foreign: { name: text("notEqual", "a") }, tamis: "or(isNull(name),ne(downCase(name),'a'))" },
  {
    foreign: { name: text("notContains", "a") },
    tamis: "or(isNull(name),not(contains(downCase(name),'a')))",
  },
  { foreign: { name: text("startsWith", "a") }, tamis: "startsWith(downCase(name),'a')" },
  { foreign: { name: text("equals", "") }, tamis: "false", back: null },
  { foreign: { size: number("greaterThan", 5) }, tamis: "gt(size,5)" },
  { foreign: { size: number("notEqual", 5) }, tamis: "ne(size,5)" },
  { foreign: { size: number("blank") }, tamis: "isNull(size)" },
  {
    foreign: { name: { filterType: "text", type: "notBlank" } },
    tamis: "not(or(isNull(name),blank(name)))",
    codes: ["white-space"],
  },
  // A range excludes its ends.
  {
    foreign: { size: { filterType: "number", type: "inRange", filter: 1, filterTo: 5 } },
    tamis: "and(gt(size,1),lt(size,5))",
    back: {
      size: {
        filterType: "number",
        operator: "AND",
        conditions: [number("greaterThan", 1), number("lessThan", 5)],
      },
    },
  },
  {
    foreign: {
      size: { filterType: "number", operator: "OR", conditions: [number("equals", 1), number("equals", 3)] },
    },
    tamis: "or(eq(size,1),eq(size,3))",
  },
  // Versions before 29.2
  {
    foreign: {
      size: {
        filterType: "number",
        operator: "AND",
        condition1: number("greaterThan", 1),
        condition2: number("lessThan", 3),
      },
    },
    tamis: "and(gt(size,1),lt(size,3))",
    back: null,
  },
  {
    foreign: { total: { filterType: "bigint", type: "equals", filter: "9007199254740993" } },
    tamis: "eq(total,9007199254740993)",
  },
  { foreign: { day: date("greaterThan", "2020-01-31 00:00:00") }, tamis: "gt(day,2020-01-31)" },
  {
    foreign: { at: date("lessThan", "2020-01-31 10:00:00") },
    tamis: "lt(at,2020-01-31T10:00:00)",
    codes: ["time-zone"],
  },
  {
    foreign: { day: { filterType: "date", type: "today" } },
    tamis: "true",
    codes: ["unsupported-operator"],
    back: null,
  },
  // Sets
  { foreign: { name: { filterType: "set", values: ["A", "B"] } }, tamis: "in(upCase(name),'A','B')" },
  {
    foreign: { size: { filterType: "set", values: ["1", "x"] } },
    tamis: "in(size,1)",
    back: { size: { filterType: "set", values: ["1"] } },
  },
  {
    foreign: { size: { filterType: "set", values: [null] } },
    tamis: "isNull(size)",
    back: { size: number("blank") },
  },
  { foreign: { size: { filterType: "set", values: [] } }, tamis: "false", back: null },
  {
    foreign: { tags: { filterType: "set", values: ["a"] } },
    tamis: "in(tags,'a')",
    codes: ["case-sensitivity"],
  },
  {
    foreign: { name: { filterType: "multi", filterModels: [text("contains", "a"), null] } },
    tamis: "contains(downCase(name),'a')",
    back: { name: text("contains", "a") },
  },
  // Several columns
  {
    foreign: { name: text("contains", "a"), size: number("lessThan", 3) },
    tamis: "and(contains(downCase(name),'a'),lt(size,3))",
  },
  // Advanced filter models
  {
    foreign: {
      filterType: "join",
      type: "OR",
      conditions: [
        { filterType: "number", colId: "size", type: "greaterThan", filter: 23 },
        { filterType: "text", colId: "name", type: "endsWith", filter: "ing" },
      ],
    },
    tamis: "or(gt(size,23),endsWith(downCase(name),'ing'))",
  },
  { foreign: { filterType: "boolean", colId: "enabled", type: "true" }, tamis: "eq(enabled,true)" },
  {
    foreign: { filterType: "date", colId: "day", type: "lessThanOrEqual", filter: "2020-01-31" },
    tamis: "le(day,2020-01-31)",
  },
  {
    foreign: { filterType: "dateTime", colId: "at", type: "equals", filter: "2020-01-31T10:00:00" },
    tamis: "eq(at,2020-01-31T10:00:00)",
    codes: ["time-zone"],
    back: { at: date("equals", "2020-01-31 10:00:00") },
  },
  {
    foreign: { filterType: "set", colId: "size", type: "isNoneOf", values: ["1"] },
    tamis: "or(isNull(size),not(in(size,1)))",
  },
  {
    foreign: { filterType: "object", colId: "name", type: "contains", filter: "a" },
    tamis: "contains(downCase(name),'a')",
    back: { name: text("contains", "a") },
  },
  { foreign: { filterType: "join", type: "AND" }, tamis: undefined, codes: ["syntax"] },
  { foreign: { name: "x" }, tamis: undefined, codes: ["syntax"] },
  { foreign: 1, tamis: undefined, codes: ["syntax"] },
  { part: "sortBy", foreign: [{ colId: "size", sort: "desc" }], tamis: "size:descending" },
  { part: "sortBy", foreign: [{ colId: "name", sort: "asc" }], tamis: "name", codes: ["string-order"] },
  {
    part: "sortBy",
    foreign: [{ colId: "size", sort: "asc", type: "absolute" }],
    tamis: "",
    codes: ["unsupported-order"],
    back: null,
  },
  { part: "sortBy", foreign: [{ colId: "size" }], tamis: undefined, codes: ["syntax"] },
];

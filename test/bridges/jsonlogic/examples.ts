import type { JsonExample } from "../examples.ts";

const size = { var: "size" };
const name = { var: "name" };

export const JSONLOGIC_EXAMPLES: readonly JsonExample[] = [
  // Comparisons
  { foreign: { ">": [size, 3] }, tamis: "gt(size,3)" },
  { foreign: { ">=": [size, 3] }, tamis: "ge(size,3)" },
  { foreign: { "===": [size, 3] }, tamis: "eq(size,3)" },
  { foreign: { "==": [size, 3] }, tamis: "eq(size,3)", back: { "===": [size, 3] } },
  { foreign: { "==": [3, size] }, tamis: "eq(size,3)", back: null },
  { foreign: { "===": [name, "x"] }, tamis: "eq(name,'x')" },
  { foreign: { "!=": [size, 3] }, tamis: "or(isNull(size),ne(size,3))", back: null },
  { foreign: { and: [{ "!=": [size, null] }, { "!==": [size, 3] }] }, tamis: "ne(size,3)" },
  // Null is 0 in an order.
  { foreign: { "<": [size, 3] }, tamis: "or(isNull(size),lt(size,3))", back: null },
  { foreign: { "<": [size, 0] }, tamis: "lt(size,0)" },
  { foreign: { and: [{ "!=": [size, null] }, { "<": [size, 3] }] }, tamis: "lt(size,3)" },
  { foreign: { "<": [1, size, 3] }, tamis: "and(gt(size,1),lt(size,3))", back: null },
  { foreign: { "<=": [0, size, 3] }, tamis: "or(isNull(size),and(ge(size,0),le(size,3)))", back: null },
  { foreign: { ">": [name, "m"] }, tamis: "gt(name,'m')", notes: [["string-order", "other"]] },
  { foreign: { "==": [size, null] }, tamis: "isNull(size)" },
  { foreign: { "!==": [size, null] }, tamis: "not(isNull(size))", back: { "!": [{ "==": [size, null] }] } },
  { foreign: { "==": [size, name] }, tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  {
    foreign: { "==": [{ var: ["size", 3] }, 3] },
    tamis: "or(isNull(size),eq(size,3))",
    notes: [["null-logic", "other"]],
    back: null,
  },
  { foreign: { "==": [{ var: ["size"] }, 3] }, tamis: "eq(size,3)", back: null },
  {
    foreign: { "==": [{ "+": [size, 1] }, 3] },
    tamis: "true",
    notes: [["unsupported-function", "more"]],
    back: null,
  },
  // Logic
  { foreign: { and: [{ ">": [size, 3] }, { "===": [name, "x"] }] }, tamis: "and(gt(size,3),eq(name,'x'))" },
  { foreign: { or: [{ ">": [size, 3] }, { "===": [name, "x"] }] }, tamis: "or(gt(size,3),eq(name,'x'))" },
  { foreign: { and: [] }, tamis: "false", back: false },
  { foreign: { "!": [{ or: [{ "==": [size, null] }, { ">": [size, 3] }] }] }, tamis: "not(gt(size,3))" },
  { foreign: { "!": { ">": [size, 3] } }, tamis: "not(and(not(isNull(size)),gt(size,3)))", back: null },
  { foreign: { var: "enabled" }, tamis: "enabled" },
  { foreign: { "!": [{ var: "enabled" }] }, tamis: "not(and(not(isNull(enabled)),enabled))", back: null },
  { foreign: { "!!": [{ var: "enabled" }] }, tamis: "enabled", back: { var: "enabled" } },
  { foreign: true, tamis: "true" },
  { foreign: 0, tamis: "false", back: false },
  { foreign: null, tamis: "false", back: false },
  {
    foreign: { if: [{ var: "a" }, { var: "b" }, false] },
    tamis: "true",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  // Strings and lists
  { foreign: { in: ["a", name] }, tamis: "contains(name,'a')" },
  { foreign: { in: ["", name] }, tamis: "ne(name,'')", back: null },
  { foreign: { in: [name, ["a", "b"]] }, tamis: "in(name,'a','b')" },
  { foreign: { in: [name, ["a", null]] }, tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  { foreign: { "===": [{ substr: [name, 0, 2] }, "ab"] }, tamis: "startsWith(name,'ab')" },
  { foreign: { "===": [{ substr: [name, -2] }, "ab"] }, tamis: "endsWith(name,'ab')" },
  {
    foreign: { "===": [{ substr: [name, 1, 2] }, "ab"] },
    tamis: "eq(substr(name,1,2),'ab')",
    notes: [["string-length", "other"]],
  },
  // Null is the string "null".
  {
    foreign: { "==": [{ substr: [name, 0, 2] }, "nu"] },
    tamis: "or(isNull(name),startsWith(name,'nu'))",
    back: null,
  },
  { foreign: { some: [{ var: "tags" }, { "===": [{ var: "" }, "x"] }] }, tamis: "eq(tags,'x')", back: null },
  {
    foreign: { none: [{ var: "tags" }, { "===": [{ var: "" }, "x"] }] },
    tamis: "not(and(not(isNull(tags)),eq(tags,'x')))",
    back: null,
  },
  {
    foreign: { some: [{ var: "members" }, { "===": [{ var: "name" }, "x"] }] },
    tamis: "eq(members.name,'x')",
    back: null,
  },
  {
    foreign: {
      some: [{ var: "members" }, { and: [{ "===": [{ var: "name" }, "x"] }, { ">": [{ var: "age" }, 3] }] }],
    },
    tamis: "and(eq(members.name,'x'),gt(members.age,3))",
    notes: [["list-logic", "more"]],
    back: null,
  },
  {
    foreign: { all: [{ var: "tags" }, { "===": [{ var: "" }, "x"] }] },
    tamis: "true",
    notes: [["list-logic", "more"]],
    back: null,
  },
  { foreign: { missing: ["a", "b"] }, tamis: "or(isNull(a),eq(a,''),isNull(b),eq(b,''))", back: null },
  // Examples of jsonlogic.com
  { foreign: { "==": [1, 1] }, tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  {
    foreign: { and: [{ "<": [{ var: "temp" }, 110] }, { "==": [{ var: "pie.filling" }, "apple"] }] },
    tamis: "and(or(isNull(temp),lt(temp,110)),eq(pie.filling,'apple'))",
    back: null,
  },
  { foreign: { "<": [0, { var: "temp" }, 100] }, tamis: "and(gt(temp,0),lt(temp,100))", back: null },
  { foreign: { in: ["Spring", { var: "city" }] }, tamis: "contains(city,'Spring')" },
  // Names and other values
  {
    foreign: { and: [{ "==": [{ var: "first name" }, 1] }, { ">": [size, 3] }] },
    tamis: "gt(size,3)",
    notes: [["unwritable-name", "more"]],
    back: null,
  },
  { foreign: {}, tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: { a: 1, b: 2 }, tamis: undefined, notes: [["syntax", "failed"]] },
  { part: "sortBy", foreign: ["name"], tamis: undefined, notes: [["syntax", "failed"]] },
];

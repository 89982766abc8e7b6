import type { JsonExample } from "../examples.ts";

const and = (...rules: readonly unknown[]) => ({ combinator: "and", rules });
const or = (...rules: readonly unknown[]) => ({ combinator: "or", rules });
const rule = (field: string, operator: string, value: unknown = null, more: object = {}) => ({
  field,
  operator,
  value,
  ...more,
});
const some = (field: string, ...rules: readonly unknown[]) =>
  rule(field, "=", and(...rules), { match: { mode: "some" } });
const x = rule("x", "=", 1);
const y = rule("y", "=", 2);
const z = rule("z", "=", 3);

export const REACT_QUERYBUILDER_EXAMPLES: readonly JsonExample[] = [
  // Groups
  { foreign: and(x), tamis: "eq(x,1)" },
  { foreign: and(x, or(y, z)), tamis: "and(eq(x,1),or(eq(y,2),eq(z,3)))" },
  { foreign: { combinator: "AND", rules: [x, y] }, tamis: "and(eq(x,1),eq(y,2))", back: and(x, y) },
  { foreign: { combinator: "or", not: true, rules: [x, y] }, tamis: "not(or(eq(x,1),eq(y,2)))" },
  { foreign: and(), tamis: "true" },
  { foreign: { combinator: "and", not: true, rules: [] }, tamis: "true", back: and() },
  { foreign: { combinator: "and", not: true, rules: [and()] }, tamis: "false" },
  { foreign: or(x, and()), tamis: "or(eq(x,1),true)" },
  {
    foreign: { combinator: "xor", rules: [x, y] },
    tamis: "true",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  { foreign: { combinator: "nand", rules: [x, y] }, tamis: undefined, notes: [["syntax", "failed"]] },
  // Independent combinators: `and` binds more tightly than `or`.
  {
    foreign: { rules: [x, "and", y, "or", z] },
    tamis: "or(and(eq(x,1),eq(y,2)),eq(z,3))",
    back: or(and(x, y), z),
  },
  {
    foreign: { rules: [x, "or", y, "and", z] },
    tamis: "or(eq(x,1),and(eq(y,2),eq(z,3)))",
    back: or(x, and(y, z)),
  },
  { foreign: { rules: [x] }, tamis: "eq(x,1)", back: and(x) },
  {
    foreign: { rules: [x, "and", { ...y, muted: true }, "or", z] },
    tamis: "or(eq(x,1),eq(z,3))",
    back: or(x, z),
  },
  { foreign: { rules: [x, y] }, tamis: undefined, notes: [["syntax", "failed"]] },
  {
    foreign: { rules: [x, "xor", y, "or", z] },
    tamis: "true",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  // Operators
  ...(
    [
      ["=", "eq"],
      ["!=", "ne"],
      ["<", "lt"],
      ["<=", "le"],
      [">", "gt"],
      [">=", "ge"],
    ] as const
  ).map(([operator, callee]): JsonExample => ({
    foreign: and(rule("size", operator, 3)),
    tamis: `${callee}(size,3)`,
  })),
  { foreign: and(rule("name", "contains", "a")), tamis: "contains(name,'a')" },
  { foreign: and(rule("name", "beginsWith", "50%")), tamis: "startsWith(name,'50%')" },
  { foreign: and(rule("name", "endsWith", "a")), tamis: "endsWith(name,'a')" },
  { foreign: and(rule("name", "doesNotContain", "a")), tamis: "not(contains(name,'a'))" },
  { foreign: and(rule("name", "doesNotBeginWith", "a")), tamis: "not(startsWith(name,'a'))" },
  { foreign: and(rule("name", "doesNotEndWith", "a")), tamis: "not(endsWith(name,'a'))" },
  { foreign: and(rule("name", "null")), tamis: "isNull(name)" },
  { foreign: and(rule("name", "notNull")), tamis: "not(isNull(name))" },
  { foreign: and(rule("name", "in", ["a", "b"])), tamis: "in(name,'a','b')" },
  {
    foreign: and(rule("name", "in", "a, b\\,c,")),
    tamis: "in(name,'a','b,c')",
    back: and(rule("name", "in", ["a", "b,c"])),
  },
  { foreign: and(rule("size", "notIn", [1, 2])), tamis: "not(in(size,1,2))" },
  { foreign: and(rule("name", "in", "")), tamis: "true", back: and() },
  {
    foreign: and(rule("name", "in", ["a", null])),
    tamis: "true",
    notes: [["unsupported-value", "more"]],
    back: null,
  },
  {
    foreign: and(rule("size", "between", [3, 1])),
    tamis: "and(ge(size,1),le(size,3))",
    back: and(rule("size", ">=", 1), rule("size", "<=", 3)),
  },
  {
    foreign: and(rule("size", "notBetween", [1, 3])),
    tamis: "not(and(ge(size,1),le(size,3)))",
    back: { combinator: "and", not: true, rules: [rule("size", ">=", 1), rule("size", "<=", 3)] },
  },
  { foreign: and(rule("size", "between", [1])), tamis: "true", back: and() },
  { foreign: and(rule("name", "<", "m")), tamis: "lt(name,'m')", notes: [["string-order", "other"]] },
  {
    foreign: and(rule("name", "soundsLike", "a")),
    tamis: "true",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  // Values
  { foreign: and(rule("size", "=", 0.5)), tamis: "eq(size,0.5)" },
  { foreign: and(rule("size", "=", { $bigint: "9007199254740993" })), tamis: "eq(size,9007199254740993)" },
  { foreign: and(rule("enabled", "=", true)), tamis: "eq(enabled,true)" },
  {
    foreign: and(rule("name", "=", null)),
    tamis: "true",
    notes: [["unsupported-value", "more"]],
    back: null,
  },
  {
    foreign: and(rule("name", "=", { a: 1 })),
    tamis: "true",
    notes: [["unsupported-value", "more"]],
    back: null,
  },
  { foreign: and(rule("name", "=", "😀")), tamis: "eq(name,'😀')" },
  { foreign: and(rule("a", "=", "b", { valueSource: "field" })), tamis: "eq(a,b)" },
  { foreign: and(rule("a", "contains", "b", { valueSource: "field" })), tamis: "contains(a,b)" },
  {
    foreign: and(rule("a", "in", "b, c", { valueSource: "field" })),
    tamis: "in(a,b,c)",
    back: and(
      or(rule("a", "=", "b", { valueSource: "field" }), rule("a", "=", "c", { valueSource: "field" })),
    ).rules[0],
  },
  {
    foreign: and(rule("a", "=", "b", { valueSource: "parameter" })),
    tamis: "true",
    notes: [["unsupported-value", "more"]],
    back: null,
  },
  {
    foreign: and({ ...x, lhs: { type: "function" } }),
    tamis: "true",
    notes: [["unsupported-function", "more"]],
    back: null,
  },
  // Rules that do not count, and properties without a meaning
  { foreign: and({ ...x, muted: true }, y), tamis: "eq(y,2)", back: and(y) },
  { foreign: and({ ...and(x), muted: true }, y), tamis: "eq(y,2)", back: and(y) },
  { foreign: and({ ...x, disabled: true, id: "1", path: [0] }), tamis: "eq(x,1)", back: and(x) },
  { foreign: and(rule("~", "=", 1), rule("x", "~", 1), y), tamis: "eq(y,2)", back: and(y) },
  // Lists
  { foreign: and(some("tags", rule("", "=", "x"))), tamis: "eq(tags,'x')", back: null },
  {
    foreign: and(rule("tags", "=", and(rule("", "=", "x")), { match: { mode: "none" } })),
    tamis: "not(and(not(isNull(tags)),eq(tags,'x')))",
    back: null,
  },
  {
    foreign: and(
      rule("tags", "notNull"),
      rule("tags", "=", and(rule("", "=", "x")), { match: { mode: "none" } }),
    ),
    tamis: "not(eq(tags,'x'))",
    back: null,
  },
  {
    foreign: and(rule("tags", "=", and(rule("", "doesNotBeginWith", "x")), { match: { mode: "all" } })),
    tamis: "and(gt(length(tags),0),not(startsWith(tags,'x')))",
    back: null,
  },
  {
    foreign: and(rule("tags", "=", and(rule("", "=", "x")), { match: { mode: "atLeast", threshold: 1 } })),
    tamis: "eq(tags,'x')",
    back: null,
  },
  {
    foreign: and(rule("tags", "=", and(rule("", "=", "x")), { match: { mode: "atLeast", threshold: 2 } })),
    tamis: "true",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  {
    foreign: and(rule("tags", "=", and(rule("", "=", "x")), { match: { mode: "atLeast" } })),
    tamis: "true",
    back: and(),
  },
  {
    foreign: and(some("members", rule("name", "beginsWith", "a"), rule("age", ">", 3))),
    tamis: "and(startsWith(members.name,'a'),gt(members.age,3))",
    notes: [["list-logic", "more"]],
    back: null,
  },
  {
    foreign: and(some("tags", rule("", "!=", "x"))),
    tamis: "true",
    notes: [["list-logic", "more"]],
    back: null,
  },
  // Names
  { foreign: and(rule("owner.city", "=", "Oslo")), tamis: "eq(owner.city,'Oslo')" },
  {
    foreign: and(rule("first name", "=", "x"), y),
    tamis: "eq(y,2)",
    notes: [["unwritable-name", "more"]],
    back: null,
  },
  // The query of the library's demo
  {
    foreign: {
      combinator: "and",
      not: false,
      rules: [
        { field: "firstName", value: "Stev", operator: "beginsWith" },
        { field: "lastName", value: "Vai, Vaughan", operator: "in" },
        { field: "age", operator: ">", value: "28" },
        {
          combinator: "or",
          rules: [
            { field: "isMusician", operator: "=", value: true },
            { field: "instrument", operator: "=", value: "Guitar" },
          ],
        },
        { field: "groupedField1", operator: "=", value: "groupedField4", valueSource: "field" },
        { field: "birthdate", operator: "between", value: "1954-10-03,1960-06-06" },
      ],
    },
    tamis:
      "and(startsWith(firstName,'Stev'),in(lastName,'Vai','Vaughan'),gt(age,'28'),or(eq(isMusician,true),eq(instrument,'Guitar')),eq(groupedField1,groupedField4),and(ge(birthdate,'1954-10-03'),le(birthdate,'1960-06-06')))",
    notes: [
      ["string-order", "other"],
      ["string-order", "other"],
      ["string-order", "other"],
    ],
    back: null,
  },
  // Other values
  { foreign: null, tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: x, tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: and(1), tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: and({ field: "x" }), tamis: undefined, notes: [["syntax", "failed"]] },
  { part: "sortBy", foreign: ["name"], tamis: undefined, notes: [["syntax", "failed"]] },
];

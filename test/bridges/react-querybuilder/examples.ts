import { invalid, leftOut, readExamples, SAME } from "../examples.ts";

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
const tags = (match: object, operator = "=") => rule("tags", "=", and(rule("", operator, "x")), { match });
const x = rule("x", "=", 1);
const y = rule("y", "=", 2);
const z = rule("z", "=", 3);

export const REACT_QUERYBUILDER_EXAMPLES = readExamples<unknown>(
  [
    // Groups
    [and(x), "eq(x,1)"],
    [and(x, or(y, z)), "and(eq(x,1),or(eq(y,2),eq(z,3)))"],
    [{ combinator: "AND", rules: [x, y] }, "and(eq(x,1),eq(y,2))", and(x, y)],
    [{ combinator: "or", not: true, rules: [x, y] }, "not(or(eq(x,1),eq(y,2)))"],
    [and(), "true"],
    [{ combinator: "and", not: true, rules: [] }, "true", and()],
    [{ combinator: "and", not: true, rules: [and()] }, "false"],
    [or(x, and()), "or(eq(x,1),true)"],
    [{ combinator: "xor", rules: [x, y] }, "true", null, "unsupported-operator more"],
    [{ combinator: "nand", rules: [x, y] }, undefined, SAME, "syntax failed"],
    // Independent combinators: `and` binds more tightly than `or`.
    [{ rules: [x, "and", y, "or", z] }, "or(and(eq(x,1),eq(y,2)),eq(z,3))", or(and(x, y), z)],
    [{ rules: [x, "or", y, "and", z] }, "or(eq(x,1),and(eq(y,2),eq(z,3)))", or(x, and(y, z))],
    [{ rules: [x] }, "eq(x,1)", and(x)],
    [{ rules: [x, "and", { ...y, muted: true }, "or", z] }, "or(eq(x,1),eq(z,3))", or(x, z)],
    [{ rules: [x, y] }, undefined, SAME, "syntax failed"],
    [{ rules: [x, "xor", y, "or", z] }, "true", null, "unsupported-operator more"],
    // Operators
    [and(rule("size", "=", 3)), "eq(size,3)"],
    [and(rule("size", "!=", 3)), "ne(size,3)"],
    [and(rule("size", "<", 3)), "lt(size,3)"],
    [and(rule("size", "<=", 3)), "le(size,3)"],
    [and(rule("size", ">", 3)), "gt(size,3)"],
    [and(rule("size", ">=", 3)), "ge(size,3)"],
    [and(rule("name", "contains", "a")), "contains(name,'a')"],
    [and(rule("name", "beginsWith", "50%")), "startsWith(name,'50%')"],
    [and(rule("name", "endsWith", "a")), "endsWith(name,'a')"],
    [and(rule("name", "doesNotContain", "a")), "not(contains(name,'a'))"],
    [and(rule("name", "doesNotBeginWith", "a")), "not(startsWith(name,'a'))"],
    [and(rule("name", "doesNotEndWith", "a")), "not(endsWith(name,'a'))"],
    [and(rule("name", "null")), "isNull(name)"],
    [and(rule("name", "notNull")), "not(isNull(name))"],
    [and(rule("name", "in", ["a", "b"])), "in(name,'a','b')"],
    [and(rule("name", "in", "a, b\\,c,")), "in(name,'a','b,c')", and(rule("name", "in", ["a", "b,c"]))],
    [and(rule("size", "notIn", [1, 2])), "not(in(size,1,2))"],
    [and(rule("name", "in", "")), "true", and()],
    [and(rule("name", "in", ["a", null])), "true", null, "unsupported-value more"],
    [
      and(rule("size", "between", [3, 1])),
      "and(ge(size,1),le(size,3))",
      and(rule("size", ">=", 1), rule("size", "<=", 3)),
    ],
    [
      and(rule("size", "notBetween", [1, 3])),
      "not(and(ge(size,1),le(size,3)))",
      { combinator: "and", not: true, rules: [rule("size", ">=", 1), rule("size", "<=", 3)] },
    ],
    [and(rule("size", "between", [1])), "true", and()],
    [and(rule("name", "<", "m")), "lt(name,'m')", SAME, "string-order other"],
    [and(rule("name", "soundsLike", "a")), "true", null, "unsupported-operator more"],
    // Values
    [and(rule("size", "=", 0.5)), "eq(size,0.5)"],
    [and(rule("size", "=", { $bigint: "9007199254740993" })), "eq(size,9007199254740993)"],
    [and(rule("enabled", "=", true)), "eq(enabled,true)"],
    ...leftOut<unknown>("unsupported-value", and(rule("name", "=", null)), and(rule("name", "=", { a: 1 }))),
    [and(rule("name", "=", "😀")), "eq(name,'😀')"],
    [and(rule("a", "=", "b", { valueSource: "field" })), "eq(a,b)"],
    [and(rule("a", "contains", "b", { valueSource: "field" })), "contains(a,b)"],
    [
      and(rule("a", "in", "b, c", { valueSource: "field" })),
      "in(a,b,c)",
      and(or(rule("a", "=", "b", { valueSource: "field" }), rule("a", "=", "c", { valueSource: "field" })))
        .rules[0],
    ],
    [and(rule("a", "=", "b", { valueSource: "parameter" })), "true", null, "unsupported-value more"],
    [and({ ...x, lhs: { type: "function" } }), "true", null, "unsupported-function more"],
    // Rules that do not count, and properties without a meaning
    [and({ ...x, muted: true }, y), "eq(y,2)", and(y)],
    [and({ ...and(x), muted: true }, y), "eq(y,2)", and(y)],
    [and({ ...x, disabled: true, id: "1", path: [0] }), "eq(x,1)", and(x)],
    [and(rule("~", "=", 1), rule("x", "~", 1), y), "eq(y,2)", and(y)],
    // Lists
    [and(some("tags", rule("", "=", "x"))), "eq(tags,'x')", null],
    [and(tags({ mode: "none" })), "not(and(not(isNull(tags)),eq(tags,'x')))", null],
    [and(rule("tags", "notNull"), tags({ mode: "none" })), "not(eq(tags,'x'))", null],
    [
      and(tags({ mode: "all" }, "doesNotBeginWith")),
      "and(gt(length(tags),0),not(startsWith(tags,'x')))",
      null,
    ],
    [and(tags({ mode: "atLeast", threshold: 1 })), "eq(tags,'x')", null],
    [and(tags({ mode: "atLeast", threshold: 2 })), "true", null, "unsupported-operator more"],
    [and(tags({ mode: "atLeast" })), "true", and()],
    [
      and(some("members", rule("name", "beginsWith", "a"), rule("age", ">", 3))),
      "and(startsWith(members.name,'a'),gt(members.age,3))",
      null,
      "list-logic more",
    ],
    [and(some("tags", rule("", "!=", "x"))), "true", null, "list-logic more"],
    // Names
    [and(rule("owner.city", "=", "Oslo")), "eq(owner.city,'Oslo')"],
    [and(rule("first name", "=", "x"), y), "eq(y,2)", null, "unwritable-name more"],
    // The query of the library's demo
    [
      {
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
      "and(startsWith(firstName,'Stev'),in(lastName,'Vai','Vaughan'),gt(age,'28'),or(eq(isMusician,true),eq(instrument,'Guitar')),eq(groupedField1,groupedField4),and(ge(birthdate,'1954-10-03'),le(birthdate,'1960-06-06')))",
      null,
      "string-order other",
      "string-order other",
      "string-order other",
    ],
    // Other values
    ...invalid<unknown>(null, x, and(1), and({ field: "x" })),
  ],
  [[["name"], undefined, SAME, "syntax failed"]],
);

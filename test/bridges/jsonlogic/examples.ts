import { invalid, readExamples, SAME } from "../examples.ts";

const size = { var: "size" };
const name = { var: "name" };

export const JSONLOGIC_EXAMPLES = readExamples<unknown>(
  [
    // Comparisons
    [{ ">": [size, 3] }, "gt(size,3)"],
    [{ ">=": [size, 3] }, "ge(size,3)"],
    [{ "===": [size, 3] }, "eq(size,3)"],
    [{ "==": [size, 3] }, "eq(size,3)", { "===": [size, 3] }],
    [{ "==": [3, size] }, "eq(size,3)", null],
    [{ "===": [name, "x"] }, "eq(name,'x')"],
    [{ "!=": [size, 3] }, "or(isNull(size),ne(size,3))", null],
    [{ and: [{ "!=": [size, null] }, { "!==": [size, 3] }] }, "ne(size,3)"],
    // Null is 0 in an order.
    [{ "<": [size, 3] }, "or(isNull(size),lt(size,3))", null],
    [{ "<": [size, 0] }, "lt(size,0)"],
    [{ and: [{ "!=": [size, null] }, { "<": [size, 3] }] }, "lt(size,3)"],
    [{ "<": [1, size, 3] }, "and(gt(size,1),lt(size,3))", null],
    [{ "<=": [0, size, 3] }, "or(isNull(size),and(ge(size,0),le(size,3)))", null],
    [{ ">": [name, "m"] }, "gt(name,'m')", SAME, "string-order other"],
    [{ "==": [size, null] }, "isNull(size)"],
    [{ "!==": [size, null] }, "not(isNull(size))", { "!": [{ "==": [size, null] }] }],
    [{ "==": [size, name] }, "true", null, "unsupported-value more"],
    [{ "==": [{ var: ["size", 3] }, 3] }, "or(isNull(size),eq(size,3))", null, "null-logic other"],
    [{ "==": [{ var: ["size"] }, 3] }, "eq(size,3)", null],
    [{ "==": [{ "+": [size, 1] }, 3] }, "true", null, "unsupported-function more"],
    // Logic
    [{ and: [{ ">": [size, 3] }, { "===": [name, "x"] }] }, "and(gt(size,3),eq(name,'x'))"],
    [{ or: [{ ">": [size, 3] }, { "===": [name, "x"] }] }, "or(gt(size,3),eq(name,'x'))"],
    [{ and: [] }, "false", false],
    [{ "!": [{ or: [{ "==": [size, null] }, { ">": [size, 3] }] }] }, "not(gt(size,3))"],
    [{ "!": { ">": [size, 3] } }, "not(and(not(isNull(size)),gt(size,3)))", null],
    [{ var: "enabled" }, "enabled"],
    [{ "!": [{ var: "enabled" }] }, "not(and(not(isNull(enabled)),enabled))", null],
    [{ "!!": [{ var: "enabled" }] }, "enabled", { var: "enabled" }],
    [true, "true"],
    [0, "false", false],
    [null, "false", false],
    [{ if: [{ var: "a" }, { var: "b" }, false] }, "true", null, "unsupported-operator more"],
    // Strings and lists
    [{ in: ["a", name] }, "contains(name,'a')"],
    [{ in: ["", name] }, "ne(name,'')", null],
    [{ in: [name, ["a", "b"]] }, "in(name,'a','b')"],
    [{ in: [name, ["a", null]] }, "true", null, "unsupported-value more"],
    [{ "===": [{ substr: [name, 0, 2] }, "ab"] }, "startsWith(name,'ab')"],
    [{ "===": [{ substr: [name, -2] }, "ab"] }, "endsWith(name,'ab')"],
    [{ "===": [{ substr: [name, 1, 2] }, "ab"] }, "eq(substr(name,1,2),'ab')", SAME, "string-length other"],
    // Null is the string "null".
    [{ "==": [{ substr: [name, 0, 2] }, "nu"] }, "or(isNull(name),startsWith(name,'nu'))", null],
    [{ some: [{ var: "tags" }, { "===": [{ var: "" }, "x"] }] }, "eq(tags,'x')", null],
    [
      { none: [{ var: "tags" }, { "===": [{ var: "" }, "x"] }] },
      "not(and(not(isNull(tags)),eq(tags,'x')))",
      null,
    ],
    [{ some: [{ var: "members" }, { "===": [{ var: "name" }, "x"] }] }, "eq(members.name,'x')", null],
    [
      {
        some: [
          { var: "members" },
          { and: [{ "===": [{ var: "name" }, "x"] }, { ">": [{ var: "age" }, 3] }] },
        ],
      },
      "and(eq(members.name,'x'),gt(members.age,3))",
      null,
      "list-logic more",
    ],
    [{ all: [{ var: "tags" }, { "===": [{ var: "" }, "x"] }] }, "true", null, "list-logic more"],
    [{ missing: ["a", "b"] }, "or(isNull(a),eq(a,''),isNull(b),eq(b,''))", null],
    // Examples of jsonlogic.com
    [{ "==": [1, 1] }, "true", null, "unsupported-value more"],
    [
      { and: [{ "<": [{ var: "temp" }, 110] }, { "==": [{ var: "pie.filling" }, "apple"] }] },
      "and(or(isNull(temp),lt(temp,110)),eq(pie.filling,'apple'))",
      null,
    ],
    [{ "<": [0, { var: "temp" }, 100] }, "and(gt(temp,0),lt(temp,100))", null],
    [{ in: ["Spring", { var: "city" }] }, "contains(city,'Spring')"],
    // Names and other values
    [
      { and: [{ "==": [{ var: "first name" }, 1] }, { ">": [size, 3] }] },
      "gt(size,3)",
      null,
      "unwritable-name more",
    ],
    ...invalid<unknown>({}, { a: 1, b: 2 }),
  ],
  [[["name"], undefined, SAME, "syntax failed"]],
);

import { all, allRead, any, UNKNOWN } from "./in-memory/conditions.ts";
import { compileTextTest } from "./in-memory/string-form.ts";
import { patternTest, patternText } from "./in-memory/pattern-test.ts";
import type { Compiled, FunctionDefinition } from "./definition/types.ts";
import { UNKNOWN_CONDITION, type SqlScalar } from "./definition/port.ts";
import { allOf } from "./in-sql/list-elements.ts";
import { textTestToSql } from "./in-sql/string-form.ts";

/** The pattern must match the whole string, in RE2 syntax: grammar.md, "Patterns". */
export const matchAllFunction: FunctionDefinition = {
  name: "matchAll",
  group: "pattern",
  summary: "True if each of the texts, as a whole, matches the pattern.",
  nulls: "As `and`: a null value is unknown.",
  signatures: [
    {
      parameters: [
        { name: "regex", type: "pattern" },
        { name: "e1", type: "text" },
      ],
      rest: { name: "e", type: "text" },
    },
  ],
  result: "boolean",
  strength: false,
  someElement: true,
  examples: [
    { expression: "matchAll('[a-c]+',x,y)", row: { x: "abc", y: "b" }, is: true },
    { expression: "matchAll('[a-c]+',x,y)", row: { x: "abc", y: "d" }, is: false },
    { expression: "matchAll('[a-c]+',x,y)", row: { x: "abc" }, is: null },
    { expression: "matchAll('[a-c]+',x,y)", row: { x: "d" }, is: false },
    { expression: "matchAll('[a-c]+',x)", row: { x: "c" }, is: true },
    { expression: "matchAll('[a-c]+',x)", row: { x: ["d", "c"] }, is: true },
  ],
  compile: ({ operands: [pattern, ...values] }): Compiled => {
    const test = patternTest(pattern!);
    if (test === undefined) return UNKNOWN;
    const tests = values.map((value) => compileTextTest(value, test));
    return {
      isTrue: () => all(tests.map((each) => each.isTrue())),
      isFalse: () => any(tests.map((each) => each.isFalse())),
      read: () => allRead(tests),
    };
  },
  toSql: ({ operands: [pattern, ...values], port }) => {
    const source = patternText(pattern!);
    if (source === undefined) return UNKNOWN_CONDITION;
    const matches = (text: SqlScalar) => port.matches(text, source);
    return allOf(
      values.map((value) => textTestToSql(value, port, matches)),
      port,
    );
  },
};

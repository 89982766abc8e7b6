import { all, any, anyRead, UNKNOWN } from "./in-memory/conditions.ts";
import { compileTextTest } from "./in-memory/string-form.ts";
import { patternTest, patternText } from "./in-memory/pattern-test.ts";
import type { Compiled, FunctionDefinition } from "./definition/types.ts";
import { UNKNOWN_CONDITION, type SqlScalar } from "./definition/port.ts";
import { anyOf } from "./in-sql/list-elements.ts";
import { textTestToSql } from "./in-sql/string-form.ts";

/** The pattern must match the whole string, in RE2 syntax: grammar.md, "Patterns". */
export const matchAnyFunction: FunctionDefinition = {
  name: "matchAny",
  group: "pattern",
  summary: "True if one of the texts, as a whole, matches the pattern.",
  nulls: "As `or`: a null value is unknown.",
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
    { expression: "matchAny('[a-c]+',x,y)", row: { x: "d", y: "b" }, is: true },
    { expression: "matchAny('[a-c]+',x,y)", row: { x: "d", y: "e" }, is: false },
    { expression: "matchAny('[a-c]+',x,y)", row: { x: "d" }, is: null },
    { expression: "matchAny('[a-c]+',x,y)", row: { y: "c" }, is: true },
    { expression: "matchAny('[a-c]+',x)", row: { x: 7 }, is: false },
  ],
  compile: ({ operands: [pattern, ...values] }): Compiled => {
    const test = patternTest(pattern!);
    if (test === undefined) return UNKNOWN;
    const tests = values.map((value) => compileTextTest(value, test));
    return {
      isTrue: () => any(tests.map((each) => each.isTrue())),
      isFalse: () => all(tests.map((each) => each.isFalse())),
      read: () => anyRead(tests),
    };
  },
  toSql: ({ operands: [pattern, ...values], port }) => {
    const source = patternText(pattern!);
    if (source === undefined) return UNKNOWN_CONDITION;
    const matches = (text: SqlScalar) => port.matches(text, source);
    return anyOf(
      values.map((value) => textTestToSql(value, port, matches)),
      port,
    );
  },
};

import { all, anyRead, anyTrue, falseTests } from "./in-memory/conditions.ts";
import type { FunctionDefinition } from "./definition/types.ts";
import { anyOf } from "./in-sql/list-elements.ts";

/** Three-valued logic: grammar.md, "Truth". */
export const orFunction: FunctionDefinition = {
  name: "or",
  group: "logic",
  summary: "True if one condition is true.",
  nulls: "True if one is true, else unknown if one is unknown.",
  signatures: [
    {
      parameters: [
        { name: "e0", type: "condition" },
        { name: "e1", type: "condition" },
      ],
      rest: { name: "e", type: "condition" },
    },
  ],
  result: "boolean",
  strength: false,
  logic: "any",
  someElement: false,
  examples: [
    { expression: "or(eq(a,1),eq(b,2))", row: { a: 1, b: 3 }, is: true },
    { expression: "or(eq(a,1),eq(b,2))", row: { a: 2, b: 3 }, is: false },
    { expression: "or(eq(a,1),eq(b,2))", row: { a: 2 }, is: null },
    { expression: "or(eq(a,1),eq(b,2))", row: { a: 1 }, is: true },
    { expression: "or(eq(a,1),eq(b,2),eq(c,3))", row: { c: 3 }, is: true },
    { expression: "or(eq(state,'done'),eq(state,'failed'))", row: { state: "failed" }, is: true },
    { expression: "not(or(eq(a,1),eq(b,2)))", row: { a: 2, b: 3 }, is: true },
  ],
  compile: ({ operands }) => ({
    isTrue: () => anyTrue(operands),
    isFalse: () => all(falseTests(operands)),
    read: () => anyRead(operands),
  }),
  toSql: ({ operands, port }) =>
    anyOf(
      operands.map((operand) => operand.condition()),
      port,
    ),
};

import { allRead, allTrue, any, falseTests } from "./in-memory/conditions.ts";
import type { FunctionDefinition } from "./definition/types.ts";
import { allOf } from "./in-sql/list-elements.ts";

/** Three-valued logic: grammar.md, "Truth". */
export const andFunction: FunctionDefinition = {
  name: "and",
  group: "logic",
  summary: "True if all conditions are true.",
  nulls: "False if one is false, else unknown if one is unknown.",
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
  logic: "all",
  someElement: false,
  examples: [
    { expression: "and(eq(a,1),eq(b,2))", row: { a: 1, b: 2 }, is: true },
    { expression: "and(eq(a,1),eq(b,2))", row: { a: 1, b: 3 }, is: false },
    { expression: "and(eq(a,1),eq(b,2))", row: { a: 1 }, is: null },
    { expression: "and(eq(a,2),eq(b,2))", row: { a: 1 }, is: false },
    { expression: "and(eq(a,1),eq(b,2),eq(c,3))", row: { a: 1, b: 2, c: 3 }, is: true },
    { expression: "and(a,b)", row: { a: true, b: true }, is: true },
    { expression: "not(and(eq(a,1),eq(b,2)))", row: { a: 1 }, is: null },
  ],
  compile: ({ operands }) => ({
    isTrue: () => allTrue(operands),
    isFalse: () => any(falseTests(operands)),
    read: () => allRead(operands),
  }),
  toSql: ({ operands, port }) =>
    allOf(
      operands.map((operand) => operand.condition()),
      port,
    ),
};

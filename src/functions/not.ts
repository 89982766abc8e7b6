import { negatedRead } from "./in-memory/conditions.ts";
import type { FunctionDefinition } from "./definition/types.ts";
import { negation } from "./in-sql/list-elements.ts";

/** Three-valued logic: grammar.md, "Truth". */
export const notFunction: FunctionDefinition = {
  name: "not",
  group: "logic",
  summary: "True if the condition is false.",
  nulls: "Unknown if the condition is unknown.",
  signatures: [{ parameters: [{ name: "e", type: "condition" }] }],
  result: "boolean",
  strength: false,
  logic: "negation",
  someElement: false,
  examples: [
    { expression: "not(eq(a,1))", row: { a: 2 }, is: true },
    { expression: "not(eq(a,1))", row: { a: 1 }, is: false },
    { expression: "not(eq(a,1))", row: {}, is: null },
    { expression: "not(a)", row: { a: false }, is: true },
    { expression: "not(a)", row: { a: null }, is: null },
    { expression: "not(not(eq(a,1)))", row: { a: 1 }, is: true },
    { expression: "not(in(type,'user','group'))", row: { type: "role" }, is: true },
  ],
  compile: ({ operands: [condition] }) => ({
    isTrue: () => condition!.isFalse(),
    isFalse: () => condition!.isTrue(),
    read: () => negatedRead(condition!),
  }),
  toSql: ({ operands: [condition] }) => negation(condition!.condition()),
};

import { implement } from "./definition/implement.ts";
import type { FunctionDeclaration } from "./definition/types.ts";
import { kleeneNot } from "./in-memory/conditions.ts";
import { sqlNegation } from "./in-sql/logic.ts";

/** Three-valued logic: grammar.md, "Truth". */
export const notDeclaration: FunctionDeclaration = {
  name: "not",
  group: "logic",
  summary: "True if the condition is false.",
  nulls: "Unknown if the condition is unknown.",
  signatures: [{ parameters: [{ name: "condition", type: "condition" }] }],
  result: "boolean",
  strength: false,
  role: { kind: "logic", operation: "not" },
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
};

export const notFunction = /* @__PURE__ */ implement(notDeclaration, {
  compile: ({ operands: [condition] }) => kleeneNot(condition!),
  toSql: ({ operands: [condition] }) => sqlNegation(condition!.condition()),
});

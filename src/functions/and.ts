import { declareConnective, implementConnective } from "./factories/connective.ts";

export const andDeclaration = declareConnective({
  name: "and",
  summary: "True if all conditions are true.",
  nulls: "False if one is false, otherwise unknown if one is unknown.",
  examples: [
    { expression: "and(eq(a,1),eq(b,2))", row: { a: 1, b: 2 }, is: true },
    { expression: "and(eq(a,1),eq(b,2))", row: { a: 1, b: 3 }, is: false },
    { expression: "and(eq(a,1),eq(b,2))", row: { a: 1 }, is: null },
    { expression: "and(eq(a,2),eq(b,2))", row: { a: 1 }, is: false },
    { expression: "and(eq(a,1),eq(b,2),eq(c,3))", row: { a: 1, b: 2, c: 3 }, is: true },
    { expression: "and(a,b)", row: { a: true, b: true }, is: true },
    { expression: "not(and(eq(a,1),eq(b,2)))", row: { a: 1 }, is: null },
  ],
});

export const andFunction = /* @__PURE__ */ implementConnective(andDeclaration, "and");

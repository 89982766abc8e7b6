import { declareConnective, implementConnective } from "./factories/connective.ts";

export const orDeclaration = declareConnective({
  name: "or",
  summary: "True if one condition is true.",
  nulls: "True if one is true, otherwise unknown if one is unknown.",
  examples: [
    { expression: "or(eq(a,1),eq(b,2))", row: { a: 1, b: 3 }, is: true },
    { expression: "or(eq(a,1),eq(b,2))", row: { a: 2, b: 3 }, is: false },
    { expression: "or(eq(a,1),eq(b,2))", row: { a: 2 }, is: null },
    { expression: "or(eq(a,1),eq(b,2))", row: { a: 1 }, is: true },
    { expression: "or(eq(a,1),eq(b,2),eq(c,3))", row: { c: 3 }, is: true },
    { expression: "or(eq(state,'done'),eq(state,'failed'))", row: { state: "failed" }, is: true },
    { expression: "not(or(eq(a,1),eq(b,2)))", row: { a: 2, b: 3 }, is: true },
  ],
});

export const orFunction = /* @__PURE__ */ implementConnective(orDeclaration, "or");

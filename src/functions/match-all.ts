import { declareMatch, implementMatch } from "./factories/match-several.ts";

export const matchAllDeclaration = declareMatch({
  name: "matchAll",
  summary: "True if each of the strings matches the pattern as a whole.",
  nulls: "As with `and`; a null value counts as unknown.",
  examples: [
    { expression: "matchAll('[a-c]+',x,y)", row: { x: "abc", y: "b" }, is: true },
    { expression: "matchAll('[a-c]+',x,y)", row: { x: "abc", y: "d" }, is: false },
    { expression: "matchAll('[a-c]+',x,y)", row: { x: "abc" }, is: null },
    { expression: "matchAll('[a-c]+',x,y)", row: { x: "d" }, is: false },
    { expression: "matchAll('[a-c]+',x)", row: { x: "c" }, is: true },
    { expression: "matchAll('[a-c]+',x)", row: { x: ["d", "c"] }, is: true },
  ],
});

export const matchAllFunction = /* @__PURE__ */ implementMatch(matchAllDeclaration, "and");

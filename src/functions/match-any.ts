import { declareMatch, implementMatch } from "./factories/match-several.ts";

export const matchAnyDeclaration = declareMatch({
  name: "matchAny",
  summary: "True if one of the strings matches the pattern as a whole.",
  nulls: "As with `or`; a null value counts as unknown.",
  examples: [
    { expression: "matchAny('[a-c]+',x,y)", row: { x: "d", y: "b" }, is: true },
    { expression: "matchAny('[a-c]+',x,y)", row: { x: "d", y: "e" }, is: false },
    { expression: "matchAny('[a-c]+',x,y)", row: { x: "d" }, is: null },
    { expression: "matchAny('[a-c]+',x,y)", row: { y: "c" }, is: true },
    { expression: "matchAny('[a-c]+',x)", row: { x: 7 }, is: false },
  ],
});

export const matchAnyFunction = /* @__PURE__ */ implementMatch(matchAnyDeclaration, "or");

import { declareCase, implementCase } from "./factories/change-case.ts";

/** Uses full case mapping with the rules of the locale: grammar.md, "Functions". */
export const downCaseDeclaration = declareCase({
  name: "downCase",
  summary: "The string in lower case.",
  aliases: ["toLower", "toLowerCase", "lower", "lowerCase", "lcase"],
  examples: [
    { expression: "downCase(name)", row: { name: "HELLO" }, is: "hello" },
    { expression: "downCase(name)", row: { name: "I" }, is: "ı", locale: "tr" },
    { expression: "downCase(name)", row: { name: "ΟΔΟΣ" }, is: "οδος" },
    { expression: "downCase(name)", row: { name: "İ" }, is: "i\u0307" },
    { expression: "downCase(name)", row: { name: null }, is: null },
    { expression: "downCase(size)", row: { size: 1e21 }, is: "1e+21" },
    { expression: "eq(downCase(name),'abc')", row: { name: "ABC" }, is: true },
  ],
});

export const downCaseFunction = /* @__PURE__ */ implementCase(downCaseDeclaration, "lower");

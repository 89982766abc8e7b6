import { declareCase, implementCase } from "./factories/change-case.ts";

/** Uses full case mapping with the rules of the locale: grammar.md, "Functions". */
export const upCaseDeclaration = declareCase({
  name: "upCase",
  summary: "The string in upper case.",
  aliases: ["toUpper", "toUpperCase", "upper", "upperCase", "ucase"],
  examples: [
    { expression: "upCase(name)", row: { name: "hello" }, is: "HELLO" },
    { expression: "upCase(name)", row: { name: "Straße" }, is: "STRASSE" },
    { expression: "upCase(name)", row: { name: "i" }, is: "İ", locale: "tr" },
    { expression: "upCase(name)", row: { name: "ŉ" }, is: "ʼN" },
    { expression: "upCase(name)", row: {}, is: null },
    { expression: "upCase(enabled)", row: { enabled: true }, is: "TRUE" },
    { expression: "eq(upCase(name),'ABC')", row: { name: "abc" }, is: true },
  ],
});

export const upCaseFunction = /* @__PURE__ */ implementCase(upCaseDeclaration, "upper");

import { declareSearch, implementSearch } from "./factories/search.ts";

export const startsWithDeclaration = declareSearch({
  name: "startsWith",
  group: "text",
  role: { kind: "search", search: "startsWith" },
  parameter: "prefix",
  summary: "True if the string starts with the other one.",
  aliases: ["beginsWith", "hasPrefix"],
  relatedNames: ["like", "ilike"],
  examples: [
    { expression: "startsWith(name,'he')", row: { name: "hello" }, is: true },
    { expression: "startsWith(name,'He')", row: { name: "hello" }, is: false },
    { expression: "startsWith($primary,name,'He')", row: { name: "hello" }, is: true },
    { expression: "startsWith($primary,name,'strass')", row: { name: "Straße" }, is: true },
    { expression: "startsWith($primary,name,'stras')", row: { name: "Straße" }, is: false },
    { expression: "startsWith($primary,name,'c')", row: { name: "chata" }, is: false, locale: "cs" },
    { expression: "startsWith($primary,name,'CH')", row: { name: "chata" }, is: true, locale: "cs" },
    { expression: "startsWith($primary,name,'c')", row: { name: "chata" }, is: true, locale: "en" },
    { expression: "startsWith(name,'')", row: { name: "x" }, is: true },
    { expression: "startsWith(name,'x')", row: { name: null }, is: null },
    { expression: "startsWith(size,'1')", row: { size: 123 }, is: true },
    { expression: "startsWith(tags,'p')", row: { tags: ["r", "py"] }, is: true },
    { expression: "startsWith(tags,'p')", row: { tags: [] }, is: false },
    { expression: "startsWith(name,'100%')", row: { name: "100% wool" }, is: true },
    { expression: "startsWith(name,prefix)", row: { name: "hello", prefix: "he" }, is: true },
  ],
});

export const startsWithFunction = /* @__PURE__ */ implementSearch(startsWithDeclaration, "startsWith");

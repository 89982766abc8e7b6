import { declareSearch, implementSearch } from "./factories/search.ts";

export const endsWithDeclaration = declareSearch({
  name: "endsWith",
  group: "text",
  role: { kind: "search", search: "endsWith" },
  parameter: "suffix",
  summary: "True if the string ends with the other one.",
  aliases: ["hasSuffix"],
  relatedNames: ["like", "ilike"],
  examples: [
    { expression: "endsWith(name,'lo')", row: { name: "hello" }, is: true },
    { expression: "endsWith(name,'LO')", row: { name: "hello" }, is: false },
    { expression: "endsWith($primary,name,'LO')", row: { name: "hello" }, is: true },
    { expression: "endsWith(name,'.sas')", row: { name: "run.sas" }, is: true },
    { expression: "endsWith(name,'')", row: { name: "" }, is: true },
    { expression: "endsWith($primary,name,'e')", row: { name: "café" }, is: true },
    { expression: "endsWith($secondary,name,'e')", row: { name: "café" }, is: false },
    { expression: "endsWith(name,'x')", row: {}, is: null },
    { expression: "endsWith(size,'3')", row: { size: 123 }, is: true },
    { expression: "endsWith(tags,'y')", row: { tags: ["r", "py"] }, is: true },
    { expression: "endsWith(name,'\\')", row: { name: "a\\" }, is: true },
    { expression: "endsWith(name,suffix)", row: { name: "hello", suffix: "lo" }, is: true },
  ],
});

export const endsWithFunction = /* @__PURE__ */ implementSearch(endsWithDeclaration, "endsWith");

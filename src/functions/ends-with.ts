import { collatorOf } from "./in-memory/value-order.ts";
import { compileTextPair, compileTextTest, constantText } from "./in-memory/string-form.ts";
import type { FunctionDefinition } from "./definition/types.ts";
import { searchToSql } from "./in-sql/string-form.ts";

/** Where a match may begin and end: grammar.md, "Collation". */
export const endsWithFunction: FunctionDefinition = {
  name: "endsWith",
  group: "text",
  summary: "True if the text ends with the other one.",
  nulls: "Unknown if a value is null.",
  signatures: [
    {
      parameters: [
        { name: "e", type: "text" },
        { name: "suffix", type: "text" },
      ],
    },
  ],
  result: "boolean",
  strength: true,
  someElement: true,
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
  compile: (call) => {
    const [value, part] = call.operands;
    const collator = collatorOf(call);
    const needle = constantText(part!);
    return needle === undefined
      ? compileTextPair(value!, part!, (a, b) => collator.endsWith(a, b))
      : compileTextTest(value!, collator.prepare.endsWith(needle));
  },
  toSql: (call) => searchToSql(call, "endsWith"),
};

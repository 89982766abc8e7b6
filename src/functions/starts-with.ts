import { collatorOf } from "./in-memory/value-order.ts";
import { compileTextPair, compileTextTest, constantText, plainly } from "./in-memory/string-form.ts";
import type { FunctionDefinition } from "./definition/types.ts";
import { searchToSql } from "./in-sql/string-form.ts";

/** Where a match may begin and end: grammar.md, "Collation". */
export const startsWithFunction: FunctionDefinition = {
  name: "startsWith",
  group: "text",
  summary: "True if the text begins with the other one.",
  nulls: "Unknown if a value is null.",
  signatures: [
    {
      parameters: [
        { name: "e", type: "text" },
        { name: "prefix", type: "text" },
      ],
    },
  ],
  result: "boolean",
  strength: true,
  someElement: true,
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
  compile: (call) => {
    const [value, part] = call.operands;
    const collator = collatorOf(call);
    const needle = constantText(part!);
    return needle === undefined
      ? compileTextPair(value!, part!, (a, b) => collator.startsWith(a, b))
      : compileTextTest(value!, collator.prepare.startsWith(needle), plainly("prefix", needle, collator));
  },
  toSql: (call) => searchToSql(call, "startsWith"),
};

import { collatorOf } from "./in-memory/value-order.ts";
import { compilePair, EQUAL } from "./in-memory/relations.ts";
import { compileTextPair, compileTextTest, constantText, plainly } from "./in-memory/string-form.ts";
import type { Condition, FunctionDefinition, Operand } from "./definition/types.ts";
import { pairToSql } from "./in-sql/relations.ts";
import { searchToSql } from "./in-sql/string-form.ts";

/** Where a match may begin and end: grammar.md, "Collation". */
export const containsFunction: FunctionDefinition = {
  name: "contains",
  group: "text",
  summary: "True if the text has the other one in it, or the list has the value as an element.",
  nulls: "Unknown if a value is null.",
  signatures: [
    {
      parameters: [
        { name: "e", type: "searched" },
        { name: "substring", type: "sought" },
      ],
    },
  ],
  result: "boolean",
  strength: true,
  equality: "element",
  aliases: ["has", "includes"],
  someElement: true,
  examples: [
    { expression: "contains(name,'ell')", row: { name: "hello" }, is: true },
    { expression: "contains(name,'ELL')", row: { name: "hello" }, is: false },
    { expression: "contains($primary,name,'STRASSE')", row: { name: "Die Straße" }, is: true },
    { expression: "contains($primary,name,'s')", row: { name: "ß" }, is: false },
    { expression: "contains($primary,name,'jose')", row: { name: "San José" }, is: true },
    { expression: "contains(name,'')", row: { name: "" }, is: true },
    { expression: "contains(name,'%')", row: { name: "100 %" }, is: true },
    { expression: "contains(name,'_')", row: { name: "abc" }, is: false },
    { expression: "contains(name,'x')", row: {}, is: null },
    { expression: "contains(size,'2')", row: { size: 123 }, is: true },
    { expression: "contains(enabled,'ru')", row: { enabled: true }, is: true },
    { expression: "contains(tags,'py')", row: { tags: ["r", "py"] }, is: true },
    { expression: "contains(tags,'p')", row: { tags: ["r", "py"] }, is: false },
    { expression: "contains($primary,tags,'PY')", row: { tags: ["r", "py"] }, is: true },
    { expression: "contains(tags,'py')", row: { tags: [] }, is: false },
    { expression: "contains(name,part)", row: { name: "hello", part: "lo" }, is: true },
    { expression: "contains(name,'O''Brien')", row: { name: "Mrs. O'Brien" }, is: true },
  ],
  compile: (call) => {
    const [value, part] = call.operands;
    const collator = collatorOf(call);
    const element = compilePair(value!, part!, EQUAL, collator);
    const needle = constantText(part!);
    const text =
      needle === undefined
        ? compileTextPair(value!, part!, (a, b) => collator.contains(a, b))
        : compileTextTest(value!, collator.prepare.contains(needle), plainly("part", needle, collator));
    return byKind(value!, text, element);
  },
  toSql: (call) =>
    call.operands[0]!.type.type === "list" ? pairToSql(call, "eq") : searchToSql(call, "contains"),
};

/** A list is searched for an element, anything else for a text: by its type, or row by row where none is known. */
function byKind(value: Operand, text: Condition, element: Condition): Condition {
  if (value.type !== undefined) return value.type.type === "list" ? element : text;
  const either =
    <T>(onList: () => (row: unknown) => T, onText: () => (row: unknown) => T) =>
    () => {
      const read = value.read();
      const list = onList();
      const single = onText();
      return (row: unknown) => (Array.isArray(read(row)) ? list(row) : single(row));
    };
  return {
    isTrue: either(element.isTrue, text.isTrue),
    isFalse: either(element.isFalse, text.isFalse),
    read: either(element.read, text.read),
  };
}

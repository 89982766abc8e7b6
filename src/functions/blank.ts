import { compileTextTest } from "./text.ts";
import type { FunctionDefinition } from "./types.ts";
import { UNKNOWN_CONDITION } from "./port.ts";
import { textTestToSql } from "./sql-text.ts";

/** Rule: platform document 4.2; white space is Unicode White_Space: grammar.md, "Functions". */
export const blankFunction: FunctionDefinition = {
  name: "blank",
  group: "text",
  summary: "True if the text is empty or white space alone.",
  nulls: "Unknown if the value is null.",
  signatures: [{ parameters: [{ name: "e", type: "text" }] }],
  result: "boolean",
  strength: false,
  aliases: ["isEmpty"],
  someElement: false,
  examples: [
    { expression: "blank(name)", row: { name: "" }, is: true },
    { expression: "blank(name)", row: { name: " \t\n" }, is: true },
    { expression: "blank(name)", row: { name: "\u00a0\u3000" }, is: true },
    { expression: "blank(name)", row: { name: "\u200b" }, is: false },
    { expression: "blank(name)", row: { name: "\ufeff" }, is: false },
    { expression: "blank(name)", row: { name: " x " }, is: false },
    { expression: "blank(name)", row: {}, is: null },
    { expression: "blank(size)", row: { size: 0 }, is: false },
    { expression: "blank(tags)", row: { tags: [" "] }, is: null },
  ],
  compile: ({ operands: [value] }) => {
    const { isTrue, isFalse } = compileTextTest(value!, isBlank) as Required<
      ReturnType<typeof compileTextTest>
    >;
    const single = (test: typeof isTrue) => () => {
      const read = value!.read();
      const each = test();
      // There is no "some element" here: whether a list is blank is unknown.
      return (row: unknown) => !Array.isArray(read(row)) && each(row);
    };
    return { isTrue: single(isTrue), isFalse: single(isFalse) };
  },
  toSql: ({ operands: [value], port }) =>
    value!.type.type === "list" ? UNKNOWN_CONDITION : textTestToSql(value!, port, port.isBlank),
};

const NOT_WHITE = /\P{White_Space}/u;

function isBlank(text: string): boolean {
  return !NOT_WHITE.test(text);
}

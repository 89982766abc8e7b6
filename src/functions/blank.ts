import type { Value } from "../values/types.ts";
import type { FunctionDefinition } from "./definition/types.ts";
import { UNKNOWN_CONDITION } from "./definition/port.ts";
import { textTestToSql } from "./in-sql/string-form.ts";
import { textReader } from "./in-memory/string-form.ts";

/** White space is the Unicode property White_Space: grammar.md, "Functions". */
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
    const text = textReader(value!.type);
    // There is no "some element" here: whether a list is blank is unknown.
    const form = (found: Value) => (Array.isArray(found) ? undefined : text(found));
    const ofRow =
      <T>(of: (text: string | undefined) => T) =>
      () => {
        const read = value!.read();
        return (row: unknown) => of(form(read(row)));
      };
    return {
      isTrue: ofRow((each) => each !== undefined && isBlank(each)),
      isFalse: ofRow((each) => each !== undefined && !isBlank(each)),
      read: ofRow((each) => (each === undefined ? null : isBlank(each))),
    };
  },
  toSql: ({ operands: [value], port }) =>
    value!.type.type === "list" ? UNKNOWN_CONDITION : textTestToSql(value!, port, port.isBlank),
};

const NOT_WHITE = /\P{White_Space}/u;

function isBlank(text: string): boolean {
  return !NOT_WHITE.test(text);
}

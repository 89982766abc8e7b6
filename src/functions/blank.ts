import type { Value } from "../values/types.ts";
import { implement } from "./definition/implement.ts";
import type { FunctionDeclaration } from "./definition/types.ts";
import { UNKNOWN_CONDITION } from "./definition/port.ts";
import { stringTestToSql } from "./in-sql/string-form.ts";
import { stringFormOf } from "./in-memory/string-form.ts";

/** White space is the Unicode property White_Space: grammar.md, "Functions". */
export const blankDeclaration: FunctionDeclaration = {
  name: "blank",
  group: "text",
  summary: "True if the string is empty or only white space.",
  nulls: "Unknown if the value is null.",
  signatures: [{ parameters: [{ name: "member", type: "text" }] }],
  result: "boolean",
  strength: false,
  aliases: ["isBlank"],
  relatedNames: ["isEmpty", "empty"],
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
};

export const blankFunction = /* @__PURE__ */ implement(blankDeclaration, {
  compile: ({ operands: [value] }) => {
    const form = stringFormOf(value!.type);
    // The result for a list is unknown, even if an element is blank.
    const textOf = (operand: Value) => (Array.isArray(operand) ? undefined : form(operand));
    const ofRow =
      <T>(ofText: (text: string | undefined) => T) =>
      () => {
        const read = value!.read();
        return (row: unknown) => ofText(textOf(read(row)));
      };
    return {
      isTrue: ofRow((text) => text !== undefined && isBlank(text)),
      isFalse: ofRow((text) => text !== undefined && !isBlank(text)),
      read: ofRow((text) => (text === undefined ? null : isBlank(text))),
    };
  },
  toSql: ({ operands: [value], port }) =>
    value!.type.type === "list" ? UNKNOWN_CONDITION : stringTestToSql(value!, port, port.isBlank),
});

const NOT_WHITE_SPACE = /\P{White_Space}/u;

function isBlank(text: string): boolean {
  return !NOT_WHITE_SPACE.test(text);
}

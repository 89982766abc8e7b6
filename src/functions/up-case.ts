import { compileTextValue } from "./in-memory/string-form.ts";
import type { FunctionDefinition } from "./definition/types.ts";
import { isRefusal } from "./definition/port.ts";
import { textOperand } from "./in-sql/string-form.ts";

/** Full case mapping of the locale: grammar.md, "Functions". */
export const upCaseFunction: FunctionDefinition = {
  name: "upCase",
  group: "value",
  summary: "The text in upper case.",
  nulls: "Null if the value is null.",
  signatures: [{ parameters: [{ name: "s", type: "text" }] }],
  result: "string",
  strength: false,
  aliases: ["toUpper", "upper"],
  someElement: false,
  examples: [
    { expression: "upCase(name)", row: { name: "hello" }, is: "HELLO" },
    { expression: "upCase(name)", row: { name: "Straße" }, is: "STRASSE" },
    { expression: "upCase(name)", row: { name: "i" }, is: "İ", locale: "tr" },
    { expression: "upCase(name)", row: { name: "ŉ" }, is: "ʼN" },
    { expression: "upCase(name)", row: {}, is: null },
    { expression: "upCase(enabled)", row: { enabled: true }, is: "TRUE" },
    { expression: "eq(upCase(name),'ABC')", row: { name: "abc" }, is: true },
  ],
  compile: ({ operands: [value], locale }) =>
    compileTextValue(
      value!,
      locale === undefined ? (text) => text.toUpperCase() : (text) => text.toLocaleUpperCase(locale),
    ),
  toSql: ({ operands: [value], port, locale }) => {
    const text = textOperand(value!, port);
    if (text === undefined) return port.constant(null, "string");
    return isRefusal(text) ? text : port.changeCase("upper", text, locale);
  },
};

import { compileTextValue } from "./in-memory/string-form.ts";
import type { FunctionDefinition } from "./definition/types.ts";
import { isRefusal } from "./definition/port.ts";
import { textOperand } from "./in-sql/string-form.ts";

/** Full case mapping of the locale: grammar.md, "Functions". */
export const downCaseFunction: FunctionDefinition = {
  name: "downCase",
  group: "value",
  summary: "The text in lower case.",
  nulls: "Null if the value is null.",
  signatures: [{ parameters: [{ name: "s", type: "text" }] }],
  result: "string",
  strength: false,
  aliases: ["toLower", "lower"],
  someElement: false,
  examples: [
    { expression: "downCase(name)", row: { name: "HELLO" }, is: "hello" },
    { expression: "downCase(name)", row: { name: "I" }, is: "ı", locale: "tr" },
    { expression: "downCase(name)", row: { name: "ΟΔΟΣ" }, is: "οδος" },
    { expression: "downCase(name)", row: { name: "İ" }, is: "i\u0307" },
    { expression: "downCase(name)", row: { name: null }, is: null },
    { expression: "downCase(size)", row: { size: 1e21 }, is: "1e+21" },
    { expression: "eq(downCase(name),'abc')", row: { name: "ABC" }, is: true },
  ],
  compile: ({ operands: [value], locale }) =>
    compileTextValue(
      value!,
      locale === undefined ? (text) => text.toLowerCase() : (text) => text.toLocaleLowerCase(locale),
    ),
  toSql: ({ operands: [value], port, locale }) => {
    const text = textOperand(value!, port);
    if (text === undefined) return port.constant(null, "string");
    return isRefusal(text) ? text : port.changeCase("lower", text, locale);
  },
};

import { codePointSlice } from "../collation/order/code-points.ts";
import { isNullValue } from "../values/read-path.ts";
import { stringFormOf, wholeNumber } from "./in-memory/string-form.ts";
import { implement } from "./definition/implement.ts";
import type { FunctionDeclaration, Reader } from "./definition/types.ts";
import { isRefusal, type Port, type SqlOperand, type SqlResult } from "./definition/port.ts";
import { constantOf } from "./in-sql/list-elements.ts";
import { stringOperand } from "./in-sql/string-form.ts";

/** Indices count code points and are clamped to the string: grammar.md, "Functions". */
export const substrDeclaration: FunctionDeclaration = {
  name: "substr",
  group: "value",
  summary:
    "The substring from an index (0 is the first; a negative index counts from the end), up to a length if one is given.",
  nulls: "Null if an argument is null.",
  signatures: [
    {
      parameters: [
        { name: "member", type: "text" },
        { name: "start", type: "integer" },
        { name: "length", type: "integer", optional: true, minimum: 0 },
      ],
    },
  ],
  result: "string",
  strength: false,
  relatedNames: ["substring", "mid", "slice"],
  someElement: false,
  examples: [
    { expression: "substr(name,1,3)", row: { name: "abcdef" }, is: "bcd" },
    { expression: "substr(name,2)", row: { name: "abcdef" }, is: "cdef" },
    { expression: "substr(name,-2)", row: { name: "abcdef" }, is: "ef" },
    { expression: "substr(name,-10,5)", row: { name: "abcdef" }, is: "abcde" },
    { expression: "substr(name,10)", row: { name: "abcdef" }, is: "" },
    { expression: "substr(name,0,0)", row: { name: "abcdef" }, is: "" },
    { expression: "substr(name,0,100)", row: { name: "abc" }, is: "abc" },
    { expression: "substr(name,0,1)", row: { name: "😀x" }, is: "😀" },
    { expression: "substr(name,-1)", row: { name: "x😀" }, is: "😀" },
    { expression: "substr(name,start)", row: { name: "abc" }, is: null },
    { expression: "substr(name,0,size)", row: { name: "abc", size: -1 }, is: null },
    { expression: "substr(size,0,2)", row: { size: 1234 }, is: "12" },
    { expression: "substr(name,0,1)", row: {}, is: null },
    { expression: "eq(substr(name,0,1),'a')", row: { name: "abc" }, is: true },
  ],
};

export const substrFunction = /* @__PURE__ */ implement(substrDeclaration, {
  compile: ({ operands: [value, start, length] }) => {
    const form = stringFormOf(value!.type);
    return {
      read: (): Reader => {
        const readText = value!.read();
        const readStart = start!.read();
        const readLength = length?.read();
        return (row) => {
          const full = readText(row);
          const text = isNullValue(full) || Array.isArray(full) ? undefined : form(full);
          const from = wholeNumber(readStart(row));
          const count = readLength === undefined ? Infinity : wholeNumber(readLength(row));
          if (text === undefined || from === undefined || count === undefined || count < 0) return null;
          return codePointSlice(text, from, count);
        };
      },
    };
  },
  toSql: ({ operands, port }) => sliceToSql(operands, port),
});

function sliceToSql([value, start, length]: readonly SqlOperand[], port: Port): SqlResult {
  const text = stringOperand(value!, port);
  const from = constantOf(start!) ?? start!.scalar();
  const count = length && (constantOf(length) ?? length.scalar());
  if (text === undefined) return port.constant(null, "string");
  if (isRefusal(text)) return text;
  if (isRefusal(from)) return from;
  if (count !== undefined && isRefusal(count)) return count;
  return port.slice(text, from, count);
}

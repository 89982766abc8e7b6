import { codePointLength } from "../collation/order/code-points.ts";
import { stringFormOf } from "./in-memory/string-form.ts";
import { implement } from "./definition/implement.ts";
import type { FunctionDeclaration, Reader } from "./definition/types.ts";
import { isRefusal, type Port, type SqlOperand, type SqlResult } from "./definition/port.ts";
import { stringOperand } from "./in-sql/string-form.ts";

/** Counts the code points of strings: grammar.md, "Functions". */
export const lengthDeclaration: FunctionDeclaration = {
  name: "length",
  group: "value",
  summary: "The number of code points of a string, elements of a list, or entries of a map.",
  nulls: "Null if the value is null.",
  signatures: [{ parameters: [{ name: "member", type: "sized" }] }],
  result: "integer",
  strength: false,
  role: { kind: "measure" },
  aliases: ["len", "charLength", "cardinality"],
  relatedNames: ["size", "count"],
  someElement: false,
  examples: [
    { expression: "length(name)", row: { name: "hello" }, is: 5 },
    { expression: "length(name)", row: { name: "" }, is: 0 },
    { expression: "length(name)", row: { name: "😀" }, is: 1 },
    { expression: "length(name)", row: { name: "e\u0301" }, is: 2 },
    { expression: "length(name)", row: {}, is: null },
    { expression: "length(size)", row: { size: 1234 }, is: 4 },
    { expression: "length(enabled)", row: { enabled: true }, is: 4 },
    { expression: "length(tags)", row: { tags: ["a", null, "b"] }, is: 3 },
    { expression: "length(tags)", row: { tags: [] }, is: 0 },
    { expression: "length(properties)", row: { properties: { a: 1, b: 2 } }, is: 2 },
    { expression: "length(members.name)", row: { members: [{ name: "a" }, {}] }, is: 1 },
    { expression: "gt(length(name),3)", row: { name: "hello" }, is: true },
  ],
};

export const lengthFunction = /* @__PURE__ */ implement(lengthDeclaration, {
  compile: ({ operands: [value] }) => {
    const form = stringFormOf(value!.type?.type === "list" ? undefined : value!.type);
    return {
      read: (): Reader => {
        const read = value!.read();
        return (row) => {
          const sized = read(row);
          if (sized === null) return null;
          if (Array.isArray(sized)) return sized.length;
          if (typeof sized === "object") return sized instanceof Date ? null : Object.keys(sized).length;
          const text = form(sized);
          return text === undefined ? null : codePointLength(text);
        };
      },
    };
  },
  toSql: ({ operands: [value], port }) => lengthToSql(value!, port),
});

function lengthToSql(value: SqlOperand, port: Port): SqlResult {
  const sized =
    value.type.type === "list" ? value.list() : value.type.type === "map" ? value.map() : undefined;
  if (sized !== undefined) return isRefusal(sized) ? sized : sized.length;
  if (value.type.type === "object")
    return { refused: "the database does not count the members of an object" };
  const text = stringOperand(value, port);
  if (text === undefined) return port.constant(null, "integer");
  return isRefusal(text) ? text : port.codePointLength(text);
}

import { collatorOf } from "./in-memory/value-order.ts";
import { compilePair, EQUAL } from "./in-memory/relations.ts";
import { negatedRead } from "./in-memory/conditions.ts";
import type { FunctionDefinition } from "./definition/types.ts";
import { pairToSql } from "./in-sql/relations.ts";
import { negation } from "./in-sql/list-elements.ts";

/** The negation of `eq`, lists included: grammar.md, "Truth". */
export const neFunction: FunctionDefinition = {
  name: "ne",
  group: "comparison",
  summary: "True if the values differ.",
  nulls: "Unknown if a value is null: a row without the member is not found.",
  signatures: [
    {
      parameters: [
        { name: "e0", type: "comparable" },
        { name: "e1", type: "comparable" },
      ],
    },
  ],
  result: "boolean",
  strength: true,
  equality: "different",
  aliases: ["notEquals", "neq"],
  someElement: true,
  examples: [
    { expression: "ne(state,'done')", row: { state: "open" }, is: true },
    { expression: "ne(state,'done')", row: { state: "done" }, is: false },
    { expression: "ne(state,'done')", row: {}, is: null },
    { expression: "not(eq(state,'done'))", row: {}, is: null },
    { expression: "ne($primary,state,'DONE')", row: { state: "done" }, is: false },
    { expression: "ne(tags,'x')", row: { tags: ["w", "x"] }, is: false },
    { expression: "ne(tags,'x')", row: { tags: ["w"] }, is: true },
    { expression: "ne(tags,'x')", row: { tags: [] }, is: true },
    { expression: "ne(size,1)", row: { size: "1" }, is: null },
    { expression: "ne(a,b)", row: { a: 1, b: 2 }, is: true },
  ],
  compile: (call) => {
    const [left, right] = call.operands;
    const { isTrue, isFalse, read } = compilePair(left!, right!, EQUAL, collatorOf(call));
    return { isTrue: isFalse, isFalse: isTrue, read: () => negatedRead({ read }) };
  },
  toSql: (call) => negation(pairToSql(call, "eq")),
};

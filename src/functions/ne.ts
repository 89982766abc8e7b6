import { implement } from "./definition/implement.ts";
import type { FunctionDeclaration } from "./definition/types.ts";
import { kleeneNot } from "./in-memory/conditions.ts";
import { compilePair, RELATIONS } from "./in-memory/relations.ts";
import { collatorOf } from "./in-memory/compare-values.ts";
import { sqlNegation } from "./in-sql/logic.ts";
import { pairToSql } from "./in-sql/relations.ts";

/** The negation of `eq`, also for lists: grammar.md, "Lists". */
export const neDeclaration: FunctionDeclaration = {
  name: "ne",
  group: "comparison",
  summary: "True if the values are not equal.",
  nulls: "Unknown if a value is null: rows without the member are not found.",
  signatures: [
    {
      parameters: [
        { name: "member", type: "comparable" },
        { name: "value", type: "comparable" },
      ],
    },
  ],
  result: "boolean",
  strength: true,
  role: { kind: "comparison", relation: "ne" },
  aliases: ["notEquals", "notEqual", "neq"],
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
    { expression: "ne(tags,name)", row: { tags: [] }, is: true },
    { expression: "ne(size,1)", row: { size: "1" }, is: null },
    { expression: "ne(a,b)", row: { a: 1, b: 2 }, is: true },
  ],
};

export const neFunction = /* @__PURE__ */ implement(neDeclaration, {
  compile: (call) => {
    const [left, right] = call.operands;
    return kleeneNot(compilePair(left!, right!, RELATIONS.eq, collatorOf(call)));
  },
  toSql: (call) => sqlNegation(pairToSql(call, "eq")),
});

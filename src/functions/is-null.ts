import { implement } from "./definition/implement.ts";
import type { FunctionDeclaration } from "./definition/types.ts";

/** Missing values, null, NaN and the infinities count as null: grammar.md, "Values". */
export const isNullDeclaration: FunctionDeclaration = {
  name: "isNull",
  group: "logic",
  summary: "True if the value is null or missing.",
  nulls: "Never unknown.",
  signatures: [{ parameters: [{ name: "member", type: "any" }] }],
  result: "boolean",
  strength: false,
  role: { kind: "nullTest" },
  aliases: ["isNil", "isMissing"],
  negatedAliases: ["exists"],
  someElement: false,
  examples: [
    { expression: "isNull(parent)", row: {}, is: true },
    { expression: "isNull(parent)", row: { parent: null }, is: true },
    { expression: "isNull(parent)", row: { parent: "x" }, is: false },
    { expression: "isNull(parent)", row: { parent: "" }, is: false },
    { expression: "isNull(tags)", row: { tags: [] }, is: false },
    { expression: "isNull(owner.city)", row: { owner: {} }, is: true },
    { expression: "isNull(members.name)", row: { members: [{}] }, is: true },
    { expression: "isNull(eq(a,1))", row: {}, is: true },
    { expression: "not(isNull(size))", row: { size: 0 }, is: true },
  ],
};

export const isNullFunction = /* @__PURE__ */ implement(isNullDeclaration, {
  compile: ({ operands: [value] }) => ({
    isTrue: () => {
      const read = value!.read();
      return (row) => read(row) === null;
    },
    isFalse: () => {
      const read = value!.read();
      return (row) => read(row) !== null;
    },
    read: () => {
      const read = value!.read();
      return (row) => read(row) === null;
    },
  }),
  toSql: ({ operands: [value] }) => value!.isNull(),
});

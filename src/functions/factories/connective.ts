import type { FunctionDefinition } from "../definition/types.ts";
import { kleeneAnd, kleeneOr } from "../in-memory/conditions.ts";
import { sqlConjunction, sqlDisjunction } from "../in-sql/logic.ts";

export type ConnectiveParts = Pick<FunctionDefinition, "summary" | "nulls" | "examples"> & {
  readonly name: "and" | "or";
};

/** Defines `and` or `or`. Three-valued logic: grammar.md, "Truth". */
export function defineConnectiveFunction(parts: ConnectiveParts): FunctionDefinition {
  const { name } = parts;
  const [inMemory, inSql] = name === "and" ? [kleeneAnd, sqlConjunction] : [kleeneOr, sqlDisjunction];
  return {
    ...parts,
    group: "logic",
    signatures: [
      {
        parameters: [
          { name: "e0", type: "condition" },
          { name: "e1", type: "condition" },
        ],
        rest: { name: "e", type: "condition" },
      },
    ],
    result: "boolean",
    strength: false,
    role: { kind: "logic", operation: name },
    someElement: false,
    compile: ({ operands }) => inMemory(operands),
    toSql: ({ operands, port }) =>
      inSql(
        operands.map((operand) => operand.condition()),
        port,
      ),
  };
}

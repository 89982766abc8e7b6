import { implement } from "../definition/implement.ts";
import type { FunctionDeclaration, FunctionDefinition } from "../definition/types.ts";
import { kleeneAnd, kleeneOr } from "../in-memory/conditions.ts";
import { sqlConjunction, sqlDisjunction } from "../in-sql/logic.ts";

export type ConnectiveParts = Pick<FunctionDeclaration, "summary" | "nulls" | "examples"> & {
  readonly name: "and" | "or";
};

/** Declares `and` or `or`. Three-valued logic: grammar.md, "Truth". */
export function declareConnective(parts: ConnectiveParts): FunctionDeclaration {
  return {
    ...parts,
    group: "logic",
    signatures: [
      {
        parameters: [
          { name: "condition", type: "condition" },
          { name: "condition", type: "condition" },
        ],
        rest: { name: "conditions", type: "condition" },
      },
    ],
    result: "boolean",
    strength: false,
    role: { kind: "logic", operation: parts.name },
    someElement: false,
  };
}

export function implementConnective(
  declaration: FunctionDeclaration,
  operation: "and" | "or",
): FunctionDefinition {
  const [inMemory, inSql] = operation === "and" ? [kleeneAnd, sqlConjunction] : [kleeneOr, sqlDisjunction];
  return implement(declaration, {
    compile: ({ operands }) => inMemory(operands),
    toSql: ({ operands, port }) =>
      inSql(
        operands.map((operand) => operand.condition()),
        port,
      ),
  });
}

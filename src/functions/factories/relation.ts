import type { RelationName } from "../definition/port.ts";
import type { FunctionDefinition, Signature } from "../definition/types.ts";
import { compileRelationChain, RELATIONS } from "../in-memory/relations.ts";
import { relationChainToSql } from "../in-sql/relations.ts";

export type RelationParts = Pick<
  FunctionDefinition,
  "summary" | "aliases" | "negatedAliases" | "relatedNames" | "examples"
> & {
  readonly name: RelationName;
};

/** Defines a comparison such as `eq` or `lt`. Results for lists and nulls: grammar.md, "Lists" and "Truth". */
export function defineRelationFunction(parts: RelationParts): FunctionDefinition {
  const { name } = parts;
  return {
    ...parts,
    group: "comparison",
    nulls: "Unknown if a value is null.",
    signatures: TWO_OR_MORE,
    result: "boolean",
    strength: true,
    role: { kind: "comparison", relation: name },
    someElement: true,
    compile: (call) => compileRelationChain(call, RELATIONS[name]),
    toSql: (call) => relationChainToSql(call, name),
  };
}

const TWO_OR_MORE: readonly Signature[] = [
  {
    parameters: [
      { name: "e0", type: "comparable" },
      { name: "e1", type: "comparable" },
    ],
    rest: { name: "e", type: "comparable" },
  },
];

import type { RelationName } from "../definition/port.ts";
import { implement } from "../definition/implement.ts";
import type { FunctionDeclaration, FunctionDefinition, Signature } from "../definition/types.ts";
import { compileRelationChain, RELATIONS } from "../in-memory/relations.ts";
import { relationChainToSql } from "../in-sql/relations.ts";

export type RelationParts = Pick<
  FunctionDeclaration,
  "summary" | "aliases" | "negatedAliases" | "relatedNames" | "examples"
> & {
  readonly name: RelationName;
};

/** Declares a comparison such as `eq` or `lt`. Results for lists and nulls: grammar.md, "Lists" and "Truth". */
export function declareRelation(parts: RelationParts): FunctionDeclaration {
  return {
    ...parts,
    group: "comparison",
    nulls: "Unknown if a value is null.",
    signatures: TWO_OR_MORE,
    result: "boolean",
    strength: true,
    role: { kind: "comparison", relation: parts.name },
    someElement: true,
  };
}

export function implementRelation(
  declaration: FunctionDeclaration,
  relation: RelationName,
): FunctionDefinition {
  return implement(declaration, {
    compile: (call) => compileRelationChain(call, RELATIONS[relation]),
    toSql: (call) => relationChainToSql(call, relation),
  });
}

const TWO_OR_MORE: readonly Signature[] = [
  {
    parameters: [
      { name: "member", type: "comparable" },
      { name: "value", type: "comparable" },
    ],
    rest: { name: "values", type: "comparable" },
    isRestRare: true,
  },
];

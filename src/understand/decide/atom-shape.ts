import { MIRRORED } from "../../functions/definition/comparisons.ts";
import type { Call, Expression } from "../../ast/nodes.ts";
import { printNode } from "../../ast/print.ts";
import type { Comparison } from "../../collation/order/strength.ts";
import type { RelationName, SearchKind } from "../../functions/definition/port.ts";
import { isTemporal, type ScalarType, type Value } from "../../values/types.ts";
import type { Atom, Problem, Subject } from "./problem.ts";
import { instantOfLiteral } from "./instant-points.ts";

/** A value that a subject is compared with. */
export interface ComparedValue {
  readonly type: ScalarType;
  readonly value: Value;
  /** Nanoseconds of a date, time or date-time. */
  readonly instant: bigint | undefined;
}

/** The test that an atom (a condition without `and`, `or` and `not`) makes of its subject. */
export type AtomShape =
  | { readonly kind: "null" }
  | { readonly kind: "truth" }
  | {
      readonly kind: "compare";
      /** Relation of the subject to each constant. True if it holds for one of them. */
      readonly relation: RelationName;
      readonly constants: readonly ComparedValue[];
      readonly comparison: Comparison;
    }
  | {
      readonly kind: "search";
      readonly search: SearchKind;
      readonly text: string;
      readonly comparison: Comparison;
    }
  /** Any other test. `pattern` is the pattern that it matches, if it is one. */
  | { readonly kind: "predicate"; readonly pattern?: string };

/**
 * Returns the kind of test that an atom makes.
 *
 * @param isElement whether the subject is an element of a list: `contains` compares it instead of searching in it
 */
export function shapeOf({ node }: Atom, subject: Subject, problem: Problem, isElement: boolean): AtomShape {
  if (node.kind !== "call") return { kind: "truth" };
  const { role } = problem.definitionOf(node);
  if (role?.kind === "nullTest") return { kind: "null" };
  const at = node.args.findIndex((argument) => printNode(argument) === subject.key);
  const operands = node.args.filter((_, i) => i !== at);
  if (role?.kind === "comparison" && role.relation !== "ne") {
    const isIn = role.relation === "in";
    // in('x',a) is the same as eq('x',a).
    const relation = role.relation === "in" ? "eq" : role.relation;
    if (isIn && at > 0 && operands.length > 1) return { kind: "predicate" };
    return {
      kind: "compare",
      relation: at > 0 ? MIRRORED[relation] : relation,
      constants: operands.map((operand) => constantOf(operand, problem)),
      comparison: problem.comparisonOf(node),
    };
  }
  if (role?.kind === "pattern" && node.args.length === 2) {
    const pattern = textOf(constantOf(operands[0]!, problem));
    return pattern === undefined ? { kind: "predicate" } : { kind: "predicate", pattern };
  }
  if (role?.kind !== "search" || at !== 0) return { kind: "predicate" };
  const [sought] = operands as [Expression];
  const constant = constantOf(sought, problem);
  const comparison = role.strength ?? problem.comparisonOf(node);
  if (isElement && role.equalElement === true)
    return { kind: "compare", relation: "eq", constants: [constant], comparison };
  const text = textOf(constant);
  return text === undefined
    ? { kind: "predicate" }
    : { kind: "search", search: role.search, text, comparison };
}

/** Returns whether an atom holds for a list if it holds for one of its elements. */
export function testsElements({ node }: Atom, problem: Problem): boolean {
  return node.kind === "call" && problem.definitionOf(node).someElement;
}

function constantOf(node: Expression, problem: Problem): ComparedValue {
  const literal = problem.constantOf(node);
  if (literal !== undefined) {
    const { type, value } = literal;
    return { type, value, instant: isTemporal(type) ? instantOfLiteral(type, String(value)) : undefined };
  }
  const { result } = problem.definitionOf(node as Call);
  return { type: result, value: problem.evaluate(node, {}) as Value, instant: undefined };
}

function textOf({ type, value }: ComparedValue): string | undefined {
  return type === "string" && typeof value === "string" ? value : undefined;
}

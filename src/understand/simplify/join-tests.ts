import { MIRRORED } from "../../functions/definition/comparisons.ts";
import { strengthOf, type Call, type Expression } from "../../ast/nodes.ts";
import { printNode } from "../../ast/print.ts";
import type { FunctionNames } from "./function-names.ts";

/**
 * Joins tests of one value: equalities of an `or` to `in`, inequalities of an `and` to `not(in(…))`, and two bounds of an `and` to
 * `le(1,size,5)`. The results are equal for each row, unknown included.
 */
export function joinedTests(
  parts: readonly Expression[],
  operation: "and" | "or",
  names: FunctionNames,
): readonly Expression[] {
  const equalities = joinEqualities(parts, operation, names);
  return operation === "and" ? joinBounds(equalities, names) : equalities;
}

interface Equality {
  readonly subject: Expression;
  readonly values: readonly Expression[];
  readonly call: Call;
}

function joinEqualities(
  parts: readonly Expression[],
  operation: "and" | "or",
  names: FunctionNames,
): readonly Expression[] {
  const groups = new Map<string, { readonly at: number; readonly found: Equality[] }>();
  const result: (Expression | undefined)[] = [...parts];
  for (const [i, part] of parts.entries()) {
    const equality = equalityOf(part, operation === "and", names);
    if (equality === undefined) continue;
    const key = `${strengthOf(equality.call) ?? ""} ${printNode(equality.subject)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { at: i, found: [equality] });
    else {
      group.found.push(equality);
      result[i] = undefined;
    }
  }
  for (const { at, found } of groups.values()) {
    if (found.length < 2) continue;
    const [{ subject, call }] = found as [Equality];
    const values = new Map(found.flatMap((test) => test.values.map((value) => [printNode(value), value])));
    const joined = names.membership(subject, [...values.values()], strengthOf(call))!;
    result[at] = operation === "and" ? names.not(joined) : joined;
  }
  return result.filter((test) => test !== undefined);
}

/** Reads `eq(x,1)` or `in(x,1,2)`; if negated, `ne(x,1)` or `not(in(x,1,2))`. */
function equalityOf(node: Expression, isNegated: boolean, names: FunctionNames): Equality | undefined {
  if (node.kind !== "call") return undefined;
  const relation = names.relationOf(node);
  if (relation === (isNegated ? "ne" : "eq") && node.args.length === 2) {
    const [a, b] = node.args as [Expression, Expression];
    if (b.kind === "literal" && a.kind !== "literal") return { subject: a, values: [b], call: node };
    return a.kind === "literal" && b.kind !== "literal" ? { subject: b, values: [a], call: node } : undefined;
  }
  const role = names.definitionOf(node)?.role;
  if (isNegated)
    return role?.kind === "logic" && role.operation === "not"
      ? equalityOf(node.args[0]!, false, names)
      : undefined;
  const values = names.valuesOf(node);
  return values === undefined ? undefined : { subject: node.args[0]!, values, call: node };
}

type Bound = "lt" | "le" | "gt" | "ge";

interface BoundTest {
  readonly at: number;
  readonly relation: Bound;
  readonly subject: Expression;
  readonly limit: Expression;
  readonly call: Call;
}

/** Joins two bounds: `and(ge(x,1),le(x,5))` is `le(1,x,5)`, and `and(gt(x,1),lt(x,5))` is `lt(1,x,5)`. */
function joinBounds(parts: readonly Expression[], names: FunctionNames): readonly Expression[] {
  const bounds = parts.flatMap((part, at) => boundOf(part, at, names) ?? []);
  const result: (Expression | undefined)[] = [...parts];
  for (const lower of bounds) {
    if (result[lower.at] !== parts[lower.at] || (lower.relation !== "ge" && lower.relation !== "gt"))
      continue;
    const upperRelation = MIRRORED[lower.relation];
    const upper = bounds.find(
      (bound) =>
        bound.relation === upperRelation &&
        result[bound.at] === parts[bound.at] &&
        strengthOf(bound.call) === strengthOf(lower.call) &&
        printNode(bound.subject) === printNode(lower.subject),
    );
    if (upper === undefined) continue;
    const args = [lower.limit, lower.subject, upper.limit];
    result[Math.min(lower.at, upper.at)] = names.comparison(upperRelation, args, strengthOf(lower.call));
    result[Math.max(lower.at, upper.at)] = undefined;
  }
  return result.filter((test) => test !== undefined);
}

function boundOf(node: Expression, at: number, names: FunctionNames): BoundTest | undefined {
  const relation = names.relationOf(node);
  if (node.kind !== "call" || node.args.length !== 2) return undefined;
  if (relation !== "lt" && relation !== "le" && relation !== "gt" && relation !== "ge") return undefined;
  const [a, b] = node.args as [Expression, Expression];
  if (b.kind === "literal" && a.kind !== "literal") return { at, relation, subject: a, limit: b, call: node };
  if (a.kind !== "literal" || b.kind === "literal") return undefined;
  return { at, relation: MIRRORED[relation], subject: b, limit: a, call: node };
}

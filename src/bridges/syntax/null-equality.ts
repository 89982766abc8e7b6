import { makeName } from "../../ast/make-node.ts";
import type { Expression } from "../../ast/nodes.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { namesIn, type MemberTypes } from "../contract/members.ts";

/*
 * Null in languages whose comparisons are true or false, never unknown: null equals null and no other value. In tamis, a
 * comparison with null is unknown. Unknown excludes the same rows as false, and below a negation the same rows as true.
 */

/** Returns the names in expressions that can be null. An expression is null if one of its names is. */
export function nullableNames(nodes: readonly Expression[], types: MemberTypes): readonly string[] {
  return namesIn(nodes).filter((name) => types.isNullable(makeName(name, nodes[0]!.span)));
}

/** Builds a test whether one of the names is null. */
export function nullTest(names: readonly string[], span: Span, to: BridgeImporter): Expression {
  const tests = names.map((name) => to.isNull(makeName(name, span), span));
  return tests.length === 1 ? tests[0]! : to.call("or", tests, span);
}

/**
 * Adds null tests to a condition, so that it keeps the same rows as in the other language. If one of `names` is null, it is
 * unknown in tamis and `whenNull` in the other language.
 */
export function completed(
  condition: Expression | undefined,
  names: readonly string[],
  whenNull: boolean,
  span: Span,
  to: BridgeImporter,
): Expression | undefined {
  if (condition === undefined || names.length === 0 || to.report.isNegated === whenNull) return condition;
  const test = nullTest(names, span, to);
  return whenNull
    ? to.call("or", [test, condition], span)
    : to.call("and", [to.call("not", [test], span), condition], span);
}

/** Adds a null test to a condition on one value, like `completed`. */
export function completedTest(
  condition: Expression | undefined,
  of: Expression,
  whenNull: boolean,
  span: Span,
  to: BridgeImporter,
): Expression | undefined {
  return completed(condition, nullableNames([of], to.types), whenNull, span, to);
}

/**
 * Adds null tests to a comparison, so that it keeps the same rows as in the other language.
 *
 * @param left names of the left operand that can be null
 * @param right names of the right operand that can be null
 */
export function completedComparison(
  callee: string,
  comparison: Expression,
  left: readonly string[],
  right: readonly string[],
  span: Span,
  to: BridgeImporter,
): Expression | undefined {
  const isNe = callee === "ne";
  const names = [...new Set([...left, ...right])];
  const isTrueForNulls = isNe || callee === "eq" || callee === "le" || callee === "ge";
  if (left.length === 0 || right.length === 0 || !isTrueForNulls)
    return completed(comparison, names, isNe, span, to);
  const and = (...parts: readonly Expression[]) => to.call("and", parts, span);
  const bothNull = and(nullTest(left, span, to), nullTest(right, span, to));
  if (!isNe) return to.call("or", [completed(comparison, names, false, span, to)!, bothNull], span);
  const notBoth = to.call("not", [bothNull], span);
  if (to.report.isNegated) return and(comparison, notBoth);
  return to.call("or", [comparison, and(nullTest(names, span, to), notBoth)], span);
}

/**
 * Returns the names whose null tests another language needs next to a comparison, so that it keeps the rows of the comparison
 * in tamis: `and name ne null`, or below a negation `or name eq null`.
 *
 * @param left names of the left operand that can be null
 * @param right names of the right operand that can be null
 */
export function guardNames(
  callee: string,
  isNegated: boolean,
  left: readonly string[],
  right: readonly string[],
): readonly string[] {
  const areBothNullable = left.length > 0 && right.length > 0;
  const names = [...new Set([...left, ...right])];
  if (callee === "ne") return !isNegated ? names : areBothNullable ? left : [];
  if (isNegated) return names;
  const isTrueForNulls = callee === "eq" || callee === "le" || callee === "ge";
  return isTrueForNulls && areBothNullable ? left : [];
}

/** Returns whether a comparison is true for two values. `order` is less than, equal to or greater than 0, as the values compare. */
export function holds(callee: string, order: number): boolean {
  switch (callee) {
    case "eq":
      return order === 0;
    case "ne":
      return order !== 0;
    case "lt":
      return order < 0;
    case "le":
      return order <= 0;
    case "gt":
      return order > 0;
    default:
      return order >= 0;
  }
}

import { requireExpression, requireSortBy } from "./validate.ts";
import { strengthOf, type Expression, type SortBy } from "./nodes.ts";

/**
 * Returns whether two trees are equal, ignoring their spans.
 *
 * @throws TypeError for an object that is not a node
 */
export function equalExpressions(a: Expression, b: Expression): boolean {
  requireExpression(a, "a");
  requireExpression(b, "b");
  if (a === b) return true;
  if (a.kind === "literal" && b.kind === "literal") return a.type === b.type && a.value === b.value;
  if (a.kind === "name" && b.kind === "name") return a.name === b.name;
  if (a.kind === "call" && b.kind === "call") {
    return (
      a.callee === b.callee &&
      strengthOf(a) === strengthOf(b) &&
      a.args.length === b.args.length &&
      a.args.every((argument, i) => equalExpressions(argument, b.args[i]!))
    );
  }
  return false;
}

/**
 * Returns whether two trees are equal, ignoring their spans.
 *
 * @throws TypeError for an object that is not a node
 */
export function equalSortBys(a: SortBy, b: SortBy): boolean {
  requireSortBy(a, "a");
  requireSortBy(b, "b");
  return (
    a.keys.length === b.keys.length &&
    a.keys.every((key, i) => {
      const otherKey = b.keys[i]!;
      return (
        key.direction === otherKey.direction &&
        strengthOf(key) === strengthOf(otherKey) &&
        equalExpressions(key.expression, otherKey.expression)
      );
    })
  );
}

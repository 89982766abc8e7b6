import type { Expression } from "../../ast/nodes.ts";
import { equalExpressions } from "../../ast/equals.ts";
import { printNode } from "../../ast/print.ts";
import { check } from "../../checker/check.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { equivalent, type DecideOptions } from "../decide/decide.ts";
import { Simplifier } from "./simplifier.ts";

export interface SimplifyOptions extends DecideOptions {
  /**
   * `rows`, the default: the result keeps the same rows. `truth`: it is also false and unknown for the same rows, so that it can
   * replace a part of another filter, for example below `not`.
   */
  readonly keeps?: "rows" | "truth" | undefined;
}

/**
 * Returns a filter that keeps exactly the same rows, and whose text is not longer. It removes constants, duplicates, double
 * negations, conditions that others imply, and branches that never match, and joins ranges and equalities.
 *
 * Returns the expression itself if it has errors, or if there is nothing to simplify.
 *
 * @example simplify(tree of "and(gt(size,3),gt(size,5),not(not(enabled)))", { catalog }) // and(gt(size,5),enabled)
 */
export function simplify(expression: Expression, options: SimplifyOptions = {}): Expression {
  const { keeps = "rows", ...decideOptions } = ownProperties(options);
  const { catalog, functions } = decideOptions;
  const checkOptions = functions === undefined ? {} : { functions };
  const checked = check(expression, catalog, checkOptions);
  if (!checked.ok) return expression;
  const simplifier = new Simplifier(checked.filter, decideOptions);
  const simplified = simplifier.simplify(keeps === "rows" ? "true" : "both");
  if (equalExpressions(simplified, expression)) return expression;
  if (printNode(simplified).length > printNode(expression).length) return expression;
  // The text must have the same meaning when it is read again: a member can forbid the function of a new call.
  const again = check(simplified, catalog, checkOptions);
  if (!again.ok || !equalExpressions(again.filter.expression, simplified)) return expression;
  return equivalent(expression, simplified, decideOptions).answer === "no" ? expression : simplified;
}

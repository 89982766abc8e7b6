import type { Catalog, Diagnostic, Expression } from "tamis";
import { clockOf, type ClockScope } from "../command/time-zone-option.ts";
import type { TextCheck } from "./check-text.ts";

/** Adds the warnings of `reviewOf` to the result of a check. */
export async function reviewed(
  result: TextCheck,
  catalog: Catalog | undefined,
  scope: ClockScope,
): Promise<TextCheck> {
  const review = await reviewOf(result.tree, catalog, scope);
  return review.length === 0 ? result : { ...result, diagnostics: [...result.diagnostics, ...review] };
}

/**
 * Warns about a filter that no row or every row matches. A single test of two operands is not reviewed, so that the code for it is not
 * loaded. Comparisons of more operands, such as gt(3,size,5), are several tests.
 */
export async function reviewOf(
  filter: Expression | undefined,
  catalog: Catalog | undefined,
  scope: ClockScope,
): Promise<readonly Diagnostic[]> {
  if (filter?.kind !== "call" || (filter.args.length < 3 && filter.args.every(({ kind }) => kind !== "call")))
    return [];
  const { reviewFilter } = await import("tamis/understand");
  return reviewFilter(filter, { catalog, functions: clockOf(scope) });
}

import type { Catalog } from "tamis";
import { clockOf, type ClockScope } from "../command/time-zone-option.ts";
import type { TextCheck } from "./check-text.ts";

/**
 * Adds warnings about filters that no row or every row matches. A single test is not reviewed, so that the code for it is not loaded.
 */
export async function reviewed(
  result: TextCheck,
  catalog: Catalog | undefined,
  scope: ClockScope,
): Promise<TextCheck> {
  const { filter } = result;
  if (filter?.kind !== "call" || filter.args.every(({ kind }) => kind !== "call")) return result;
  const { reviewFilter } = await import("tamis/understand");
  const found = reviewFilter(filter, { catalog, functions: clockOf(scope) });
  return found.length === 0 ? result : { ...result, diagnostics: [...result.diagnostics, ...found] };
}

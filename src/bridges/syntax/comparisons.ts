import { MIRRORED, type ComparisonName } from "../../functions/definition/comparisons.ts";

const NAMES = Object.keys(MIRRORED) as readonly ComparisonName[];

/**
 * Returns the comparison of each sign of a language.
 *
 * @param signs those of `eq`, `ne`, `lt`, `le`, `gt` and `ge`, such as `"= <> < <= > >="`
 */
export function comparisonsOf(signs: string): ReadonlyMap<string, ComparisonName> {
  return new Map(signs.split(" ").map((sign, i) => [sign, NAMES[i]!]));
}

/** Returns the sign of each function. The last one of several signs with the same function. */
export function signsOf(functions: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...functions].map(([sign, callee]) => [callee, sign]));
}

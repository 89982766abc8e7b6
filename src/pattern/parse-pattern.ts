import type { PatternTree } from "./pattern-tree.ts";
import { RE2_SETS } from "./re2-sets.ts";
import { MAX_PATTERN_STATES, readPattern, type ParsedPattern } from "./read-pattern.ts";

/**
 * Parses a pattern with the code points of Unicode that the RE2 library knows.
 * @throws PatternError at the first syntax error or exceeded limit
 */
export function parsePattern(source: string): PatternTree {
  return parseWithStates(source, MAX_PATTERN_STATES).tree;
}

/**
 * Like `parsePattern`, and counts the states.
 * @param maxStates maximum number of states; more than `MAX_PATTERN_STATES` has no effect
 */
export function parseWithStates(source: string, maxStates: number): ParsedPattern {
  return readPattern(source, maxStates, RE2_SETS);
}

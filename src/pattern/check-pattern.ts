import { ALL, type CodePointSet } from "./code-point-set.ts";
import { literalShape } from "./literal-shapes.ts";
import { PatternError } from "./pattern-cursor.ts";
import { MAX_PATTERN_STATES, readPattern } from "./read-pattern.ts";
import type { UnicodeSets } from "./unicode-sets.ts";
import { ownProperty } from "../values/own-properties.ts";

export interface PatternFailure {
  readonly ok: false;
  /** Reason why the pattern is refused, as a clause without a final period. */
  readonly reason: string;
  /** Offset of the problem in the pattern, in UTF-16 units. */
  readonly offset: number;
  /**
   * Limit that the pattern exceeds; absent for a syntax error. `states` refers to the limit `patternStates`.
   */
  readonly limit?: "size" | "states";
}

/** Limits of one pattern. */
export interface PatternLimits {
  /** Maximum length in UTF-16 units. Default 10,000. */
  readonly length?: number;
  /** Maximum number of states. Default 10,000. */
  readonly states?: number;
}

/** Maximum length of a pattern in UTF-16 units. A higher limit of an expression has no effect. */
const MAX_PATTERN_LENGTH = 10_000;

/** Placeholder for the data of Unicode, which is not needed to decide whether a pattern is valid. */
const NO_DATA: UnicodeSets = { property: (): CodePointSet => ALL, folded: (set) => set };

/**
 * Checks a pattern without the RE2 library. Fails exactly if `compilePattern` does, with the same reason.
 * @returns the number of states as in `Pattern.states`
 */
export function checkPattern(
  source: string,
  limits: PatternLimits = {},
): { readonly ok: true; readonly states: number } | PatternFailure {
  return attemptPattern(source, limits, (maxStates) => {
    const { tree, states } = readPattern(source, maxStates, NO_DATA);
    return { ok: true, states: literalShape(tree) === undefined ? states : 1 };
  });
}

/**
 * Checks the length of a pattern, and returns the error that reading it throws.
 * @param read receives the maximum number of states
 */
export function attemptPattern<T>(
  source: string,
  limits: PatternLimits,
  read: (states: number) => T,
): T | PatternFailure {
  const length = Math.min(ownProperty(limits, "length") ?? MAX_PATTERN_LENGTH, MAX_PATTERN_LENGTH);
  if (source.length > length)
    return { ok: false, reason: `a pattern has at most ${length} characters`, offset: length, limit: "size" };
  try {
    return read(ownProperty(limits, "states") ?? MAX_PATTERN_STATES);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const { message: reason, offset, limit } = error;
    return limit === undefined ? { ok: false, reason, offset } : { ok: false, reason, offset, limit };
  }
}

import type { Strength } from "../../collation/order/strength.ts";
import type { RequiredLiterals } from "../../pattern/required-literals.ts";
import type { RelationName, SearchKind } from "./port.ts";

/**
 * Backends decide by the role how they run a call; they never compare names of functions. A function without a role is only
 * evaluated.
 */
export type FunctionRole = LogicRole | ComparisonRole | SearchRole | PatternRole | MeasureRole | NullTestRole;

/** Combines conditions and does nothing else. */
export interface LogicRole {
  readonly kind: "logic";
  readonly operation: "and" | "or" | "not";
}

/**
 * A relation holds between each two consecutive arguments. `ne` negates `eq`. `in` is true if the first argument equals one of
 * the others.
 */
export interface ComparisonRole {
  readonly kind: "comparison";
  readonly relation: RelationName | "ne" | "in";
}

/** Searches its first argument, a string, for its second argument. */
export interface SearchRole {
  readonly kind: "search";
  readonly search: SearchKind;
  /** Without it, the call or the member decides. */
  readonly strength?: Strength;
  /** Whether a list is searched for an equal element, rather than for an element with a match. */
  readonly equalElement?: boolean;
}

/**
 * Matches strings: `f(string, pattern)` or `f(pattern, string, …)`. `f(map, keyPattern, valuePattern)` is true if one entry of
 * the map matches both patterns.
 */
export interface PatternRole {
  readonly kind: "pattern";
  readonly patternIndex: 0 | 1;
  /** Strings that every matching string contains. Wrong literals lose rows. */
  readonly requiredLiterals: (pattern: string) => RequiredLiterals | undefined;
  /** Undefined if the pattern is invalid. Absent if the function takes no maps. */
  readonly entryTest?: (pattern: string) => ((text: string) => boolean) | undefined;
}

/** Counts the code points of a string, the elements of a list or the entries of a map. */
export interface MeasureRole {
  readonly kind: "measure";
}

/** True if its argument is null. */
export interface NullTestRole {
  readonly kind: "nullTest";
}

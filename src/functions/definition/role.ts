import type { Strength } from "../../collation/order/strength.ts";
import type { RequiredLiterals } from "../../pattern/required-literals.ts";
import type { RelationName, SearchKind } from "./port.ts";

/**
 * Kind of a function. It decides how a backend runs a call: backends never compare names of functions. A function without a role
 * is only evaluated, without indexes or other optimizations.
 */
export type FunctionRole = LogicRole | ComparisonRole | SearchRole | PatternRole | MeasureRole | NullTestRole;

/** The part of a function's role that its declaration contains: for patterns, without the functions that run them. */
export type DeclaredRole = Exclude<FunctionRole, PatternRole> | Pick<PatternRole, "kind" | "patternIndex">;

/** Role of functions that only combine conditions. */
export interface LogicRole {
  readonly kind: "logic";
  readonly operation: "and" | "or" | "not";
}

/**
 * Role of functions that test a relation between each two consecutive arguments. `ne` negates `eq`. `in` is true if the
 * first argument equals one of the others.
 */
export interface ComparisonRole {
  readonly kind: "comparison";
  readonly relation: RelationName | "ne" | "in";
}

/** Role of functions that search the first argument, a string, for the second one. */
export interface SearchRole {
  readonly kind: "search";
  readonly search: SearchKind;
  /** Fixed strength of the search. If absent, the strength of the call or of the member applies. */
  readonly strength?: Strength;
  /**
   * Whether a list is searched for an element that equals the second argument. Otherwise, each element is searched like a
   * string.
   */
  readonly equalElement?: boolean;
}

/**
 * Role of functions that match strings: `f(string, pattern)` or `f(pattern, string, …)`. `f(map, keyPattern, valuePattern)`
 * is true if one entry of the map matches both patterns.
 */
export interface PatternRole {
  readonly kind: "pattern";
  readonly patternIndex: 0 | 1;
  /** Returns strings that every matching string contains. Wrong literals exclude matching rows. */
  readonly requiredLiterals: (pattern: string) => RequiredLiterals | undefined;
  /**
   * Returns a test of a map's keys or values, or undefined if the pattern is invalid. Absent if the function takes no maps.
   */
  readonly entryTest?: (pattern: string) => ((text: string) => boolean) | undefined;
}

/** Role of functions that count the code points of a string, the elements of a list or the entries of a map. */
export interface MeasureRole {
  readonly kind: "measure";
}

/** Role of functions that are true if their argument is null. */
export interface NullTestRole {
  readonly kind: "nullTest";
}

/**
 * Returns whether functions of a role test equality. Only then must a literal be one of an enum's values: ge(level,'m') is
 * useful with any string.
 */
export function testsEquality(role: DeclaredRole | undefined): boolean {
  if (role?.kind === "search") return role.equalElement === true;
  return role?.kind === "comparison" && EQUALITY_RELATIONS.has(role.relation);
}

/** Returns whether functions of a role test which of two values is greater. */
export function testsOrder(role: DeclaredRole | undefined): boolean {
  return role?.kind === "comparison" && !EQUALITY_RELATIONS.has(role.relation);
}

const EQUALITY_RELATIONS: ReadonlySet<ComparisonRole["relation"]> = new Set(["eq", "ne", "in"]);

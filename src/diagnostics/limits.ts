import { requireObject } from "./require-argument.ts";

/** Limits of an expression, checked before the work that they limit. See grammar.md, "Limits". */
export interface Limits {
  /** Maximum length of a filter or sort text in UTF-16 code units. */
  readonly text: number;
  /** Maximum nesting of calls and parentheses. */
  readonly depth: number;
  /** Maximum number of literals, names and calls in one tree. */
  readonly nodes: number;
  /** Maximum number of arguments of one call. */
  readonly arguments: number;
  /** Maximum number of keys in one `sortBy`. */
  readonly sortKeys: number;
  /** Maximum length of one string literal in UTF-16 code units. */
  readonly string: number;
  /** Maximum length of one pattern in UTF-16 code units. */
  readonly pattern: number;
  /**
   * Maximum number of states of one pattern, with repetitions unrolled. All patterns of an expression may have four times as
   * many, where each pattern counts once for each argument that it is matched with.
   */
  readonly patternStates: number;
}

export const DEFAULT_LIMITS: Limits = /* @__PURE__ */ Object.freeze({
  text: 65_536,
  depth: 64,
  nodes: 2_000,
  arguments: 1_000,
  sortKeys: 8,
  string: 4_096,
  pattern: 1_000,
  patternStates: 2_500,
});

/** Greatest values to which options can raise the limits. */
export const MAXIMUM_LIMITS: Limits = Object.freeze({
  text: 1_048_576,
  depth: 256,
  nodes: 100_000,
  arguments: 10_000,
  sortKeys: 32,
  string: 65_536,
  pattern: 10_000,
  patternStates: 10_000,
});

/** Default of the limit `text` for a filter in a URL. */
export const URL_TEXT_LIMIT = 8_192;

const NAMES = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];

/**
 * Completes the given limits with the defaults.
 *
 * @throws RangeError if a limit is not an integer from 0 to its maximum.
 */
export function resolveLimits(partial?: Partial<Limits>): Limits {
  if (partial === undefined) return DEFAULT_LIMITS;
  requireObject(partial, "limits");
  const limits = { ...DEFAULT_LIMITS } as { -readonly [K in keyof Limits]: number };
  for (const name of NAMES) {
    const value = Object.hasOwn(partial, name) ? partial[name] : undefined;
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < 0 || value > MAXIMUM_LIMITS[name]) {
      throw new RangeError(
        `limits.${name} must be an integer from 0 to ${MAXIMUM_LIMITS[name]}, got ${String(value)}`,
      );
    }
    limits[name] = value;
  }
  return limits;
}

/**
 * The limits that bound every stage. Each is checked before the work that it bounds, and each trees built by hand
 * or read from JSON as well as text. Rule: grammar.md, "Limits".
 */
export interface Limits {
  /** UTF-16 code units of a filter or sort text. */
  readonly text: number;
  /** Nested calls, parentheses included. */
  readonly depth: number;
  /** Nodes of one tree: literals, names and calls. */
  readonly nodes: number;
  /** Arguments of one call. */
  readonly arguments: number;
  /** Keys of one `sortBy`. */
  readonly sortKeys: number;
  /** UTF-16 code units of one string literal. */
  readonly string: number;
  /** UTF-16 code units of one pattern. */
  readonly pattern: number;
}

/** What applies when a caller sets nothing. */
export const DEFAULT_LIMITS: Limits = Object.freeze({
  text: 65_536,
  depth: 64,
  nodes: 2_000,
  arguments: 1_000,
  sortKeys: 8,
  string: 4_096,
  pattern: 1_000,
});

/** The most that a caller can set. */
export const MAXIMUM_LIMITS: Limits = Object.freeze({
  text: 1_048_576,
  depth: 256,
  nodes: 100_000,
  arguments: 10_000,
  sortKeys: 32,
  string: 65_536,
  pattern: 10_000,
});

/** The text limit that applies to a filter in a URL. */
export const URL_TEXT_LIMIT = 8_192;

const NAMES = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];

/**
 * Completes a partial set of limits with the defaults. Only own properties are read.
 *
 * @throws RangeError if a limit is no whole number from 0 to its maximum: a mistake of the program, not of a user.
 * @example resolveLimits({ depth: 100 }).depth // 100
 */
export function resolveLimits(partial?: Partial<Limits>): Limits {
  if (partial === undefined) return DEFAULT_LIMITS;
  const limits = { ...DEFAULT_LIMITS } as { -readonly [K in keyof Limits]: number };
  for (const name of NAMES) {
    const value = Object.hasOwn(partial, name) ? partial[name] : undefined;
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < 0 || value > MAXIMUM_LIMITS[name]) {
      throw new RangeError(`limits.${name} must be a whole number from 0 to ${MAXIMUM_LIMITS[name]}`);
    }
    limits[name] = value;
  }
  return limits;
}

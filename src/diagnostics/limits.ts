/** Checked before the work that they limit. See grammar.md, "Limits". */
export interface Limits {
  /** UTF-16 units of a filter or sort text. */
  readonly text: number;
  /** Nesting of calls, including parentheses. */
  readonly depth: number;
  /** Literals, names and calls of one tree. */
  readonly nodes: number;
  /** Of one call. */
  readonly arguments: number;
  /** Of one `sortBy`. */
  readonly sortKeys: number;
  /** UTF-16 units of one string literal. */
  readonly string: number;
  /** UTF-16 units of one pattern. */
  readonly pattern: number;
}

export const DEFAULT_LIMITS: Limits = Object.freeze({
  text: 65_536,
  depth: 64,
  nodes: 2_000,
  arguments: 1_000,
  sortKeys: 8,
  string: 4_096,
  pattern: 1_000,
});

/** Greatest values that options can set. */
export const MAXIMUM_LIMITS: Limits = Object.freeze({
  text: 1_048_576,
  depth: 256,
  nodes: 100_000,
  arguments: 10_000,
  sortKeys: 32,
  string: 65_536,
  pattern: 10_000,
});

/** Default of `text` for a filter in a URL. */
export const URL_TEXT_LIMIT = 8_192;

const NAMES = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];

/**
 * Completes limits with the defaults.
 *
 * @throws RangeError if a limit is not an integer from 0 to its maximum.
 */
export function resolveLimits(partial?: Partial<Limits>): Limits {
  if (partial === undefined) return DEFAULT_LIMITS;
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

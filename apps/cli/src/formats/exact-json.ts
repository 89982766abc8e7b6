/**
 * JSON with integers of any size, such as the identifier 9007199254740993. Integers outside ±(2^53-1) become bigints.
 */

/** Converting more digits takes superlinear time. */
export const MAXIMUM_DIGITS = 1_000;

/** Possible integers outside ±(2^53-1). Excludes fractions (after a point) and strings (after a quote). */
const LONG_INTEGER = /(?:^|[^.\d"])\d{16}/;

const INTEGER = /^-?\d+$/;

export class TooManyDigits extends Error {
  constructor() {
    super(`an integer has more than ${MAXIMUM_DIGITS} digits`);
  }
}

/**
 * @throws SyntaxError, {@link TooManyDigits}
 * @example parseJson("[9007199254740993]") // [9007199254740993n]
 */
export function parseJson(text: string): unknown {
  return LONG_INTEGER.test(text) ? parseWithSource(text, exactInteger) : (JSON.parse(text) as unknown);
}

/** Prints bigints as digits, and undefined as `null`. */
export function formatJson(value: unknown): string {
  try {
    return plainJson(value) ?? "null";
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return formatExactJson(value);
  }
}

/** For values with bigints: skips the attempt with `JSON.stringify`. */
export function formatExactJson(value: unknown): string {
  return plainJson(value, digits) ?? "null";
}

function exactInteger(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const { source } = context;
  if (source === undefined || !INTEGER.test(source)) return value;
  const exact = exactBigint(source);
  if (exact === undefined) throw new TooManyDigits();
  return exact;
}

/** Returns undefined for more than {@link MAXIMUM_DIGITS}. */
export function exactBigint(digits: string): bigint | undefined {
  const sign = digits.startsWith("-") ? 1 : 0;
  return digits.length - sign > MAXIMUM_DIGITS ? undefined : BigInt(digits);
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? rawJson(value.toString()) : value;
}

// ES2026, not declared by TypeScript yet.
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;
// TypeScript does not declare the undefined result.
const plainJson = JSON.stringify as (
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
) => string | undefined;
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => object };

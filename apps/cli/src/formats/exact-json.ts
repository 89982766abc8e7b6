/**
 * Parses and prints JSON with integers of any size. `JSON.parse` converts every number to a double, which would change
 * an identifier such as 9007199254740993. Here integers outside ±(2^53-1) become bigints, and bigints are printed with
 * all digits. Plain `JSON.parse` and `JSON.stringify` are used whenever they suffice, because they are faster.
 */

/** Maximum number of digits of an integer. Converting more digits takes superlinear time. */
export const MAXIMUM_DIGITS = 1_000;

/** Integers outside ±(2^53-1) have at least 16 digits. Excludes fractions (after a point) and strings (after a quote). */
const LONG_INTEGER = /(?:^|[^.\d"])\d{16}/;

const INTEGER = /^-?\d+$/;

export class TooManyDigits extends Error {
  constructor() {
    super(`an integer has more than ${MAXIMUM_DIGITS} digits`);
  }
}

/**
 * Like `JSON.parse`, but keeps all digits of integers.
 *
 * @throws SyntaxError if the text is not JSON; {@link TooManyDigits}
 * @example parseJson("[9007199254740993]") // [9007199254740993n]
 */
export function parseJson(text: string): unknown {
  return LONG_INTEGER.test(text) ? parseWithSource(text, exactInteger) : (JSON.parse(text) as unknown);
}

/** Like `JSON.stringify`, but prints bigints as digits, and `null` for undefined. */
export function formatJson(value: unknown): string {
  try {
    return plainJson(value) ?? "null";
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return formatExactJson(value);
  }
}

/** Like {@link formatJson}, but without a first attempt by plain `JSON.stringify`. For values that contain a bigint. */
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

/** Parses decimal digits. Returns undefined if there are more than {@link MAXIMUM_DIGITS}. */
export function exactBigint(digits: string): bigint | undefined {
  const sign = digits.startsWith("-") ? 1 : 0;
  return digits.length - sign > MAXIMUM_DIGITS ? undefined : BigInt(digits);
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? rawJson(value.toString()) : value;
}

// TypeScript does not declare these ES2026 additions yet: the context of a reviver, and `JSON.rawJSON`.
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;
// TypeScript does not declare that the result can be undefined.
const plainJson = JSON.stringify as (
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
) => string | undefined;
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => object };

/**
 * JSON to values and back with whole numbers of any size. `JSON.parse` makes a double of every number, so an
 * identifier such as 9007199254740993 would change; here whole numbers outside ±(2^53-1) become bigint, and the other
 * way round a bigint is printed as its digits. Both take the quick way unless a text or a value needs the slow one.
 */

/** The most digits of a whole number: reading many more would not be linear in their number. */
export const MAXIMUM_DIGITS = 1_000;

/** A number outside ±(2^53-1) has 16 digits or more. Not in front of them: a point (a fraction) or a quote (a string). */
const LONG_INTEGER = /(?:^|[^.\d"])\d{16}/;

const INTEGER = /^-?\d+$/;

export class TooManyDigits extends Error {
  constructor() {
    super(`a whole number has more than ${MAXIMUM_DIGITS} digits`);
  }
}

/**
 * `JSON.parse` that keeps every digit of whole numbers.
 *
 * @throws SyntaxError if the text is no JSON; {@link TooManyDigits}
 * @example parseJson("[9007199254740993]") // [9007199254740993n]
 */
export function parseJson(text: string): unknown {
  return LONG_INTEGER.test(text) ? parseWithSource(text, exactInteger) : (JSON.parse(text) as unknown);
}

/**
 * `JSON.stringify` on one line that prints a bigint as its digits. For a value that JSON cannot say (`undefined`) it
 * says `null`.
 */
export function toJson(value: unknown): string {
  try {
    return plainJson(value) ?? "null";
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return stringifyExact(value);
  }
}

/** As {@link toJson}, for values of which it is known that they hold a bigint: it saves a failed attempt. */
export function stringifyExact(value: unknown): string {
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

/** The value of decimal digits, or `undefined` if they are more than {@link MAXIMUM_DIGITS}. */
export function exactBigint(digits: string): bigint | undefined {
  const sign = digits.startsWith("-") ? 1 : 0;
  return digits.length - sign > MAXIMUM_DIGITS ? undefined : BigInt(digits);
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? rawJson(value.toString()) : value;
}

// The library of the compiler does not know these two parts of ES2026 yet.
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;
// And its types do not say that there is no text for `undefined`.
const plainJson = JSON.stringify as (
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
) => string | undefined;
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => object };

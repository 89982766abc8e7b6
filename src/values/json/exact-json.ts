/**
 * Parses and prints JSON with integers of any size, such as the identifier 9007199254740993. Integers outside
 * ±(2^53-1) become bigints. Names that are whole numbers keep their place among the others.
 */
import { requireText } from "../../diagnostics/require-argument.ts";
import { hasOrder, namesInOrder, parseInOrder } from "./member-order.ts";

/** Maximum number of digits of an integer. Converting more digits takes superlinear time. */
export const MAXIMUM_DIGITS = 1_000;

/** Matches possible integers outside ±(2^53-1): 16 digits, except after a decimal point or a quote. */
const LONG_INTEGER = /(?:^|[^.\d"])\d{16}/;

const INTEGER = /^-?\d+$/;

export class TooManyDigitsError extends Error {
  constructor() {
    super(`an integer has more than ${MAXIMUM_DIGITS} digits`);
  }
}

/**
 * @throws SyntaxError, {@link TooManyDigitsError}
 * @example parseJson("[9007199254740993]") // [9007199254740993n]
 */
export function parseJson(text: string): unknown {
  requireText(text, "text");
  return parseInOrder(text, LONG_INTEGER.test(text) ? exactInteger : undefined);
}

/** Prints bigints as digits, and undefined as `null`. */
export function formatJson(value: unknown): string {
  if (hasOrder(value)) return formatInOrder(value);
  try {
    return plainJson(value) ?? "null";
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return formatExactJson(value);
  }
}

/**
 * Equivalent to {@link formatJson}, but faster for values with bigints: `JSON.stringify` is not tried first.
 */
export function formatExactJson(value: unknown): string {
  return hasOrder(value) ? formatInOrder(value) : (plainJson(value, replaceBigint) ?? "null");
}

function formatInOrder(value: object): string {
  if (Array.isArray(value)) return `[${value.map(formatJson).join()}]`;
  const members = namesInOrder(value)
    .map((name) => [name, (value as Record<string, unknown>)[name]] as const)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${formatJson(member)}`);
  return `{${members.join()}}`;
}

function exactInteger(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const { source } = context;
  if (source === undefined || !INTEGER.test(source)) return value;
  const exact = exactBigint(source);
  if (exact === undefined) throw new TooManyDigitsError();
  return exact;
}

/** Converts digits to a bigint. Returns undefined for more than {@link MAXIMUM_DIGITS}. */
export function exactBigint(digits: string): bigint | undefined {
  requireText(digits, "digits");
  const sign = digits.startsWith("-") ? 1 : 0;
  return digits.length - sign > MAXIMUM_DIGITS ? undefined : BigInt(digits);
}

function replaceBigint(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? rawJson(value.toString()) : value;
}

// `JSON.stringify` can return undefined. TypeScript does not declare this result.
const plainJson = JSON.stringify as (
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
) => string | undefined;
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => object };

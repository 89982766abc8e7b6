/** Numbers in cells. */
import { exactBigint } from "../../values/json/exact-json.ts";

export const BAD_CELL = Symbol("bad cell");

/**
 * Matches numbers in JSON syntax, `.5`, `7.` and `+5`. 007 does not match: it is an identifier. An integer with a plus sign
 * has at most 6 digits: longer ones are telephone numbers, such as +4915112345678, and lose their sign as numbers.
 */
const NUMBER =
  /^(?:-?(?:0|[1-9]\d*)(?:\.\d*)?|\+(?:0|[1-9]\d{0,5}|(?:0|[1-9]\d*)\.\d+)|[+-]?\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;
/** Matches the sign, the digits and the exponent of a number that `NUMBER` matches. */
const PARTS = /^\+?(-?)(\d*)(?:\.(\d*))?(?:[eE](.*))?$/;
/** Matches numbers with a decimal comma. Dots can separate groups of three digits. */
const COMMA_NUMBER = /^[+-]?(?:(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?$/;

/** @param isComma true if the decimal separator is a comma */
export function isNumberCell(text: string, isComma = false): boolean {
  return NUMBER.test(isComma ? withDot(text) : text);
}

/** @param isComma true if the decimal separator is a comma */
export function isIntegerCell(text: string, isComma = false): boolean {
  return INTEGER.test(isComma ? withDot(text) : text);
}

/**
 * Returns a number with a decimal comma if all non-empty cells are numbers, some of them with a comma. 1,500 is not an
 * example, because its comma can separate thousands.
 */
export function decimalCommaExample(cells: Iterable<string>): string | undefined {
  let example: string | undefined;
  for (const cell of cells) {
    if (cell === "") continue;
    if (!COMMA_NUMBER.test(cell)) return undefined;
    if (example === undefined && cell.includes(",") && !/,\d{3}$/.test(cell)) example = cell;
  }
  return example;
}

/**
 * Reads a number. Integers outside ±(2^53-1) become bigints. `integer` also reads 1.0, 1e3 and +1.
 * @example readNumberCell("1.234,50", "number", true) // 1234.5
 */
export function readNumberCell(
  text: string,
  type: "integer" | "number",
  isComma = false,
): number | bigint | typeof BAD_CELL {
  const plain = isComma ? withDot(text) : text;
  if (!NUMBER.test(plain)) return BAD_CELL;
  const value = Number(plain);
  if (INTEGER.test(plain)) return Number.isSafeInteger(value) ? value : (exactBigint(plain) ?? BAD_CELL);
  if (!Number.isFinite(value)) return BAD_CELL;
  if (type === "number") return value;
  const [, sign, integer, fraction = "", exponent = "0"] = PARTS.exec(plain)!;
  const digits = integer! + fraction;
  const end = Math.max(integer!.length + Number(exponent), 0);
  if (/[1-9]/.test(digits.slice(end))) return BAD_CELL;
  // A finite number has at most 309 digits before its point, and 0 is safe.
  return Number.isSafeInteger(value) ? value : BigInt(sign! + digits.slice(0, end).padEnd(end, "0"));
}

/** Converts a number with a decimal comma to a decimal dot. Returns the empty string for other texts. */
function withDot(text: string): string {
  return COMMA_NUMBER.test(text) ? text.replaceAll(".", "").replace(",", ".") : "";
}

/** Matches the sign, the currency and the digits of an amount, in any usual order. */
const AMOUNT =
  /^([+-]?)(?:([A-Z]{3})\s?|([A-Z]{0,3}\p{Sc})\s?)?([+-]?)([\d.,'’\s]*\d[.,]?)(?:\s?(%)|\s?\p{Sc}|\s?([A-Z]{3}))?(-?)$/u;
/** Matches digits with separators of groups, which are all alike. India writes 12,34,567. */
const GROUPS = /^\d{1,3}(?:([,'’\s])\d{3}(?:\1\d{3})*|(?:,\d{2})+,\d{3})(?:\.\d*)?$/;
const DIGITS = /^\d*\.?\d*$/;
const MAX_AMOUNT_LENGTH = 64;
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/**
 * Reads a number as people write it: with a currency, groups of digits, a percent sign, or in the parentheses that
 * accountants use for negative amounts.
 * @example readAmount("($1,234.50)", "number") // -1234.5
 * @example readAmount("7.5 %", "number") // 7.5
 */
export function readAmount(
  text: string,
  type: "integer" | "number",
  isComma = false,
): number | bigint | typeof BAD_CELL {
  if (text.length > MAX_AMOUNT_LENGTH) return BAD_CELL;
  const trimmed = text.trim().replaceAll("\u2212", "-");
  const [, inner] = /^\((.*)\)$/.exec(trimmed) ?? [];
  const match = AMOUNT.exec(inner ?? trimmed);
  if (match === null) return BAD_CELL;
  const [, sign, before, symbol, innerSign, amount, , after, lastSign] = match;
  const signs = [sign, innerSign, lastSign].filter((mark) => mark !== "");
  const codes = [before, after].filter((code) => code !== undefined);
  if (signs.length > (inner === undefined ? 1 : 0)) return BAD_CELL;
  if (codes.length + (symbol === undefined ? 0 : 1) > 1 || codes.some((code) => !CURRENCIES.has(code)))
    return BAD_CELL;
  const dotted = isComma ? amount!.replaceAll(/[.,]/g, (mark) => (mark === "," ? "." : ",")) : amount!;
  if (!GROUPS.test(dotted) && !DIGITS.test(dotted)) return BAD_CELL;
  const digits = dotted.replaceAll(/[,'’\s]/g, "").replace(/^0+(?=\d)/, "");
  return readNumberCell((inner !== undefined || signs[0] === "-" ? "-" : "") + digits, type);
}

/** Parses the JSON of one row. A number that cannot be read costs its value, not the row. */
import { MAXIMUM_DIGITS, parseJson } from "../../values/json/exact-json.ts";
import { findJsonFault } from "./json-fault.ts";
import type { OptionName } from "../rows/reading-fault.ts";
import { MAXIMUM_ROW_DEPTH, ROW_TOO_DEEP } from "../rows/format-reader.ts";
import { isTooDeep, kindOf } from "../rows/descriptions.ts";

/** Reason why a row is invalid. The message has no position. */
export class RowFault extends Error {
  /** Text of the row before the fault. */
  readonly lead: string;
  readonly option: OptionName | undefined;

  constructor(reason: string, lead = "", option?: OptionName) {
    super(reason);
    this.lead = lead;
    this.option = option;
  }
}

/** Returns a line without the character before each value of a JSON text sequence (RFC 7464). */
export function withoutMark(line: string): string {
  return line.startsWith("\u001e") ? ` ${line.slice(1)}` : line;
}

/** Returns whether the first line shows that the input is JSON with lists of rows, or on several lines. */
export function hasOtherLines(line: string): boolean {
  return /^\s*(?:\[\s*(?:\{|$)|\{\s*$)/.test(line);
}

/** Returns whether a comma follows the value of a line. */
export function endsWithComma(line: string): boolean {
  return line.endsWith(",") || line.endsWith(",\r");
}

export const COMMAS_NOTE = { text: "superfluous commas after rows are skipped" };

/** Returns the fault of a value that is no row. */
export function notARow(value: unknown): RowFault {
  return new RowFault(`a row must be a JSON object, but this is ${kindOf(value)}`);
}

/** Matches numbers that `JSON.stringify` would write with other digits: 10.10, an exponent, more than 16 digits, and -0. */
const ODD_NUMBER = /\.\d*0[\s,}\]]|\d[eE][+-]?\d|\d[\d.]{16}|-0[\s,}\]]/;
/** Matches those that can be beyond doubles: with an exponent of three digits, or 309 digits. */
const LARGE_NUMBER = /\d[eE]\+?\d{3,}\s*[,\]}]|\d{309}/;

export class RowParser {
  /** True if the text that was parsed last can have numbers that `JSON.stringify` would write with other digits. */
  hasOddNumbers = false;
  /** True after a row with numbers that cannot be read, because later rows probably have some too. */
  hasRepaired = false;

  /**
   * @param onNumbers called if numbers cannot be read and are null. Without it, they are faults.
   * @throws RowFault
   */
  parse(text: string, onNumbers?: (numbers: RepairedNumbers) => void): unknown {
    this.hasOddNumbers = ODD_NUMBER.test(text);
    let repaired = this.hasRepaired && onNumbers !== undefined ? repairNumbers(text) : undefined;
    if (repaired === undefined) {
      try {
        return parse(text, this.hasOddNumbers);
      } catch (error) {
        repaired = this.hasRepaired || onNumbers === undefined ? undefined : repairNumbers(text);
        if (repaired === undefined) throw faultOf(error, text, text);
      }
    }
    const value = parseRepaired(text, repaired);
    this.hasRepaired = true;
    onNumbers!(repaired);
    return value;
  }
}

/** @throws RowFault */
function parseRepaired(text: string, repaired: RepairedNumbers): unknown {
  try {
    return parse(repaired.text, true);
  } catch (error) {
    throw faultOf(error, text, repaired.padded);
  }
}

/** @throws RowFault, and the errors of `parseJson` */
function parse(text: string, hasOddNumbers: boolean): unknown {
  const value = parseJson(text);
  // Each level takes at least two characters.
  if (text.length > 2 * MAXIMUM_ROW_DEPTH && isTooDeep(value)) throw new RowFault(ROW_TOO_DEEP);
  // `JSON.parse` returns Infinity for them, and prints Infinity as null.
  if (hasOddNumbers && LARGE_NUMBER.test(text) && isInfinite(value))
    throw new RowFault("a number is greater than 1.8e308");
  return value;
}

function isInfinite(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(isInfinite);
}

/** @param searched text of the same length in which the fault is searched */
function faultOf(error: unknown, text: string, searched: string): RowFault {
  if (error instanceof RowFault) return error;
  // The stack overflowed: the reviver for large integers makes `JSON.parse` recursive.
  if (error instanceof RangeError) return new RowFault(ROW_TOO_DEEP);
  const fault = findJsonFault(searched.endsWith("\r") ? searched.slice(0, -1) : searched);
  if (fault !== undefined) return new RowFault(fault.reason, text.slice(0, fault.offset));
  return new RowFault(error instanceof Error ? error.message : "this is not JSON");
}

/** A JSON text with numbers that cannot be read. */
export interface RepairedNumbers {
  /** The text with `null` in place of these numbers. */
  readonly text: string;
  /** The text with 0 and spaces in place of these numbers, so that other faults keep their offsets. */
  readonly padded: string;
  readonly count: number;
  /** The first of these numbers as it is written, and its UTF-16 offset. */
  readonly first: string;
  readonly offset: number;
}

/**
 * Matches the words that Python and other languages write, and what every number beyond doubles contains: an exponent of three
 * digits, or 309 digits. Requires text outside of strings.
 */
const NUMBERS =
  /(?<![\w.$+-])(?:(?<word>[-+]?(?:nan|inf(?:inity)?))|-?\d(?:[\d.]*e\+?\d{3,}|\d{308,}[\d.]*(?:e[-+]?\d+)?))(?![\w.$])/gi;
/** Matches a text that may have such a number, also within a string. */
const POSSIBLE = /nan|inf|\de\+?\d{3}|\d{309}/i;
const NUMBER = /^-?\d+(?<rest>(?:\.\d+)?(?:e[-+]?\d+)?)$/i;

/**
 * Replaces numbers that cannot be read, outside of strings: `NaN`, `Infinity`, numbers beyond doubles such as `1e1000`, and
 * integers with more than {@link MAXIMUM_DIGITS} digits. Returns undefined if there is none.
 *
 * @example repairNumbers('{"a":NaN}')?.text // '{"a":null}'
 */
function repairNumbers(text: string): RepairedNumbers | undefined {
  if (!POSSIBLE.test(text)) return undefined;
  let repaired = "";
  let padded = "";
  let copied = 0;
  let count = 0;
  let first: { readonly first: string; readonly offset: number } | undefined;
  for (let from = 0; from < text.length;) {
    const quote = text.indexOf('"', from);
    const end = quote < 0 ? text.length : quote;
    for (const { 0: number, index, groups } of text.slice(from, end).matchAll(NUMBERS)) {
      if (groups!["word"] === undefined && !isBeyondLimits(number)) continue;
      const offset = from + index;
      const before = text.slice(copied, offset);
      repaired += `${before}null`;
      padded += before + "0".padEnd(number.length);
      copied = offset + number.length;
      count++;
      first ??= { first: number, offset };
    }
    from = quote < 0 ? end : afterString(text, quote);
  }
  const tail = text.slice(copied);
  return first && { text: repaired + tail, padded: padded + tail, count, ...first };
}

function isBeyondLimits(number: string): boolean {
  const match = NUMBER.exec(number);
  if (match === null) return false;
  if (match.groups!["rest"] === "") return number.replace("-", "").length > MAXIMUM_DIGITS;
  return !Number.isFinite(Number(number));
}

/** Returns the offset after a string, or the length of the text. */
function afterString(text: string, quote: number): number {
  for (let at = quote + 1; ;) {
    const end = text.indexOf('"', at);
    if (end < 0) return text.length;
    let slash = end;
    while (text[slash - 1] === "\\") slash--;
    at = end + 1;
    if ((end - slash) % 2 === 0) return at;
  }
}

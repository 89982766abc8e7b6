/** Parses the JSON of one row. A number that cannot be read costs its value, not the row. */
import { parseJson } from "../../values/json/exact-json.ts";
import { findJsonFault } from "./json-fault.ts";
import type { OptionName } from "../rows/reading-fault.ts";
import { MAXIMUM_ROW_DEPTH, ROW_TOO_DEEP } from "../rows/format-reader.ts";
import { isTooDeep, kindOf } from "../rows/descriptions.ts";
import { repairNumbers, type RepairedNumbers } from "./repair-numbers.ts";

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

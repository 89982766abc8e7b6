import { getCollator, type StringCollator } from "../../collation/collator.ts";
import type { Comparison } from "../../collation/order/strength.ts";
import { readTemporal, reading, type TemporalType } from "../../values/instant.ts";
import { isTemporal, type Value, type ValueType } from "../../values/types.ts";
import type { CallToCompile, Operand } from "../definition/types.ts";

/**
 * Comparing two single values, whatever is known of them: below, equal, above, or unknown. Rule: grammar.md, "Values".
 */

/** What the order of two values is when they do not compare. */
export const UNKNOWN = NaN;

/** Below zero, zero or above it; NaN where the two do not compare. Both are single values or null. */
export type Order = (a: Value, b: Value) => number;

/** How a call compares its texts: the strength in the call, else a member's own, else identical. */
export function collatorOf({ operands, strength, locale }: CallToCompile): StringCollator {
  const comparison: Comparison =
    strength ?? operands.find((operand) => operand.comparison !== undefined)?.comparison ?? "identical";
  return getCollator(comparison, locale);
}

/** The order of two operands, by what is known of their types. */
export function orderOf(a: Operand, b: Operand, collator: StringCollator): Order {
  const types = [scalarOf(a.type), scalarOf(b.type)] as const;
  const temporal = types.find((type) => type !== undefined && isTemporal(type));
  if (temporal === undefined) return (x, y) => orderValues(x, y, collator);
  const kinds = types.map((type) => readAs(type, temporal));
  return (x, y) => orderTemporals(x, y, kinds[0], kinds[1]);
}

/** The type of the single values of an operand: a list's elements count. */
export function scalarOf(type: ValueType | undefined): string | undefined {
  return type?.type === "list" ? scalarOf(type.items) : type?.type;
}

export type TemporalReading = TemporalType | "any-dated";

/** How the texts of a side are read where the other side, or this one, is a date or a time. */
export function readAs(type: string | undefined, temporal: TemporalType): TemporalReading | undefined {
  if (type !== undefined) return isTemporal(type) ? type : undefined;
  return temporal === "time" ? "time" : "any-dated";
}

function orderTemporals(
  a: Value,
  b: Value,
  readA: TemporalReading | undefined,
  readB: TemporalReading | undefined,
): number {
  if (readA === undefined || readB === undefined || (readA === "time") !== (readB === "time")) return UNKNOWN;
  if (!readInstant(readA, a)) return UNKNOWN;
  const { milliseconds, nanoseconds } = reading;
  if (!readInstant(readB, b)) return UNKNOWN;
  return milliseconds - reading.milliseconds || nanoseconds - reading.nanoseconds;
}

/** Reads a value as an instant into `reading`: a text of the form, or a `Date`. */
export function readInstant(as: TemporalReading, value: Value): boolean {
  if (typeof value === "string") return readTemporal(as, value);
  return (as === "dateTime" || as === "any-dated") && readDate(value);
}

// eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with `call`, and that is the point
const timeOf = Date.prototype.getTime;

/** Database drivers give `Date` objects. Their time is asked of the built-in itself, never of a method of theirs. */
function readDate(value: Value): boolean {
  if (!(value instanceof Date)) return false;
  try {
    const milliseconds = timeOf.call(value);
    reading.milliseconds = milliseconds;
    reading.nanoseconds = 0;
    return !Number.isNaN(milliseconds);
  } catch {
    return false; // an object that merely inherits from Date.prototype
  }
}

/** The order of two values of which nothing is known beforehand. Only values of one type compare. */
export function orderValues(a: Value, b: Value, collator: StringCollator): number {
  if (typeof a === "string") return typeof b === "string" ? collator.compare(a, b) : UNKNOWN;
  if (isNumber(a)) return isNumber(b) ? (a < b ? -1 : a > b ? 1 : 0) : UNKNOWN;
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : UNKNOWN;
  if (a instanceof Date && b instanceof Date) return orderTemporals(a, b, "dateTime", "dateTime");
  return UNKNOWN;
}

/** A number that is there: NaN and the infinities are null. JavaScript compares number and bigint exactly. */
export function isNumber(value: Value): value is number | bigint {
  return typeof value === "number" ? value - value === 0 : typeof value === "bigint";
}

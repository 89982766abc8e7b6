import { getCollator, type StringCollator } from "../../collation/collator.ts";
import type { Comparison } from "../../collation/order/strength.ts";
import { readTemporal, lastReadInstant, type TemporalType } from "../../values/instant.ts";
import { isTemporal, type Value, type ValueType } from "../../values/types.ts";
import type { CallToCompile, Operand } from "../definition/types.ts";

/* Rule: grammar.md, "Values". */

export const INCOMPARABLE = NaN;

/** Negative, 0 or positive; NaN if the values do not compare. Takes single values or null. */
export type ValueComparator = (a: Value, b: Value) => number;

/** The strength of the call, otherwise that of a member, otherwise `identical`. */
export function collatorOf({ operands, strength, locale }: CallToCompile): StringCollator {
  const comparison: Comparison =
    strength ?? operands.find((operand) => operand.comparison !== undefined)?.comparison ?? "identical";
  return getCollator(comparison, locale);
}

export function valueComparator(a: Operand, b: Operand, collator: StringCollator): ValueComparator {
  const types = [scalarTypeOf(a.type), scalarTypeOf(b.type)] as const;
  const temporal = types.find((type) => type !== undefined && isTemporal(type));
  if (temporal === undefined) return (x, y) => compareValues(x, y, collator);
  const [formA, formB] = types.map((type) => temporalForm(type, temporal));
  return (x, y) => compareInstants(x, y, formA, formB);
}

/** Of a list, the element type. */
export function scalarTypeOf(type: ValueType | undefined): string | undefined {
  return type?.type === "list" ? scalarTypeOf(type.items) : type?.type;
}

/** `any-dated`: a date or a date-time. */
export type TemporalForm = TemporalType | "any-dated";

/** How an operand's strings are read if it is compared with a value of a temporal type. */
export function temporalForm(type: string | undefined, temporal: TemporalType): TemporalForm | undefined {
  if (type !== undefined) return isTemporal(type) ? type : undefined;
  return temporal === "time" ? "time" : "any-dated";
}

function compareInstants(
  a: Value,
  b: Value,
  formA: TemporalForm | undefined,
  formB: TemporalForm | undefined,
): number {
  if (formA === undefined || formB === undefined || (formA === "time") !== (formB === "time"))
    return INCOMPARABLE;
  if (!readInstant(formA, a)) return INCOMPARABLE;
  const { milliseconds, nanoseconds } = lastReadInstant;
  if (!readInstant(formB, b)) return INCOMPARABLE;
  return milliseconds - lastReadInstant.milliseconds || nanoseconds - lastReadInstant.nanoseconds;
}

/** Writes to `lastReadInstant`. */
export function readInstant(form: TemporalForm, value: Value): boolean {
  if (typeof value === "string") return readTemporal(form, value);
  return (form === "dateTime" || form === "any-dated") && readDate(value);
}

// eslint-disable-next-line @typescript-eslint/unbound-method -- called with `call`, so that no code of the row runs
const getTime = Date.prototype.getTime;

/** The built-in method is used: the row's own methods never run. */
function readDate(value: Value): boolean {
  if (!(value instanceof Date)) return false;
  try {
    const milliseconds = getTime.call(value);
    lastReadInstant.milliseconds = milliseconds;
    lastReadInstant.nanoseconds = 0;
    return !Number.isNaN(milliseconds);
  } catch {
    return false; // an object that only inherits from Date.prototype
  }
}

/** Values of different types do not compare. */
function compareValues(a: Value, b: Value, collator: StringCollator): number {
  if (typeof a === "string") return typeof b === "string" ? collator.compare(a, b) : INCOMPARABLE;
  if (isFiniteNumber(a)) return isFiniteNumber(b) ? (a < b ? -1 : a > b ? 1 : 0) : INCOMPARABLE;
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : INCOMPARABLE;
  if (a instanceof Date && b instanceof Date) return compareInstants(a, b, "dateTime", "dateTime");
  return INCOMPARABLE;
}

/** NaN and the infinities count as null. */
export function isFiniteNumber(value: Value): value is number | bigint {
  return typeof value === "number" ? value - value === 0 : typeof value === "bigint";
}

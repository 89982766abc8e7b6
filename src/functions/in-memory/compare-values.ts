import { getCollator, type StringCollator } from "../../collation/collator.ts";
import type { Comparison } from "../../collation/order/strength.ts";
import {
  isInstantValue,
  lastReadInstant,
  readStoredTemporal,
  type TemporalType,
} from "../../values/instant.ts";
import { isTemporal, type Value, type ValueType } from "../../values/types.ts";
import type { CallToCompile, Operand } from "../definition/types.ts";

/* Which values are comparable, and how: grammar.md, "Values". */

export const INCOMPARABLE = NaN;

/**
 * Compares two single values or nulls. Returns a negative number, 0 or a positive number, or NaN if they are not comparable.
 */
export type ValueComparator = (a: Value, b: Value) => number;

/** Returns the collator for a call: at the strength of the call, otherwise that of a member, otherwise `identical`. */
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

/** Returns the name of the type. For a list, returns that of its elements. */
export function scalarTypeOf(type: ValueType | undefined): string | undefined {
  return type?.type === "list" ? scalarTypeOf(type.items) : type?.type;
}

/** Format in which a string is parsed. `any-dated` accepts a date or a date-time. */
export type TemporalForm = TemporalType | "any-dated";

/** Returns the format in which strings of an operand are parsed if it is compared with a value of type `temporal`. */
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

/** Reads a value as an instant into `lastReadInstant`. Returns whether it is one: values/instant.ts. */
export function readInstant(form: TemporalForm, value: Value): boolean {
  if (typeof value === "string") return readStoredTemporal(form, value);
  return (form === "dateTime" || form === "any-dated") && readDate(value);
}

// eslint-disable-next-line @typescript-eslint/unbound-method -- called with `call`, so that no code of the row runs
const getTime = Date.prototype.getTime;

/** Reads a `Date` with the built-in `getTime`, because methods of a row must never run. */
function readDate(value: Value): boolean {
  if (!(value instanceof Date)) return false;
  try {
    const milliseconds = getTime.call(value);
    lastReadInstant.milliseconds = milliseconds;
    lastReadInstant.nanoseconds = 0;
    return isInstantValue(milliseconds);
  } catch {
    return false; // an object that only inherits from Date.prototype
  }
}

/** Compares two values. Values of different types are not comparable. */
function compareValues(a: Value, b: Value, collator: StringCollator): number {
  if (typeof a === "string") return typeof b === "string" ? collator.compare(a, b) : INCOMPARABLE;
  if (isFiniteNumber(a)) return isFiniteNumber(b) ? (a < b ? -1 : a > b ? 1 : 0) : INCOMPARABLE;
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : INCOMPARABLE;
  if (a instanceof Date && b instanceof Date) return compareInstants(a, b, "dateTime", "dateTime");
  return INCOMPARABLE;
}

/** Returns whether a value is a number but not NaN or infinite. NaN and the infinities count as null. */
export function isFiniteNumber(value: Value): value is number | bigint {
  return typeof value === "number" ? value - value === 0 : typeof value === "bigint";
}

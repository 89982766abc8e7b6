import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { JsonColumnType } from "../../tables/table-definition.ts";
import { OVERFLOW, UNDERFLOW } from "./json.ts";
import { hasOwn } from "../../../values/own-properties.ts";

/** Rules for reading values of an SQL type as values of a scalar member. */
export interface ScalarReading {
  readonly type: ScalarType;
  readonly form?: string;
  /** Number of fraction digits of a second, if the type limits them. */
  readonly precision?: number;
  /** Writes the SQL that converts a value of the SQL type. Default: the value as stored. */
  readonly convert?: (value: string) => string;
  /** Whether different values stay different and the order of the values stays the same. Default: false if converted. */
  readonly isInjective?: boolean;
  /** Whether converted values are never NaN or infinite. */
  readonly isFinite?: boolean;
  /** Whether the conversion makes some values null. Default: only null stays null. */
  readonly addsNull?: boolean;
}

export type PostgresReading =
  ScalarReading | { readonly json: JsonColumnType } | { readonly unreadable: string };

/**
 * Returns how a type is read.
 *
 * @param type as `format_type` writes it, after domains are replaced by their base types.
 * @param kind `pg_type.typtype`.
 */
export function readingOf(type: string, kind: string): PostgresReading {
  switch (kind) {
    case "c":
      return { unreadable: "its values are rows" };
    case "r":
    case "m":
      return { unreadable: "its values are ranges" };
    case "p":
      return { unreadable: "its values have a pseudo-type" };
    case "b":
      return numericReading(type) ?? limitedReading(type) ?? AS_TEXT;
    default:
      return AS_TEXT;
  }
}

/**
 * Returns how the elements of an array are read.
 *
 * @param form type of the array: an SQL type followed by `[]`, or `domain over ` in front of it for elements of a domain.
 *   Undefined for elements that are read as stored.
 */
export function elementReading(items: ScalarType, form: string | undefined): ScalarReading {
  const [, domain, type] = /^(domain over )?(.*)\[\]$/.exec(form ?? "") ?? [];
  if (type === undefined) return { type: items };
  const full = readingOf(type, "b");
  const reading = hasOwn(full, "type") && full.type === items ? full : { type: items };
  return domain === undefined ? reading : overDomain(reading, type);
}

/**
 * Returns the reading of a domain: its values are cast to the base type first. An operator of another schema for the
 * domain itself would otherwise precede the operator of the base type.
 */
export function overDomain(reading: ScalarReading, baseType: string): ScalarReading {
  const { convert, isInjective } = reading;
  const cast = (value: string) => `CAST(${value} AS ${baseType})`;
  return {
    ...reading,
    convert: convert === undefined ? cast : (value) => convert(cast(value)),
    isInjective: convert === undefined || isInjective === true,
  };
}

const castTo = (type: string) => (value: string) => `CAST(${value} AS ${type})`;

const AS_TEXT: ScalarReading = { type: "string", convert: castTo("text") };
const INTEGER: ScalarReading = { type: "integer" };

/** Readings by SQL type without its length. All other types are read as strings. */
const READINGS: ReadonlyMap<string, PostgresReading> = new Map<string, PostgresReading>([
  ["boolean", { type: "boolean" }],
  ["smallint", INTEGER],
  ["integer", INTEGER],
  ["bigint", INTEGER],
  ["oid", { type: "integer", convert: castTo("bigint") }],
  ["double precision", { type: "number" }],
  ["real", { type: "number", convert: castTo("double precision") }],
  ["money", { type: "number", convert: (value) => `CAST(CAST(${value} AS numeric) AS double precision)` }],
  ["text", { type: "string" }],
  // The cast to text lets operators find their operand types exactly, without implicit conversions. It changes no
  // value, and indexes of the column still apply.
  ["character varying", { type: "string", convert: castTo("text"), isInjective: true }],
  // As strings, uuids sort in the order of the type uuid.
  ["uuid", { type: "string", convert: castTo("text"), isInjective: true }],
  ["date", { type: "date" }],
  ["time without time zone", { type: "time" }],
  ["timestamp with time zone", { type: "dateTime" }],
  ["timestamp without time zone", { type: "dateTime", form: "timestamp" }],
  ["json", { json: "json" }],
  ["jsonb", { json: "jsonb" }],
  ["bytea", { unreadable: "its values are bytes" }],
]);

/** Maximum number of digits on each side of the point for which no value of the type overflows or underflows a double. */
const DIGITS_OF_DOUBLE = 300;

/**
 * Reads decimals without a fraction as integers if each fits into 64 bits, others as doubles. NaN and infinity are read
 * as null.
 */
function numericReading(type: string): ScalarReading | undefined {
  const numeric = /^numeric(?:\((\d+),(-?\d+)\))?$/.exec(type);
  if (numeric === null) return undefined;
  const [precision, scale] = [Number(numeric[1]), Number(numeric[2])];
  if (scale === 0 && precision <= 18) {
    return {
      type: "integer",
      convert: (value) => `CASE WHEN ${value} <> CAST('NaN' AS numeric) THEN CAST(${value} AS bigint) END`,
      addsNull: true,
    };
  }
  if (precision - scale <= DIGITS_OF_DOUBLE && scale <= DIGITS_OF_DOUBLE)
    return { type: "number", convert: castTo("double precision") };
  return { type: "number", convert: asFiniteDouble, isFinite: true, addsNull: true };
}

/** Converts a decimal of any size to a double: null if it overflows, zero if it underflows. */
function asFiniteDouble(value: string): string {
  return `CASE WHEN abs(${value}) < ${OVERFLOW} THEN CASE WHEN abs(${value}) > ${UNDERFLOW} THEN CAST(${value} AS double precision) ELSE CAST(0 AS double precision) END END`;
}

/** Returns the reading of a type that can have a length, or for dates and times a number of fraction digits. */
function limitedReading(type: string): PostgresReading | undefined {
  const limit = /\((\d+)\)/.exec(type);
  const reading = READINGS.get(type.replace(limit?.[0] ?? "", ""));
  if (limit === null || reading === undefined || !hasOwn(reading, "type") || !isTemporal(reading.type))
    return reading;
  return { ...reading, precision: Number(limit[1]) };
}

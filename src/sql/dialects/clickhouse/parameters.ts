import {
  bindable,
  sql,
  type SqlParameter,
  type SqlParameterType,
  type SqlText,
} from "../../fragments/fragment.ts";

/**
 * Types of placeholders: `{p0:String}`. Dates, bytes and lists of doubles are bound as strings, which the statement
 * converts: drivers write them in different ways.
 */
const TYPES: Readonly<Record<SqlParameterType, string>> = {
  boolean: "Bool",
  integer: "Int64",
  number: "Float64",
  text: "String",
  date: "String",
  time: "String",
  dateTime: "String",
  bytes: "String",
  texts: "Array(String)",
  integers: "Array(Int64)",
  numbers: "Array(String)",
};

export function clickhousePlaceholder(index: number, { type }: Pick<SqlParameter, "type">): string {
  return `{p${index}:${TYPES[type]}}`;
}

/** Returns an expression of the parameter's type. ClickHouse evaluates it once, before it reads rows. */
export function bindClickhouse(parameter: SqlParameter): SqlText {
  switch (parameter.type) {
    case "bytes":
      return sql`unhex(${parameter})`;
    case "numbers":
      return sql`arrayMap(tamis_n -> toFloat64(tamis_n), ${parameter})`;
    default:
      return sql`${parameter}`;
  }
}

/** Converts a value for drivers: a boolean, a string or a list of strings, but integers as bigints in lists. */
export function clickhouseValue({ type, value }: SqlParameter): unknown {
  switch (type) {
    case "boolean":
      return value;
    case "bytes":
      return Array.from(value as Uint8Array, (byte) => byte.toString(16).padStart(2, "0")).join("");
    case "texts":
      return value;
    case "integers":
      return (value as readonly (number | bigint)[]).map(BigInt);
    case "numbers":
      return (value as readonly number[]).map(doubleDigits);
    case "number":
      return doubleDigits(value as number);
    default:
      return String(value);
  }
}

/** Returns the shortest digits of a double, also of -0. */
function doubleDigits(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/**
 * Returns the condition that a list contains the value. Lists are sets of bit patterns for ClickHouse, in which 0 and -0
 * differ.
 */
export function isOneOf(value: SqlText, list: SqlParameter): SqlText {
  if (list.type !== "numbers") return sql`${value} IN ${bindClickhouse(list)}`;
  const values = list.value as readonly number[];
  const hasZero = values.some((number) => number === 0);
  return sql`${value} IN ${bindClickhouse(hasZero ? bindable("numbers", [...values, 0, -0]) : list)}`;
}

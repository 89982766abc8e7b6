import { ownProperties } from "../values/own-properties.ts";
import type { Value, ValueType } from "../values/types.ts";

/**
 * Position of a row in the order of a query. It stays valid when rows are inserted or deleted. It is plain data, so it
 * survives `JSON.stringify` and `structuredClone`.
 */
export interface CursorPosition {
  /** The row's value for each sort key, and last for the catalog's key. */
  readonly values: readonly PositionValue[];
  /** Number of rows up to and including this one, counted when the position was made. */
  readonly index: number;
  /** Fingerprint of the query: its collection, filter, order and locale. A position is valid for this query only. */
  readonly query: string;
}

/** A sort value as JSON. A bigint is a decimal string in an object, a `Date` its ISO 8601 string. */
export type PositionValue = null | boolean | number | string | { readonly integer: string };

/** A cursor position after it was read and checked. */
export interface RowPosition {
  readonly values: readonly Value[];
  readonly index: number;
  /** Never set. Prevents the compiler from accepting an unchecked `CursorPosition` as a checked position. */
  readonly query?: never;
}

export function toPositionValue(value: Value): PositionValue {
  if (typeof value === "bigint") return { integer: String(value) };
  // JSON has no -0. It equals 0 in every order.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  // Each `Date` that is a value has a string in its JSON form: values/instant.ts.
  return value instanceof Date ? value.toJSON() : null;
}

export function fromPositionValue(value: PositionValue): Value {
  return typeof value === "object" && value !== null ? BigInt(value.integer) : value;
}

/** Returns the values of a position that this library made, so that they need no check. */
export function fromPosition({ values, index }: CursorPosition): RowPosition {
  return { values: values.map(fromPositionValue), index };
}

/**
 * Reads a position that a caller passes, possibly after it was sent as JSON.
 *
 * @param types types of the sort keys, and last of the catalog's key; undefined for a key without a known type
 * @param query fingerprint of the query that the position is used with
 * @throws TypeError if the position is malformed, or belongs to another query
 */
export function readPosition(
  position: unknown,
  types: readonly (ValueType["type"] | undefined)[],
  query: string,
): RowPosition {
  if (typeof position !== "object" || position === null)
    throw new TypeError(`The cursor position must be an object, got ${describe(position)}.`);
  const rawPosition: { readonly [P in keyof CursorPosition]?: unknown } = position;
  const { values, index, query: cursorQuery } = ownProperties(rawPosition);
  if (typeof cursorQuery !== "string")
    throw new TypeError(`query of the cursor position must be a string, got ${describe(cursorQuery)}.`);
  if (cursorQuery !== query)
    throw new TypeError(
      "The cursor position belongs to another query: the collection, filter, order or locale differs.",
    );
  if (!Number.isSafeInteger(index) || (index as number) < 0)
    throw new TypeError(`index of the cursor position must be an integer >= 0, got ${describe(index)}.`);
  if (!Array.isArray(values) || values.length !== types.length)
    throw new TypeError(
      `values of the cursor position must have ${types.length} elements for this order, got ${Array.isArray(values) ? values.length : describe(values)}.`,
    );
  return {
    values: types.map((type, i) => readValue((values as readonly unknown[])[i], type, i)),
    index: index as number,
  };
}

function readValue(value: unknown, type: ValueType["type"] | undefined, at: number): Value {
  if (value === null) return null;
  const integer = isObject(value) && Object.hasOwn(value, "integer") ? value["integer"] : undefined;
  const isOneOf = (...types: readonly ValueType["type"][]) => type === undefined || types.includes(type);
  if (typeof integer === "string" && INTEGER.test(integer) && isOneOf("integer", "number"))
    return BigInt(integer);
  if (typeof value === "number" && Number.isFinite(value) && isOneOf("integer", "number")) return value;
  if (typeof value === "boolean" && isOneOf("boolean")) return value;
  if (typeof value === "string" && isOneOf("string", "date", "time", "dateTime")) return value;
  throw new TypeError(
    `values[${at}] of the cursor position must be null or a ${type ?? "scalar"}, got ${describe(value)}.`,
  );
}

/** Decimal integer. Its length is limited, because parsing takes quadratic time. */
const INTEGER = /^-?[0-9]{1,400}$/;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function describe(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? JSON.stringify(value) : typeof value;
}

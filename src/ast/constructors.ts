import { NOWHERE } from "../diagnostics/span.ts";
import type { Strength } from "../collation/order/strength.ts";
import type {
  BooleanLiteral,
  Call,
  Expression,
  Name,
  NumberLiteral,
  SortBy,
  SortKey,
  StringLiteral,
  TemporalLiteral,
} from "./nodes.ts";

/*
 * Constructors of nodes: plain objects as the parser makes them, with an empty span. They leave all checks to the
 * checker, except for numbers that have no notation (NaN and the infinities).
 */

/** `true` or `false`. */
export function boolean(value: boolean): BooleanLiteral {
  return { kind: "literal", type: "boolean", value, span: NOWHERE };
}

/**
 * A number. Whole bigints within ±(2^53-1) become plain numbers, -0 becomes 0.
 *
 * @throws RangeError for NaN and the infinities.
 */
export function number(value: number | bigint): NumberLiteral {
  return { kind: "literal", type: "number", value: normalNumber(value), span: NOWHERE };
}

/** A string, whatever it contains: `string("2020-01-01")` is not a date. */
export function string(value: string): StringLiteral {
  return { kind: "literal", type: "string", value, span: NOWHERE };
}

/** A date, time or date-time in the notation of the language. The checker validates it. */
export function temporal(type: TemporalLiteral["type"], value: string): TemporalLiteral {
  return { kind: "literal", type, value, span: NOWHERE };
}

/** A member, or a dotted path: `name("owner.city")`. */
export function name(path: string): Name {
  return { kind: "name", name: path, span: NOWHERE };
}

/** A call of any function. */
export function call(callee: string, args: readonly Expression[], strength?: Strength): Call {
  return strength === undefined
    ? { kind: "call", callee, args, span: NOWHERE }
    : { kind: "call", callee, strength, args, span: NOWHERE };
}

/** A sort key. */
export function sortKey(
  expression: Expression,
  direction: SortKey["direction"] = "ascending",
  strength?: Strength,
): SortKey {
  return strength === undefined
    ? { kind: "sortKey", expression, direction, span: NOWHERE }
    : { kind: "sortKey", expression, direction, strength, span: NOWHERE };
}

/** A sort. The most significant key is first. */
export function sortBy(keys: readonly SortKey[]): SortBy {
  return { kind: "sortBy", keys, span: NOWHERE };
}

/** Normalizes a number: a bigint only if a double would lose digits, and never -0. */
export function normalNumber(value: number | bigint): number | bigint {
  if (typeof value === "bigint") {
    const double = Number(value);
    return Number.isSafeInteger(double) ? double : value;
  }
  if (!Number.isFinite(value)) throw new RangeError(`a number literal must be finite, got ${value}`);
  // A whole double beyond 2^53 prints as rounded digits, which parse as another number. As a bigint it prints all its
  // digits. From 1e21 on a double prints with an exponent, which parses as the same double.
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21) return BigInt(value);
  return value === 0 ? 0 : value;
}

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

/* Node constructors, with an empty span. The checker validates what they make. */

/** Creates the literal `true` or `false`. */
export function boolean(value: boolean): BooleanLiteral {
  return { kind: "literal", type: "boolean", value, span: NOWHERE };
}

/**
 * Creates a number. Integers within ±(2^53-1) become plain numbers, -0 becomes 0.
 *
 * @throws RangeError for NaN and the infinities
 */
export function number(value: number | bigint): NumberLiteral {
  return { kind: "literal", type: "number", value: normalNumber(value), span: NOWHERE };
}

/** Creates a string, whatever it contains: `string("2020-01-01")` is not a date. */
export function string(value: string): StringLiteral {
  return { kind: "literal", type: "string", value, span: NOWHERE };
}

/** Creates a date, time or date-time, for example `temporal("date", "2020-01-31")`. */
export function temporal(type: TemporalLiteral["type"], value: string): TemporalLiteral {
  return { kind: "literal", type, value, span: NOWHERE };
}

/** Creates the name of a member: `name("owner.city")`. */
export function name(path: string): Name {
  return { kind: "name", name: path, span: NOWHERE };
}

/** Creates a function call. */
export function call(callee: string, args: readonly Expression[], strength?: Strength): Call {
  return strength === undefined
    ? { kind: "call", callee, args, span: NOWHERE }
    : { kind: "call", callee, strength, args, span: NOWHERE };
}

/** Creates a sort key. */
export function sortKey(
  expression: Expression,
  direction: SortKey["direction"] = "ascending",
  strength?: Strength,
): SortKey {
  return strength === undefined
    ? { kind: "sortKey", expression, direction, span: NOWHERE }
    : { kind: "sortKey", expression, direction, strength, span: NOWHERE };
}

/** Creates a sort, most significant key first. */
export function sortBy(keys: readonly SortKey[]): SortBy {
  return { kind: "sortBy", keys, span: NOWHERE };
}

/** Keeps a bigint only if a double would lose digits. */
export function normalNumber(value: number | bigint): number | bigint {
  if (typeof value === "bigint") {
    const double = Number(value);
    return Number.isSafeInteger(double) ? double : value;
  }
  if (!Number.isFinite(value)) throw new RangeError(`a number literal must be finite, got ${value}`);
  // Doubles from 2^53 to 1e21 print as rounded digits, which parse as another number. A bigint prints all its
  // digits.
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21) return BigInt(value);
  return value === 0 ? 0 : value;
}

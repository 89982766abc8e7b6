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

/**
 * Constructors of nodes: the same plain objects the parser makes, with a span of nowhere. They check nothing that the
 * checker checks; what no text can say (NaN, an infinite number) is refused at once.
 */

/** `true` or `false`. */
export function boolean(value: boolean): BooleanLiteral {
  return { kind: "literal", type: "boolean", value, span: NOWHERE };
}

/**
 * A number. Whole bigints within ±(2^53-1) become plain numbers, -0 becomes 0.
 *
 * @throws RangeError for NaN and the infinities, which no expression can say.
 */
export function number(value: number | bigint): NumberLiteral {
  return { kind: "literal", type: "number", value: normalNumber(value), span: NOWHERE };
}

/** A string, whatever it looks like: `string("2020-01-01")` is text and no date. */
export function string(value: string): StringLiteral {
  return { kind: "literal", type: "string", value, span: NOWHERE };
}

/** A date, time or date-time in the language's form. The checker says if there is no such day or hour. */
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

/** One criterion of an order. */
export function sortKey(
  expression: Expression,
  direction: SortKey["direction"] = "ascending",
  strength?: Strength,
): SortKey {
  return strength === undefined
    ? { kind: "sortKey", expression, direction, span: NOWHERE }
    : { kind: "sortKey", expression, direction, strength, span: NOWHERE };
}

/** The criteria of an order, most significant first. */
export function sortBy(keys: readonly SortKey[]): SortBy {
  return { kind: "sortBy", keys, span: NOWHERE };
}

/** The one form of each number: bigint only where a double would lose digits, no -0. */
export function normalNumber(value: number | bigint): number | bigint {
  if (typeof value === "bigint") {
    const double = Number(value);
    return Number.isSafeInteger(double) ? double : value;
  }
  if (!Number.isFinite(value)) throw new RangeError(`${value} is no number that an expression can say`);
  // A whole double beyond 2^53 prints rounded digits, which would be read as another number: as a bigint it prints
  // all of its own. From 1e21 on it prints an exponent and is read as the same double.
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21) return BigInt(value);
  return value === 0 ? 0 : value;
}

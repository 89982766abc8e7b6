import { NOWHERE } from "../diagnostics/span.ts";
import { requireArgument } from "../diagnostics/require-argument.ts";
import { MAXIMUM_LIMITS } from "../diagnostics/limits.ts";
import type { Strength } from "../collation/order/strength.ts";
import { makeCall, makeLiteral, makeName, makeSortBy, makeSortKey } from "./make-node.ts";
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
import { normalNumber } from "./normal-number.ts";
import { requireCallSize, requireSortSize } from "./tree-size.ts";
import {
  requireCallee,
  requireDirection,
  requireExpression,
  requireLiteralValue,
  requireMemberName,
  requireSortKey,
  requireStrength,
} from "./validate.ts";

/*
 * Node constructors, with an empty span. They accept only trees that a text can express at the maximum limits, so that no
 * value can print as other nodes. Arrays are copied: changing one later does not change the tree.
 */

/**
 * Creates the literal `true` or `false`.
 *
 * @throws TypeError for other values
 */
export function boolean(value: boolean): BooleanLiteral {
  requireLiteralValue("boolean", value, "value");
  return makeLiteral("boolean", value, NOWHERE);
}

/**
 * Creates a number. Integers within ±(2^53-1) become plain numbers, -0 becomes 0.
 *
 * @throws TypeError for a value that is not a number or a bigint
 * @throws RangeError for NaN, the infinities, and a bigint beyond the range of a double
 */
export function number(value: number | bigint): NumberLiteral {
  requireLiteralValue("number", value, "value");
  return makeLiteral("number", normalNumber(value), NOWHERE);
}

/**
 * Creates a string: `string("2020-01-01")` is not a date.
 *
 * @throws TypeError for a value that is not a string, and for U+0000 and lone surrogates, which no text can contain
 * @throws RangeError for a string of more than 65,536 UTF-16 code units
 */
export function string(value: string): StringLiteral {
  requireLiteralValue("string", value, "value");
  return makeLiteral("string", value, NOWHERE);
}

/**
 * Creates a date, time or date-time, for example `temporal("date", "2020-01-31")`.
 *
 * @throws TypeError for an invalid date or time, and for one of another type
 */
export function temporal(type: TemporalLiteral["type"], value: string): TemporalLiteral {
  requireArgument(TEMPORAL_TYPES.includes(type), "type", "date, time or dateTime", type);
  requireLiteralValue(type, value, "value");
  return makeLiteral(type, value, NOWHERE);
}

const TEMPORAL_TYPES: readonly string[] = ["date", "time", "dateTime"] satisfies TemporalLiteral["type"][];

/**
 * Creates the name of a member: `name("owner.city")`.
 *
 * @throws TypeError for an invalid name
 */
export function name(path: string): Name {
  requireMemberName(path, "path");
  return makeName(path, NOWHERE);
}

/**
 * Creates a function call.
 *
 * @throws TypeError for an invalid function name or strength, and for an argument that is not a node. A JSON value is not a
 *   node: convert it with `fromJson`.
 * @throws RangeError if the tree exceeds a maximum limit: 10,000 arguments, 256 nested calls, 100,000 nodes, or a text of
 *   1,048,576 UTF-16 code units
 */
export function call(callee: string, args: readonly Expression[], strength?: Strength): Call {
  requireCallee(callee, "callee");
  requireStrength(strength, "strength");
  const copy = copyOf(args, "args", MAXIMUM_LIMITS.arguments, requireExpression);
  const node = makeCall(callee, strength, copy, NOWHERE);
  requireCallSize(node);
  return node;
}

/**
 * Creates a sort key.
 *
 * @throws TypeError for a value that is not an expression, and for an invalid direction or strength
 */
export function sortKey(
  expression: Expression,
  direction: SortKey["direction"] = "ascending",
  strength?: Strength,
): SortKey {
  requireExpression(expression, "expression");
  requireDirection(direction, "direction");
  requireStrength(strength, "strength");
  return makeSortKey(expression, direction, strength, NOWHERE);
}

/**
 * Creates a sort, most significant key first.
 *
 * @throws TypeError for a value that is not a sort key
 * @throws RangeError if the sort exceeds a maximum limit: 32 keys, or the limits of a call
 */
export function sortBy(keys: readonly SortKey[]): SortBy {
  const copy = copyOf(keys, "keys", MAXIMUM_LIMITS.sortKeys, requireSortKey);
  requireSortSize(copy);
  return makeSortBy(copy, NOWHERE);
}

/** Copies an array of nodes. Reads the elements by index, so that holes are found. */
function copyOf<T>(
  list: readonly T[],
  argument: string,
  maximum: number,
  requireElement: (value: unknown, argument: string) => void,
): readonly T[] {
  requireArgument(Array.isArray(list), argument, "an array of nodes", list);
  const { length } = list;
  if (length > maximum) throw new RangeError(`${argument} must have at most ${maximum} nodes, got ${length}`);
  const copy: T[] = [];
  for (let i = 0; i < length; i++) {
    const element = list[i] as T;
    requireElement(element, `${argument}[${i}]`);
    copy.push(element);
  }
  return copy;
}

import { boolean, number, string, temporal } from "../ast/constructors.ts";
import type { Expression } from "../ast/nodes.ts";
import { dateTimeLiteral } from "../values/instant-like.ts";

/** An instant as an object: `Date`, a Temporal instant or a Luxon `DateTime`. */
export type InstantLike = Date | { readonly epochMilliseconds: number } | { toMillis(): number };

/** A node, or a value that is converted to a literal of its type. */
export type Buildable = string | number | bigint | boolean | InstantLike | Expression;

/**
 * Converts a value to a node. A string is always a string literal, also if it looks like a date.
 *
 * @throws TypeError for null, undefined and other values without a literal.
 * @throws RangeError for NaN and the infinities.
 */
export function toExpression(value: Buildable): Expression {
  switch (typeof value) {
    case "string":
      return string(value);
    case "number":
    case "bigint":
      return number(value);
    case "boolean":
      return boolean(value);
    case "object": {
      if (isNode(value)) return value;
      const text = dateTimeLiteral(value);
      if (text !== undefined) return temporal("dateTime", text);
    }
  }
  // Programs without types can pass any value.
  const other = value as unknown;
  const what = other === null || other === undefined ? String(other) : Object.prototype.toString.call(other);
  throw new TypeError(`Cannot convert ${what} to a literal. Use isNull(…) to test for null.`);
}

function isNode(value: unknown): value is Expression {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "kind")) return false;
  const { kind } = value as { kind: unknown };
  return kind === "literal" || kind === "name" || kind === "call";
}

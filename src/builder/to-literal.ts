import { boolean, number, string, temporal } from "../ast/constructors.ts";
import type { Expression } from "../ast/nodes.ts";
import { dateTimeLiteral } from "../values/instant-like.ts";

/** Instants of other libraries, known by what they can do: `Date`, Temporal, Luxon. */
export type InstantLike = Date | { readonly epochMilliseconds: number } | { toMillis(): number };

/** A value that becomes a literal by its own type; a node of a tree stands for itself. */
export type Buildable = string | number | bigint | boolean | InstantLike | Expression;

/**
 * A value as a node. The value's type alone decides: a string is text, whatever it looks like; a `Date` (or a Luxon
 * DateTime, or a Temporal instant) is a date-time.
 *
 * @throws TypeError for null, undefined and all that has no literal: what is not there is asked for by `isNull`.
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
  // Programs without types can give anything.
  const other = value as unknown;
  const what = other === null || other === undefined ? String(other) : Object.prototype.toString.call(other);
  throw new TypeError(`${what} is no value of an expression. What is not there is found by isNull(…).`);
}

function isNode(value: unknown): value is Expression {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "kind")) return false;
  const { kind } = value as { kind: unknown };
  return kind === "literal" || kind === "name" || kind === "call";
}

import { boolean, number, string, temporal } from "../ast/constructors.ts";
import { isNode } from "../ast/brand.ts";
import type { Expression } from "../ast/nodes.ts";
import { requireExpression } from "../ast/validate.ts";
import { describeValue } from "../diagnostics/describe-value.ts";
import { dateTimeLiteral } from "../values/instant-like.ts";

/** An instant as an object of a class: `Date`, a Temporal instant or a Luxon `DateTime`. A plain object is refused. */
export type InstantLike = Date | { readonly epochMilliseconds: number } | { toMillis(): number };

/** A node, or a value that is converted to a literal of its type. */
export type Buildable = string | number | bigint | boolean | InstantLike | Expression;

/**
 * Converts a value to a node. A string is always a string literal, also if it looks like a date.
 *
 * @throws TypeError for null, undefined and other values without a literal: also for an array and for an object from JSON,
 *   even if it has the properties of a node. Convert it with `fromJson`.
 * @throws RangeError for NaN, the infinities, and strings and bigints that are too long.
 */
export function toExpression(value: Buildable): Expression {
  return expressionAt(value, undefined);
}

/**
 * Converts like `toExpression` one of the arguments of a call, or one of the values of a template if `callee` is undefined.
 * `index` counts from 0. Errors name the argument.
 */
export function expressionAt(value: Buildable, index: number | undefined, callee?: string): Expression {
  switch (typeof value) {
    case "string":
      return string(value);
    case "number":
    case "bigint":
      return number(value);
    case "boolean":
      return boolean(value);
    case "object": {
      if (isNode(value)) {
        requireExpression(value, "value");
        return value;
      }
      // JSON can contain an object with the properties of an instant, where a string was expected.
      const text = (value as unknown) === null || isPlainObject(value) ? undefined : dateTimeLiteral(value);
      if (text !== undefined) return temporal("dateTime", text);
    }
  }
  // Programs without types can pass any value.
  const unsupported = value as unknown;
  const hint =
    unsupported === null || unsupported === undefined
      ? "Use isNull(…)."
      : "Use dates of the years 1 to 9999, or fromJson(…).";
  throw new TypeError(
    `Cannot convert ${describeValue(unsupported)}${positionOf(index, callee)} to a literal. ${hint}`,
  );
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function positionOf(index: number | undefined, callee: string | undefined): string {
  if (index === undefined) return "";
  return callee === undefined
    ? ` (value ${index + 1} of the template)`
    : ` (argument ${index + 1} of ${callee})`;
}

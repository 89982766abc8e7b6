import { isStrength } from "../collation/order/strength.ts";
import { MAXIMUM_LIMITS } from "../diagnostics/limits.ts";
import { requireArgument, requireText, wrongArgument } from "../diagnostics/require-argument.ts";
import { describeValue } from "../diagnostics/describe-value.ts";
import { temporalTypeOf } from "../values/temporal-spelling.ts";
import { isNode, notANode } from "./brand.ts";
import { normalNumber } from "./normal-number.ts";
import { strengthOf, type Expression, type Literal, type Node, type SortBy, type SortKey } from "./nodes.ts";
import { isCallee, isDottedName, isSayable } from "./spelling.ts";

/*
 * Requirements of the parts of nodes. A tree that meets them prints as a text that parses to the same tree. Each
 * function throws an error that names the argument: a TypeError for a value that the language cannot express, a
 * RangeError for a number or a size out of range.
 */

export function requireNode(value: unknown, argument: string): asserts value is Node {
  if (!isNode(value)) throw notANode(argument, "a node", value);
}

export function requireExpression(value: unknown, argument: string): asserts value is Expression {
  if (isNode(value) && (value.kind === "call" || value.kind === "name" || value.kind === "literal")) return;
  throw notANode(argument, "an expression", value);
}

export function requireSortBy(value: unknown, argument: string): asserts value is SortBy {
  if (!isNode(value) || value.kind !== "sortBy") throw notANode(argument, "a sort", value);
}

export function requireSortKey(value: unknown, argument: string): asserts value is SortKey {
  if (!isNode(value) || value.kind !== "sortKey") throw notANode(argument, "a sort key", value);
}

export function requireMemberName(value: unknown, argument: string): void {
  requireArgument(
    typeof value === "string" && isDottedName(value),
    argument,
    "names of letters, digits, _, @ and -, joined by dots",
    value,
  );
}

export function requireCallee(value: unknown, argument: string): void {
  requireArgument(
    typeof value === "string" && isCallee(value),
    argument,
    "a name of letters, digits, _, @ and -",
    value,
  );
}

export function requireStrength(value: unknown, argument: string): void {
  requireArgument(
    value === undefined || (typeof value === "string" && isStrength(value)),
    argument,
    "primary, secondary, tertiary, quaternary or identical",
    value,
  );
}

export function requireDirection(value: unknown, argument: string): void {
  requireArgument(
    value === "ascending" || value === "descending",
    argument,
    "ascending or descending",
    value,
  );
}

/** Checks that a value is valid for a literal of the given type. */
export function requireLiteralValue(type: Literal["type"], value: unknown, argument: string): void {
  switch (type) {
    case "boolean":
      return requireArgument(typeof value === "boolean", argument, "true or false", value);
    case "number":
      return requireNumber(value, argument);
    case "string":
      return requireString(value, argument);
    case "date":
    case "time":
    case "dateTime":
      return requireArgument(
        typeof value === "string" && temporalTypeOf(value) === type,
        argument,
        TEMPORAL[type],
        value,
      );
    default:
      throw wrongArgument(argument, "of the type of a literal", type);
  }
}

const TEMPORAL = {
  date: "a date such as 2020-01-31",
  time: "a time such as 13:45:10",
  dateTime: "a date-time such as 2020-01-31T13:45:10Z",
} as const;

/** @throws RangeError for numbers beyond the range of a double, which no text can contain */
function requireNumber(value: unknown, argument: string): void {
  requireArgument(
    typeof value === "number" || typeof value === "bigint",
    argument,
    "a number or a bigint",
    value,
  );
  if (!Number.isFinite(Number(value)))
    throw new RangeError(`${argument} must be finite and at most about 1.8e308, got ${describeValue(value)}`);
}

function requireString(value: unknown, argument: string): void {
  requireText(value, argument);
  if (value.length > MAXIMUM_LIMITS.string) {
    throw new RangeError(
      `${argument} must have at most ${MAXIMUM_LIMITS.string} UTF-16 code units, got ${value.length}`,
    );
  }
  requireArgument(isSayable(value), argument, "without U+0000 and lone surrogates", value);
}

/**
 * Checks that a tree prints as a text that parses to an equal tree. All trees of constructors and of the parser do. The
 * check finds trees that were changed afterwards, and trees that contain themselves.
 */
export function requireTree(value: unknown, argument: string): asserts value is Expression {
  requireTreeAt(value, argument, 0);
}

function requireTreeAt(value: unknown, argument: string, depth: number): void {
  requireExpression(value, argument);
  switch (value.kind) {
    case "literal":
      requireLiteralValue(value.type, value.value, `the value of a literal of ${argument}`);
      if (value.type === "number" && !Object.is(normalNumber(value.value), value.value))
        throw new TypeError(
          `${argument} contains the number ${value.value}, which was not made by number(…)`,
        );
      return;
    case "name":
      return requireMemberName(value.name, `a name of ${argument}`);
    case "call":
      requireCallee(value.callee, `the callee of a call of ${argument}`);
      requireStrength(strengthOf(value), `the strength of a call of ${argument}`);
      if (depth >= MAXIMUM_LIMITS.depth)
        throw new RangeError(`${argument} must have calls nested at most ${MAXIMUM_LIMITS.depth} deep`);
      for (const operand of value.args) requireTreeAt(operand, argument, depth + 1);
  }
}

/** Like `requireTree`, for a sort key. */
export function requireKeyTree(value: unknown, argument: string): asserts value is SortKey {
  requireSortKey(value, argument);
  requireTree(value.expression, argument);
  requireDirection(value.direction, `the direction of ${argument}`);
  requireStrength(strengthOf(value), `the strength of ${argument}`);
}

/** Like `requireTree`, for a sort. */
export function requireSortTree(value: unknown, argument: string): asserts value is SortBy {
  requireSortBy(value, argument);
  for (const key of value.keys) requireKeyTree(key, `a key of ${argument}`);
}

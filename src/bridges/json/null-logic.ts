import type { Expression } from "../../ast/nodes.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import type { BridgeImporter } from "../contract/importer.ts";

/** A condition that is true or false for null in its language, and unknown in tamis. */
export interface NullableTest {
  readonly node: Expression;
  /** The values of rows that can be null. */
  readonly of: readonly Expression[];
  /** What the condition is if one of them is null. */
  readonly onNull: boolean;
}

/**
 * Translates a condition of two-valued logic, so that it keeps the same rows for null. Unknown excludes a row, with and without
 * a negation around the condition.
 */
export function fromTwoValued({ node, of, onNull }: NullableTest, to: BridgeImporter): Expression {
  const nullable = of.filter((each) => to.types.isNullable(each));
  if (nullable.length === 0 || onNull === to.report.isNegated) return node;
  const tests = nullable.map((each) => to.isNull(each, NOWHERE));
  if (onNull) return to.call("or", [...tests, node], NOWHERE);
  return to.call("and", [...tests.map((test) => to.call("not", [test], NOWHERE)), node], NOWHERE);
}

/** The opposite condition. */
export function negatedTest({ node, of, onNull }: NullableTest, to: BridgeImporter): NullableTest {
  return { node: to.call("not", [node], NOWHERE), of, onNull: !onNull };
}

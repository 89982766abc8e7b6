import type { Expression } from "../../ast/nodes.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import type { BridgeImporter } from "../contract/importer.ts";

/** A condition that is true or false for null in its language, and unknown in tamis. */
export interface NullableTest {
  readonly node: Expression;
  /** The operands that can be null. */
  readonly of: readonly Expression[];
  /** Result of the condition in its language if one of the operands is null. */
  readonly onNull: boolean;
}

/**
 * Adds null tests to a condition of two-valued logic, so that it keeps the same rows in tamis. There, it is unknown for null,
 * which excludes the row even below a negation.
 */
export function fromTwoValued({ node, of, onNull }: NullableTest, to: BridgeImporter): Expression {
  const nullable = of.filter((name) => to.types.isNullable(name));
  if (nullable.length === 0 || onNull === to.report.isNegated) return node;
  const tests = nullable.map((name) => to.isNull(name, NOWHERE));
  if (onNull) return to.call("or", [...tests, node], NOWHERE);
  return to.call("and", [...tests.map((test) => to.call("not", [test], NOWHERE)), node], NOWHERE);
}

/** Returns the negation of a condition of two-valued logic. */
export function negatedTest({ node, of, onNull }: NullableTest, to: BridgeImporter): NullableTest {
  return { node: to.call("not", [node], NOWHERE), of, onNull: !onNull };
}

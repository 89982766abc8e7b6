import type { Expression } from "../../ast/nodes.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { completedTest } from "../syntax/null-equality.ts";

/** A condition that is true or false for null in its language, and unknown in tamis. */
export interface NullableTest {
  readonly node: Expression;
  /** The operand that can be null. */
  readonly of: Expression;
  /** Result of the condition in its language if the operand is null. */
  readonly onNull: boolean;
}

/**
 * Adds null tests to a condition of two-valued logic, so that it keeps the same rows in tamis. There, it is unknown for null,
 * which excludes the row even below a negation.
 */
export function fromTwoValued({ node, of, onNull }: NullableTest, to: BridgeImporter): Expression {
  return completedTest(node, of, onNull, NOWHERE, to)!;
}

/** Returns the negation of a condition of two-valued logic. */
export function negatedTest({ node, of, onNull }: NullableTest, to: BridgeImporter): NullableTest {
  return { node: to.call("not", [node], NOWHERE), of, onNull: !onNull };
}

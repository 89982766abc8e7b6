import type { Expression } from "../ast/nodes.ts";
import type { ScalarType } from "../values/types.ts";

/** Never exists at run time. Carries the type of a node's value for the compiler. */
declare const VALUE: unique symbol;

/** Types of values that compare with each other: numbers with integers, dates with date-times. */
export type Comparable = "boolean" | "number" | "string" | "date" | "time";

export type ComparableOf<T extends ScalarType> = T extends "integer"
  ? "number"
  : T extends "dateTime"
    ? "date"
    : T extends Comparable
      ? T
      : never;

/**
 * A node whose type of value the compiler knows. `L` is true for a list of such values. Nodes of a parser and of the
 * constructors without a catalog have no known type: they are accepted everywhere, and `check` finds their errors.
 */
export type TypedNode<T extends Comparable, L extends boolean = boolean> = Expression & {
  readonly [VALUE]?: readonly [T, L];
};

/** A node that is true, false or unknown for a row. */
export type ConditionNode = TypedNode<"boolean", false>;

import type { SqlScalar, Traits } from "../../functions/definition/port.ts";
import type { SqlText } from "../fragments/fragment.ts";

/** SQL for groups and sums. */
export interface AggregateForms {
  /** Returns an expression for GROUP BY that is equal only for strings with equal code points. */
  readonly groupedString: (value: SqlText, traits: Traits) => SqlText;
  /** Returns whether the database can print all values of a kind, so that it can return their groups. Default: it can. */
  readonly canPrint?: (value: SqlScalar) => boolean;
  /**
   * Returns the condition that a value has the type of its numeric member. Undefined if the types of columns ensure that;
   * values of JSON are then grouped instead of being summed by the database.
   */
  readonly isOfType?: (value: SqlScalar) => SqlText;
  /** Returns a call of the database's own aggregate, whatever functions of this name other schemas have. */
  readonly call: (called: "count" | "sum" | "min" | "max", value: SqlText) => SqlText;
  readonly toDouble: (value: SqlText) => SqlText;
  /**
   * Returns aggregates whose weighted sum is the exact sum of the integers. Each returns an integer or its digits; without integers,
   * anything.
   */
  readonly integerSum: (value: SqlText) => readonly IntegerSumPart[];
}

export interface IntegerSumPart {
  readonly sql: SqlText;
  readonly weight: bigint;
}

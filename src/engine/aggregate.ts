import type { Value } from "../values/types.ts";

/**
 * Function over the values of a member in a group. Null values are ignored. The result is null if the group has no value.
 *
 * | function | members | result |
 * |---|---|---|
 * | `sum` | numeric | exact for integers: a bigint outside of ±(2^53-1). For numbers, a double within 1e-12 of the sum of absolute values |
 * | `avg` | numeric | a double |
 * | `min`, `max` | all scalar types | the first or last value in the member's order; of equal values, the first or last by code points |
 */
export type MeasureFunction = "sum" | "avg" | "min" | "max";

export interface Measure {
  readonly function: MeasureFunction;
  /** Name of a member; dotted for a nested one. */
  readonly member: string;
}

export interface Aggregation {
  /** Members whose values form the groups. Default: none, which makes one group of all matching rows. */
  readonly by?: readonly string[] | undefined;
  readonly measures?: readonly Measure[] | undefined;
  /**
   * Order of the groups: the largest group first, or by the values of `by`. Equally large groups are ordered by these
   * values. Strings compare at tertiary strength, then by code points. Null is first. Default `key`.
   */
  readonly order?: "count" | "key" | undefined;
  /** Maximum number of returned groups, in this order. Default: all. */
  readonly limit?: number | undefined;
  /**
   * Maximum number of groups that are formed, at most 10,000,000. A request with more groups is rejected. Default 10,000.
   */
  readonly maximumGroups?: number | undefined;
}

export interface AggregateGroup {
  /**
   * Values of the members in `by`, which all rows of the group share. Strings are shared by code points, numbers by value
   * and dates and times by instant. Instants are strings in UTC. Null stands for rows without a value.
   */
  readonly key: readonly Value[];
  /** Number of rows. */
  readonly count: number;
  /** Results of the measures, in their order. */
  readonly values: readonly Value[];
}

export interface Aggregates {
  readonly groups: readonly AggregateGroup[];
  /** Number of groups, including those beyond `limit`. */
  readonly groupCount: number;
}

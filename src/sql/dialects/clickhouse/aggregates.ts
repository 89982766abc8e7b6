import type { AggregateForms } from "../../dialect-types/aggregate-forms.ts";
import { rawSql, sql } from "../../fragments/fragment.ts";

/**
 * Aggregates of ClickHouse. Its sum of integers wraps at 64 bits, so they are summed as decimals with 38 digits, which takes less
 * time than as integers with 128 bits, and returned as digits. Doubles are summed with a compensation for rounding. Aggregates of no
 * values return 0 for a column that takes no nulls; only a group without rows has none, and nothing reads its aggregates.
 */
export const CLICKHOUSE_AGGREGATES: AggregateForms = {
  call: (called, value) => sql`${rawSql(CALLED[called])}(${value})`,
  groupedString: (value) => value,
  toDouble: (value) => sql`toFloat64(${value})`,
  integerSum: (value) => [{ sql: sql`toString(sum(toDecimal128(${value}, 0)))`, weight: 1n }],
};

const CALLED = { count: "count", sum: "sumKahan", min: "min", max: "max" } as const;

import type { AggregateForms } from "../../dialect-types/aggregate-forms.ts";
import { rawSql, sql } from "../../fragments/fragment.ts";

/**
 * Aggregates of ClickHouse. Its sum of integers wraps at 64 bits, so they are summed as decimals with 38 digits, which takes less
 * time than as integers with 128 bits, and returned as digits. Doubles are summed with a compensation for rounding.
 */
export const CLICKHOUSE_AGGREGATES: AggregateForms = {
  call: (called, value) => sql`${rawSql(CALLED[called])}(${value})`,
  groupedString: (value) => value,
  toDouble: (value) => sql`CAST(${value} AS Nullable(Float64))`,
  integerSum: (value) => [{ sql: sql`toString(sum(toDecimal128(${value}, 0)))`, weight: 1n }],
};

const CALLED = { count: "count", sum: "sumKahanOrNull", min: "minOrNull", max: "maxOrNull" } as const;

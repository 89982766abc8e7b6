import type { AggregateForms } from "../../dialect-types/aggregate-forms.ts";
import { rawSql, sql } from "../../fragments/fragment.ts";

/**
 * Aggregates that return null without values. `sum` of ClickHouse wraps at 64 bits, so integers are summed with 128 bits
 * and returned as digits. Doubles are summed with a compensation for rounding.
 */
export const CLICKHOUSE_AGGREGATES: AggregateForms = {
  call: (called, value) => sql`${rawSql(CALLED[called])}(${value})`,
  groupedString: (value) => value,
  toDouble: (value) => sql`CAST(${value} AS Nullable(Float64))`,
  integerSum: (value) => [{ sql: sql`toString(sumOrNull(CAST(${value} AS Nullable(Int256))))`, weight: 1n }],
};

const CALLED = { count: "count", sum: "sumKahanOrNull", min: "minOrNull", max: "maxOrNull" } as const;

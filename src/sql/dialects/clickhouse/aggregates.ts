import type { AggregateForms } from "../../dialect-types/aggregate-forms.ts";
import { ownProperty } from "../../../values/own-properties.ts";
import { rawSql, sql, type SqlText } from "../../fragments/fragment.ts";

/**
 * Aggregates that return null without values. `sum` of ClickHouse wraps at 64 bits, so integers are summed with 128 bits
 * and returned as digits. Doubles are summed with a compensation for rounding.
 */
export const CLICKHOUSE_AGGREGATES: AggregateForms = {
  call: (called, value) => sql`${rawSql(CALLED[called])}(${value})`,
  groupedString: (value) => value,
  toDouble: (value) => sql`CAST(${value} AS Nullable(Float64))`,
  integerSum: (value, traits) => {
    const sum = (type: "Int128" | "Int256", of: SqlText) =>
      sql`toString(sumOrNull(${rawSql(`to${type}`)}(${of})))`;
    const form = ownProperty(traits, "form");
    if (form?.endsWith("256") !== true)
      return [{ sql: sum(form === undefined ? "Int128" : "Int256", value), weight: 1n }];
    // The sum of integers of 256 bits wraps too. The sums of both halves cannot.
    const half = rawSql(`toInt256('${2n ** 128n - 1n}')`);
    return [
      { sql: sum("Int256", sql`bitShiftRight(${value}, 128)`), weight: 2n ** 128n },
      { sql: sum("Int256", sql`bitAnd(${value}, ${half})`), weight: 1n },
    ];
  },
};

const CALLED = { count: "count", sum: "sumKahanOrNull", min: "minOrNull", max: "maxOrNull" } as const;

import type { AggregateForms } from "../../dialect-types/aggregate-forms.ts";
import { aggregateCall } from "../shared/aggregates.ts";
import { sql } from "../../fragments/fragment.ts";

export const SQLITE_AGGREGATES: AggregateForms = {
  groupedString: (value) => sql`(${value}) COLLATE BINARY`,
  // A column of any type can contain values of other types.
  isOfType: ({ sql: value, type }) =>
    type === "integer" ? sql`typeof(${value}) = 'integer'` : sql`typeof(${value}) IN ('integer', 'real')`,
  call: aggregateCall(),
  toDouble: (value) => sql`CAST(${value} AS REAL)`,
  // The sum of integers fails beyond 64 bits. The sums of both halves cannot reach that.
  integerSum: (value) => [
    { sql: sql`CAST(sum((${value}) >> 32) AS TEXT)`, weight: 2n ** 32n },
    { sql: sql`CAST(sum((${value}) & 4294967295) AS TEXT)`, weight: 1n },
  ],
};

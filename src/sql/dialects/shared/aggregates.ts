import { ownProperty } from "../../../values/own-properties.ts";
import type { AggregateForms } from "../../dialect-types/aggregate-forms.ts";
import type { Dialect } from "../../dialect-types/dialect.ts";
import { rawSql, sql } from "../../fragments/fragment.ts";

/**
 * Aggregates of a database that sums 64-bit integers to a wider type. The sum is selected as digits, because drivers round
 * wide integers.
 *
 * @param types names of SQL types in CAST, and of the schema that qualifies aggregates. Default: no schema.
 */
export function wideningAggregates(
  types: { readonly string: string; readonly double: string; readonly schema?: string },
  groupedString: Dialect["binaryString"],
): AggregateForms {
  const [string, double] = [rawSql(types.string), rawSql(types.double)];
  const call = aggregateCall(ownProperty(types, "schema"));
  return {
    call,
    groupedString: (value, traits) => groupedString(value, traits, "equality"),
    toDouble: (value) => sql`CAST(${value} AS ${double})`,
    integerSum: (value) => [{ sql: sql`CAST(${call("sum", value)} AS ${string})`, weight: 1n }],
  };
}

export function aggregateCall(schema?: string): AggregateForms["call"] {
  const prefix = schema === undefined ? "" : `${schema}.`;
  return (called, value) => sql`${rawSql(prefix + called)}(${value})`;
}

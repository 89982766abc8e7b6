import { rawSql, sql, type SqlText } from "../../sql/fragments/fragment.ts";
import type { ScalarType } from "../../values/types.ts";
import type { ColumnAssignment } from "./store-database.ts";

/** Types that store each bound value unchanged. */
const UNCHANGED =
  /^(?:boolean|bigint|double precision|text|character varying|bytea|jsonb?|date|time without time zone|timestamp with(?:out)? time zone)$/;
/** Types that refuse a value that they cannot store. */
const REFUSING = /^(?:smallint|integer)$/;
/** Types that a bound value is assigned to without a cast. They round dates and times, and cut spaces from strings. */
const ASSIGNABLE = /^(?:character\b|time\(\d\) without|timestamp\(\d\))/;

/** Returns how a column of PostgreSQL takes values. `column` is its declared type, as `format_type` writes it. */
export function postgresAssignment(column: string, member: ScalarType): ColumnAssignment | undefined {
  if (UNCHANGED.test(column)) return undefined;
  const type = rawSql(column);
  // A cast of a double to numeric would keep only 15 digits, and money has no cast from double.
  const cast = (value: SqlText) =>
    member === "number" ? sql`CAST(CAST(${value} AS numeric) AS ${type})` : sql`CAST(${value} AS ${type})`;
  if (REFUSING.test(column)) return { isExact: true, cast };
  return ASSIGNABLE.test(column) ? { isExact: false, cast } : { isExact: false, assigned: cast, cast };
}

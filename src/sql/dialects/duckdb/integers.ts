import type { WideIntegers } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";

/** Storage form of `UBIGINT`. */
export const UBIGINT = "ubigint";
/** Storage form of `HUGEINT`. */
export const HUGEINT = "hugeint";

/** Returns the properties of `UBIGINT` and `HUGEINT`. They are bound as strings, because the driver binds only 64-bit integers. */
export function duckdbWideIntegers(form: string | undefined): WideIntegers | undefined {
  return form === UBIGINT ? UNSIGNED : form === HUGEINT ? HUGE : undefined;
}

const UNSIGNED = wideIntegers("UBIGINT", 0n, 2n ** 64n - 1n);
const HUGE = wideIntegers("HUGEINT", -(2n ** 127n), 2n ** 127n - 1n);

/** Compares an integer with a double. Tests first for doubles beyond ±2^127, which DuckDB cannot convert to integers. */
function compareWithDouble(value: SqlText, double: SqlText): SqlText {
  const minimum = rawSql(`CAST('${String(-(2n ** 127n))}' AS HUGEINT)`);
  const beyond = sql`WHEN ${double} >= ${POWER_127} THEN -1 WHEN ${double} <= -${POWER_127} THEN CASE WHEN ${double} = -${POWER_127} AND ${value} = ${minimum} THEN 0 ELSE 1 END`;
  const roundBy = (to: string) => sql`TRY_CAST(${rawSql(to)}(${double}) AS HUGEINT)`;
  return sql`CASE WHEN ${value} IS NULL OR ${double} IS NULL THEN NULL ${beyond} WHEN ${value} < ${roundBy("ceil")} THEN -1 WHEN ${value} > ${roundBy("floor")} THEN 1 ELSE 0 END`;
}

/** 2^127 as a double. */
const POWER_127 = rawSql("CAST('1.7014118346046923e38' AS DOUBLE)");

function wideIntegers(type: string, from: bigint, to: bigint): WideIntegers {
  const as = rawSql(type);
  return {
    from,
    to,
    bind: (value) => sql`CAST(CAST(${bindable("text", String(value))} AS VARCHAR) AS ${as})`,
    isOneOf: (value, list) =>
      sql`${value} IN (SELECT unnest(CAST(CAST(${bindable("texts", list.map(String))} AS VARCHAR[]) AS ${as}[])))`,
    compareWithDouble,
  };
}

import { rawSql, sql, type SqlText } from "../../fragments/fragment.ts";

/** Number of digits of the widest column that is read as an integer. */
export const MAX_INTEGER_DIGITS = 38;

/**
 * Type of integer parameters. It holds every value of BIGINT, BIGINT UNSIGNED and DECIMAL(38), and compares exactly with
 * all of them. An index on such a column serves the comparison.
 */
export const INTEGER_TYPE = `DECIMAL(${MAX_INTEGER_DIGITS},0)`;

/**
 * Rounds a double to an integer, which MariaDB compares exactly. A double out of the range of integers becomes the first
 * integer out of range.
 *
 * A CAST to DECIMAL would keep only the shortest digits of a double. From 2^63 on, every double is an integer, so that
 * it is split without loss into two integers of 64 bits.
 */
export function roundedDouble(value: SqlText, to: "floor" | "ceil"): SqlText {
  const rounded = to === "floor" ? sql`FLOOR(${value})` : sql`CEILING(${value})`;
  const high = sql`FLOOR(${value} / ${TWO_TO_64}e0)`;
  const low = sql`${value} - ${high} * ${TWO_TO_64}e0`;
  const split = sql`CAST(${high} AS SIGNED) * ${TWO_TO_64} + CAST(${low} AS UNSIGNED)`;
  // No double lies between 1e38, which is a little less than 10^38, and 10^38.
  return sql`CASE WHEN ${value} > 1e38 THEN ${OUT_OF_RANGE} WHEN ${value} < -1e38 THEN -${OUT_OF_RANGE} WHEN ABS(${value}) < 9223372036854775808e0 THEN CAST(${rounded} AS SIGNED) ELSE ${split} END`;
}

const LIMIT = 10n ** BigInt(MAX_INTEGER_DIGITS);

export const INTEGER_RANGE = { from: 1n - LIMIT, to: LIMIT - 1n };

const TWO_TO_64 = rawSql(String(2n ** 64n));
const OUT_OF_RANGE = rawSql(String(LIMIT));

/**
 * Converts a double without a fraction to a string, as JavaScript's `String(n)` does. Both find the same shortest
 * digits, but MariaDB uses an exponent from 10^15 on, JavaScript from 10^21 on.
 */
export function wholeDoubleToString(value: SqlText): SqlText {
  const text = sql`CAST(ABS(${value}) AS CHAR)`;
  const digits = sql`REPLACE(SUBSTRING_INDEX(${text}, 'e', 1), '.', '')`;
  const exponent = sql`SUBSTRING_INDEX(${text}, 'e', -1)`;
  const sign = sql`CASE WHEN ${value} < 0 THEN '-' ELSE '' END`;
  return sql`CASE WHEN ABS(${value}) < 1e15 THEN CAST(CAST(${value} AS SIGNED) AS CHAR) WHEN ABS(${value}) < 1e21 THEN CONCAT(${sign}, RPAD(${digits}, ${exponent} + 1, '0')) ELSE CONCAT(${sign}, REPLACE(${text}, 'e', 'e+')) END`;
}

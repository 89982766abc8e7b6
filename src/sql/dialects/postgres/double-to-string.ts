import { rawSql, sql, type SqlText } from "../../fragments/fragment.ts";

/**
 * Converts a double to a string as JavaScript's `String(n)` does. JavaScript and PostgreSQL both write the shortest
 * digits that parse back to the double, but:
 *
 * - The layout differs. A cast to numeric writes plain digits.
 * - `String(-0)` is `0`.
 * - From 2^53 on, the midpoint between two doubles can have the fewest digits. `String(n)` writes the midpoint, as in
 *   1e+23; PostgreSQL never does. The midpoint has one digit less than PostgreSQL's result. So both numbers with one
 *   digit less around that result are tried.
 */
export function doubleToString(value: SqlText): SqlText {
  return sql`(SELECT CASE WHEN d.v = trunc(d.v) AND abs(d.v) <= ${TWO_TO_53} THEN CAST(CAST(d.v AS bigint) AS text) WHEN abs(d.v) < CAST(1e-6 AS double precision) THEN replace(CAST(d.v AS text), CAST('e-0' AS text), CAST('e-' AS text)) WHEN abs(d.v) < ${TWO_TO_53} THEN CAST(CAST(CAST(d.v AS text) AS numeric) AS text) ELSE ${LARGE} END FROM (SELECT ${value} AS v) AS d)`;
}

/**
 * SQL for doubles from 2^53 on. Its columns: `m` is the digits with a point after the first, `e` the exponent as a
 * string, `c` is `m` without its last digit, and `u` one unit in the last digit of `c`.
 */
const LARGE = sql`(SELECT CASE WHEN d.v < CAST(0 AS double precision) THEN '-' ELSE '' END || CASE WHEN abs(d.v) < CAST(1e21 AS double precision) THEN CAST(trim_scale(CAST(CAST(s.n AS text) || 'e' || s.e AS numeric)) AS text) WHEN s.n = CAST(10 AS numeric) THEN '1e+' || CAST(CAST(s.e AS integer) + 1 AS text) ELSE CAST(trim_scale(s.n) AS text) || 'e+' || s.e END FROM (SELECT p.e, CASE WHEN length(p.m) = 1 THEN CAST(p.m AS numeric) WHEN CAST(CAST(p.c AS text) || 'e' || p.e AS double precision) = abs(d.v) THEN p.c WHEN CASE WHEN CAST(CAST(p.c + p.u AS text) || 'e' || p.e AS numeric) < 1.797693134862315807e308 THEN CAST(CAST(p.c + p.u AS text) || 'e' || p.e AS double precision) = abs(d.v) END THEN p.c + p.u ELSE CAST(p.m AS numeric) END AS n FROM (SELECT q.m, q.e, trunc(CAST(q.m AS numeric), greatest(length(q.m) - 3, 0)) AS c, power(CAST(10 AS numeric), CAST(least(3 - length(q.m), 0) AS numeric)) AS u FROM (SELECT split_part(CAST(abs(d.v) AS text), CAST('e' AS text), 1) AS m, CAST(CAST(split_part(CAST(abs(d.v) AS text), CAST('e' AS text), 2) AS integer) AS text) AS e) AS q) AS p) AS s)`;

const TWO_TO_53 = rawSql("CAST(9007199254740992 AS double precision)");

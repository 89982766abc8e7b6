import { sql, type SqlText } from "../../fragments/fragment.ts";

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
  return sql`(SELECT CASE WHEN d.v = trunc(d.v) AND abs(d.v) <= 9007199254740992 THEN CAST(CAST(d.v AS bigint) AS text) WHEN abs(d.v) < 1e-6 THEN replace(CAST(d.v AS text), 'e-0', 'e-') WHEN abs(d.v) < 9007199254740992 THEN CAST(CAST(CAST(d.v AS text) AS numeric) AS text) ELSE ${LARGE} END FROM (SELECT ${value} AS v) AS d)`;
}

/**
 * SQL for doubles from 2^53 on. Its columns: `m` is the digits with a point after the first, `e` the exponent, `c` is
 * `m` without its last digit, and `u` one unit in the last digit of `c`.
 */
const LARGE = sql`(SELECT CASE WHEN d.v < 0 THEN '-' ELSE '' END || CASE WHEN abs(d.v) < 1e21 THEN CAST(trim_scale(CAST(s.n || 'e' || s.e AS numeric)) AS text) WHEN s.n = 10 THEN '1e+' || (s.e + 1) ELSE trim_scale(s.n) || 'e+' || s.e END FROM (SELECT p.e, CASE WHEN length(p.m) = 1 THEN CAST(p.m AS numeric) WHEN CAST(p.c || 'e' || p.e AS double precision) = abs(d.v) THEN p.c WHEN CASE WHEN CAST((p.c + p.u) || 'e' || p.e AS numeric) < 1.797693134862315807e308 THEN CAST((p.c + p.u) || 'e' || p.e AS double precision) = abs(d.v) END THEN p.c + p.u ELSE CAST(p.m AS numeric) END AS n FROM (SELECT q.m, q.e, trunc(CAST(q.m AS numeric), greatest(length(q.m) - 3, 0)) AS c, power(CAST(10 AS numeric), least(3 - length(q.m), 0)) AS u FROM (SELECT split_part(CAST(abs(d.v) AS text), 'e', 1) AS m, CAST(split_part(CAST(abs(d.v) AS text), 'e', 2) AS integer) AS e) AS q) AS p) AS s)`;

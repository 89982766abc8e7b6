import { sql, type SqlText } from "../../fragments/fragment.ts";

/**
 * The string form of a double, which is finite or null.
 *
 * PostgreSQL and `String(n)` both write the fewest digits that read back as the same double, and of those the closest.
 * They part in three ways. The layout differs; numeric writes plain digits. Zero has no sign in a string form. And from
 * 2^53 on the text that lies right between two doubles can have fewer digits than any other that reads back:
 * PostgreSQL leaves it out, `String(n)` takes it where it reads back, as it does with 1e+23. Below 2^53 such a text has
 * 17 digits or more, so that none is left out. Where one is, it has a digit less, and of the two texts with a digit
 * less that lie around PostgreSQL's it is the one that reads back.
 */
export function doubleText(value: SqlText): SqlText {
  return sql`(SELECT CASE WHEN d.v = trunc(d.v) AND abs(d.v) <= 9007199254740992 THEN CAST(CAST(d.v AS bigint) AS text) WHEN abs(d.v) < 1e-6 THEN replace(CAST(d.v AS text), 'e-0', 'e-') WHEN abs(d.v) < 9007199254740992 THEN CAST(CAST(CAST(d.v AS text) AS numeric) AS text) ELSE ${LARGE} END FROM (SELECT ${value} AS v) AS d)`;
}

/** `m` is the digits with a point after the first, `e` the exponent, `c` their cut by one digit, `u` a unit of its last. */
const LARGE = sql`(SELECT CASE WHEN d.v < 0 THEN '-' ELSE '' END || CASE WHEN abs(d.v) < 1e21 THEN CAST(trim_scale(CAST(s.n || 'e' || s.e AS numeric)) AS text) WHEN s.n = 10 THEN '1e+' || (s.e + 1) ELSE trim_scale(s.n) || 'e+' || s.e END FROM (SELECT p.e, CASE WHEN length(p.m) = 1 THEN CAST(p.m AS numeric) WHEN CAST(p.c || 'e' || p.e AS double precision) = abs(d.v) THEN p.c WHEN CASE WHEN CAST((p.c + p.u) || 'e' || p.e AS numeric) < 1.797693134862315807e308 THEN CAST((p.c + p.u) || 'e' || p.e AS double precision) = abs(d.v) END THEN p.c + p.u ELSE CAST(p.m AS numeric) END AS n FROM (SELECT q.m, q.e, trunc(CAST(q.m AS numeric), greatest(length(q.m) - 3, 0)) AS c, power(CAST(10 AS numeric), least(3 - length(q.m), 0)) AS u FROM (SELECT split_part(CAST(abs(d.v) AS text), 'e', 1) AS m, CAST(split_part(CAST(abs(d.v) AS text), 'e', 2) AS integer) AS e) AS q) AS p) AS s)`;

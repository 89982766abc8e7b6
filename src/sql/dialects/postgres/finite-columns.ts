import type { RunStatement } from "../../dialect-types/table-reader.ts";
import { bindable, sql } from "../../fragments/fragment.ts";
import { queryRows } from "../shared/table-reader.ts";

/**
 * Returns the names of the columns whose CHECK constraints allow only readable values: no infinity, no NaN, and only dates
 * of the years 1 to 9999. Recognizes comparisons of the column with constants, such as `BETWEEN '2000-01-01' AND
 * '9999-12-31'`, joined by AND. Ignores constraints of foreign tables, which are not enforced, and of inheritance parents, whose
 * child tables need not satisfy them.
 *
 * @param path quoted name of the table.
 */
export async function finiteColumns(path: string, run: RunStatement): Promise<ReadonlySet<string>> {
  const rows = await queryRows(
    run,
    sql`WITH RECURSIVE children(oid) AS (SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = CAST(to_regclass(${bindable("text", path)}) AS oid) UNION SELECT i.inhrelid FROM pg_inherits i JOIN children c ON c.oid = i.inhparent) SELECT a.attname, quote_ident(CAST(a.attname AS text)), pg_get_constraintdef(k.oid) FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1] AND pg_catalog.cardinality(k.conkey) = 1 WHERE k.conrelid = CAST(to_regclass(${bindable("text", path)}) AS oid) AND k.contype = 'c' AND k.convalidated AND NOT k.connoinherit AND c.relkind IN ('r', 'p') AND NOT EXISTS (SELECT 1 FROM children x JOIN pg_class y ON y.oid = x.oid WHERE c.relkind = 'r' OR y.relkind = 'f')`,
  );
  const above = new Set<string>();
  const below = new Set<string>();
  for (const [name, quoted, definition] of rows.map((row) => row.map(String) as [string, string, string])) {
    for (const { sign, value } of comparisons(definition, quoted)) {
      if (sign.startsWith(">") && isLowerLimit(sign, value)) above.add(name);
      if (sign.startsWith("<") && isUpperLimit(sign, value)) below.add(name);
    }
  }
  return new Set([...above].filter((name) => below.has(name)));
}

interface Comparison {
  readonly sign: string;
  readonly value: string;
}

/**
 * Returns the comparisons of a CHECK constraint as PostgreSQL writes it: `CHECK (((d >= '2000-01-01'::date) AND (…)))`.
 * Empty if it contains anything else.
 */
function comparisons(definition: string, column: string): readonly Comparison[] {
  const [, inner] = /^CHECK \(+(.*?)\)+$/s.exec(definition) ?? [];
  const conditions = (inner ?? "").split(") AND (").map((part): Comparison | undefined => {
    if (!part.startsWith(`${column} `)) return undefined;
    const [, sign, value] = COMPARISON.exec(part.slice(column.length)) ?? [];
    return sign === undefined ? undefined : { sign, value: value! };
  });
  return conditions.every((condition) => condition !== undefined) ? conditions : [];
}

const COMPARISON = /^ (<=?|>=?) '([^']*)'::(?:date|timestamp with(?:out)? time zone|double precision)$/;

/** A date or instant of the years 0001 to 9999, as PostgreSQL writes constants in UTC. */
const CALENDAR = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?(?:\+00)?)?$/;
const START_OF_YEAR_10000 = /^10000-01-01(?: 00:00:00(?:\+00)?)?$/;

function isLowerLimit(sign: string, value: string): boolean {
  return CALENDAR.test(value) || (sign === ">" && value === "-Infinity");
}

function isUpperLimit(sign: string, value: string): boolean {
  return CALENDAR.test(value) || (sign === "<" && (value === "Infinity" || START_OF_YEAR_10000.test(value)));
}

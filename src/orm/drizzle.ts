import { requireKind } from "../diagnostics/require-argument.ts";
import {
  ormQuery,
  withTag,
  type OrmFragment,
  type OrmOptions,
  type OrmQuery,
  type OrmRequest,
} from "./orm-query.ts";

/** The part of Drizzle's tag `sql` that the adapter needs. */
export interface DrizzleTag<R> {
  (strings: TemplateStringsArray, ...values: unknown[]): R;
  readonly param: (value: unknown) => unknown;
}

/**
 * Returns the condition and the order of a query for Drizzle. The table must have the alias `t`.
 *
 * @throws TypeError for a dialect whose drivers bind lists as objects of their own, such as DuckDB
 * @example
 * const t = alias(reports, "t");
 * const query = drizzleQuery(sql, { filter, sortBy }, { catalog, table, dialect });
 * if (query.verdict === "exact") await db.select().from(t).where(query.where);
 */
export function drizzleQuery<R>(sql: DrizzleTag<R>, request: OrmRequest, options: OrmOptions): OrmQuery<R> {
  requireKind(sql, "sql", "the tag sql of Drizzle", "param");
  // Without `param`, the tag writes a list as several parameters.
  const convert = ({ segments, values }: OrmFragment) =>
    withTag(sql, { segments, values: values.map((value) => sql.param(value)) });
  return ormQuery(request, options, convert, convert);
}

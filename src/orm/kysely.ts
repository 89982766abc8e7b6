import { requireFunction } from "../diagnostics/require-argument.ts";
import {
  ormQuery,
  withTag,
  type OrmFragment,
  type OrmOptions,
  type OrmQuery,
  type OrmRequest,
} from "./orm-query.ts";

/** The tag `sql` of Kysely with the type of its result: `sql<boolean>`. */
export type KyselyTag<R> = (strings: TemplateStringsArray, ...values: unknown[]) => R;

/**
 * Returns the condition and the order of a query for Kysely. The table must have the alias `t`.
 *
 * @throws TypeError for a dialect whose drivers bind lists as objects of their own, such as DuckDB
 * @example
 * const query = kyselyQuery(sql<boolean>, { filter, sortBy }, { catalog, table, dialect });
 * if (query.verdict === "exact") db.selectFrom("reports as t").selectAll().where(query.where);
 */
export function kyselyQuery<R>(sql: KyselyTag<R>, request: OrmRequest, options: OrmOptions): OrmQuery<R> {
  requireFunction(sql, "sql");
  const convert = (fragment: OrmFragment) => withTag(sql, fragment);
  return ormQuery(request, options, convert, convert);
}

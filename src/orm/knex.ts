import { requireDialect } from "../sql/compile/compile-clauses.ts";
import { requireKind } from "../diagnostics/require-argument.ts";
import {
  namedText,
  ormQuery,
  type OrmFragment,
  type OrmOptions,
  type OrmQuery,
  type OrmRequest,
} from "./orm-query.ts";

/** The part of Knex that the adapter needs. */
export interface KnexRaw<R> {
  // `never`: the bindings of Knex have a type of their own.
  raw(text: string, bindings: Readonly<Record<string, never>>): R;
}

/**
 * Returns the condition and the order of a query for Knex. The table must have the alias `t`.
 *
 * @throws TypeError for a dialect whose drivers bind lists as objects of their own, such as DuckDB
 * @example
 * const query = knexQuery(knex, { filter, sortBy }, { catalog, table, dialect });
 * if (query.verdict === "exact") await knex("reports as t").where(query.where).orderByRaw(query.orderBy!);
 */
export function knexQuery<R>(knex: KnexRaw<R>, request: OrmRequest, options: OrmOptions): OrmQuery<R> {
  requireKind(knex, "knex", "an instance of Knex", "raw");
  requireDialect(options);
  // Knex numbers the placeholders of a database such as PostgreSQL, in strings too, unless a backslash precedes them.
  const isNumbered = options.dialect.placeholder(0, { type: "text" }) !== "?";
  const convert = ({ segments, values }: OrmFragment) => {
    const escaped = segments.map((segment) => {
      const text = segment.replaceAll(/\\(?=:\w)/g, "\\\\");
      return isNumbered ? text.replaceAll("?", "\\?") : text;
    });
    // Named placeholders, because `?` would be one otherwise: its escape `\?` stays in the statement for SQLite.
    const { text, parameters } = namedText({ segments: escaped, values }, "tamis");
    return knex.raw(text, parameters as Readonly<Record<string, never>>);
  };
  return ormQuery(request, options, convert, convert);
}

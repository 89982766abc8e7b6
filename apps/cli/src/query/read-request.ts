import { print, type Catalog } from "tamis";
import { decodeQuery } from "tamis/url";
import { UsageError } from "../command/arguments.ts";
import type { Scope } from "../command/command.ts";
import { report } from "../command/report.ts";
import { clockOf } from "../command/time-zone-option.ts";
import { type QueryText } from "./prepare-query.ts";
import { ExpressionError } from "./expression-error.ts";
import { readFilter } from "./filter-option.ts";

export interface PagedQueryText extends QueryText {
  readonly start: number;
  readonly limit: number | undefined;
  /** True if the order is the default of the catalog, because the request has none. */
  readonly hasDefaultSort: boolean;
}

/**
 * Reads the filter, the order and the page from the options, or all of them from `--query`.
 * @throws UsageError if `--query` is combined with the others, ExpressionError if it is invalid
 */
export function readRequest(scope: Scope, catalog: Catalog | undefined): PagedQueryText {
  const { args } = scope;
  const text = args.text("query");
  const single = {
    filter: args.texts("filter").at(0),
    sortBy: args.text("sortBy"),
    start: args.count("start"),
    limit: args.count("limit"),
  };
  if (text === undefined) {
    return {
      ...readFilter(scope),
      sortBy: single.sortBy ?? defaultSort(catalog),
      hasDefaultSort: single.sortBy === undefined,
      start: single.start ?? 0,
      limit: single.limit,
    };
  }
  const duplicate = Object.entries(single).find(([, value]) => value !== undefined)?.[0];
  if (duplicate !== undefined)
    throw new UsageError(
      `${args.spelling(duplicate)} cannot be combined with --query. Write it into the query.`,
    );
  const mode = args.flag("strict") ? "strict" : "lenient";
  const functions = clockOf(scope);
  const options = { mode, functions, ...(catalog === undefined ? {} : { catalog }) } as const;
  const { query, diagnostics } = decodeQuery(text, options);
  report(text, diagnostics, scope);
  if (query === undefined) throw new ExpressionError();
  return {
    filter: print(query.filter),
    hasBasics: query.basics.length > 0,
    sortBy: query.sortBy === undefined ? defaultSort(catalog) : print(query.sortBy),
    hasDefaultSort: query.sortBy === undefined,
    start: query.start,
    limit: query.limit === undefined ? undefined : query.pageLimit,
  };
}

function defaultSort(catalog: Catalog | undefined): string {
  return catalog?.defaultSort.join(",") ?? "";
}

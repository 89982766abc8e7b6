import { print, type Catalog } from "tamis";
import { decodeQuery } from "tamis/url";
import { UsageError } from "../command/arguments.ts";
import type { Scope } from "../command/command.ts";
import { report } from "../command/report.ts";
import { ExpressionError, type QueryText } from "./prepare-query.ts";
import { urlQuery } from "./url-query.ts";

export interface PagedQueryText extends QueryText {
  readonly start: number;
  readonly limit: number | undefined;
}

/**
 * Reads the filter, the order and the page from the options, or all of them from `--query`.
 * @throws UsageError if `--query` is combined with the others, ExpressionError if it is invalid
 */
export function readRequest(scope: Scope, catalog: Catalog | undefined): PagedQueryText {
  const { args } = scope;
  const text = args.text("query");
  const single = {
    filter: args.text("filter"),
    sortBy: args.text("sortBy"),
    start: args.count("start"),
    limit: args.count("limit"),
  };
  if (text === undefined) {
    return {
      filter: single.filter ?? "",
      sortBy: single.sortBy ?? defaultSort(catalog),
      start: single.start ?? 0,
      limit: single.limit,
    };
  }
  const duplicate = Object.entries(single).find(([, value]) => value !== undefined)?.[0];
  if (duplicate !== undefined)
    throw new UsageError(`--${duplicate} cannot be combined with --query. Write it into the query.`);
  const mode = args.flag("strict") ? "strict" : "lenient";
  const raw = urlQuery(text);
  const { query, diagnostics } = decodeQuery(raw, { mode, ...(catalog === undefined ? {} : { catalog }) });
  report(raw, diagnostics, scope);
  if (query === undefined) throw new ExpressionError();
  return {
    filter: print(query.filter),
    hasBasics: query.basics.length > 0,
    sortBy: query.sortBy === undefined ? defaultSort(catalog) : print(query.sortBy),
    start: query.start,
    limit: query.limit === undefined ? undefined : query.pageLimit,
  };
}

function defaultSort(catalog: Catalog | undefined): string {
  return catalog?.defaultSort.join(",") ?? "";
}

import { requireText } from "../diagnostics/require-argument.ts";
import { check, checkSortBy } from "../checker/check.ts";
import { makeCheckedFilter, type CheckedFilter, type CheckedSortBy } from "../checker/checked.ts";
import { defaultSort } from "../checker/default-sort.ts";
import { parseFilter, parseSortBy } from "../parser/parse.ts";
import type { DecodedQuery, DecodeQueryOptions } from "./collection-query.ts";
import { DecoderSettings, QueryDecoder, type DecodedSort, type QueryReader } from "./query-decoder.ts";
import { TextCache } from "../values/caches/text-cache.ts";
import type { LruMap } from "../values/lru-map.ts";

/** Reads query strings with the parser and the checker of the package. */
export const READER: QueryReader<CheckedFilter, CheckedSortBy> = {
  parseFilter,
  parseSortBy,
  check,
  checkSortBy,
  defaultSort,
  withCatalog: (filter, catalog) => makeCheckedFilter(filter.expression, { ...filter, catalog }),
};

/**
 * Decodes and checks the query string of a request to a collection, or its whole URL. Invalid strings never throw.
 *
 * Names that are not reserved (`start`, `limit`, `filter`, `sortBy`), declared by the endpoint, or members are errors. A
 * reserved or declared parameter can be repeated only with the same value. A repeated member is a second condition.
 *
 * The result of a text that is decoded again with the same options is kept, and frozen. Options with objects other than the catalog
 * are not the same.
 *
 * @throws RangeError for invalid limits in the options.
 * @example
 * const { query, diagnostics } = decodeQuery("?type=report%7Cfolder&filter=gt(size,10)&limit=20", { catalog });
 * print(query.filter) // and(in(type,'report','folder'),gt(size,10))
 */
export function decodeQuery(raw: string, options: DecodeQueryOptions = {}): DecodedQuery {
  requireText(raw, "raw");
  const decode = () => new QueryDecoder(READER, new DecoderSettings(options)).decode(raw);
  return decoded.getOrMake(raw, options, decode, ({ query }) => query !== undefined);
}

const decoded = /* @__PURE__ */ new TextCache<DecodedQuery>();

/**
 * Like `decodeQuery`, but keeps the valid texts of `sortBy` in a cache: servers receive the same few of them. All queries with
 * the same text share one tree, whose spans are those in the first query.
 *
 * @param sorts cache for these settings alone
 */
export function decodeQueryWithSorts(
  raw: string,
  settings: DecoderSettings,
  sorts: LruMap<string, DecodedSort<CheckedSortBy>>,
): DecodedQuery {
  return new QueryDecoder(READER, settings, sorts).decode(raw);
}

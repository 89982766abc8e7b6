import { requireArray, requireObject } from "../diagnostics/require-argument.ts";
import { isCollectionQuery, type CollectionQuery } from "./collection-query.ts";
import type { QueryStringParts } from "./encode-query.ts";
import { pageLinks, type PageLink } from "./links.ts";
import { ownProperties, ownProperty } from "../values/own-properties.ts";

/** Response body for a page of a collection. */
export interface CollectionRepresentation<T = unknown> {
  readonly name: string;
  readonly accept: string;
  readonly start: number;
  /** Effective limit of the page. Can be less than the requested limit. */
  readonly limit: number;
  /** Number of matching rows on all pages. */
  readonly count: number;
  readonly links: readonly PageLink[];
  readonly items: readonly T[];
  readonly version: number;
}

export interface RepresentationOptions<T> {
  readonly name: string;
  readonly accept: string;
  /** Path of the collection, without a query string. */
  readonly path: string;
  readonly query: CollectionQuery | QueryStringParts;
  readonly items: readonly T[];
  /** Number of matching rows on all pages. */
  readonly count: number;
  /** Effective limit of the page. Default: `pageLimit` of the query. */
  readonly limit?: number;
  /** Version of the response body's format. Default 1. */
  readonly version?: number;
  /** Media type of the collection, for the links to its pages. */
  readonly type?: string;
}

/**
 * Returns the response body for a page, with links to other pages.
 *
 * @throws RangeError if there are more items than the limit, or if `pageLinks` throws.
 * @example
 * collectionRepresentation({
 *   name: "reports", accept: "application/vnd.vendor.report", path: "/reports/reports", query, items, count: 52,
 * })
 */
export function collectionRepresentation<T>(options: RepresentationOptions<T>): CollectionRepresentation<T> {
  const { name, accept, path, query, items, count, type, version = 1, limit: given } = ownProperties(options);
  requireObject(query, "options.query");
  requireArray(items, "options.items");
  const limit = given ?? (isCollectionQuery(query) ? query.pageLimit : ownProperty(query, "limit"));
  if (limit === undefined) throw new RangeError("limit is required in the options or in the query");
  if (items.length > limit)
    throw new RangeError(`items must have at most ${limit} elements (limit), got ${items.length}`);
  const links = pageLinks({
    path,
    query,
    count,
    limit,
    ...(type === undefined ? {} : { type }),
  });
  return { name, accept, start: ownProperty(query, "start") ?? 0, limit, count, links, items, version };
}

import type { CollectionQuery } from "./collection-query.ts";
import type { QueryParts } from "./encode-query.ts";
import { pageLinks, type PageLink } from "./links.ts";

/** A page of a collection as it is sent. */
export interface CollectionRepresentation<T = unknown> {
  readonly name: string;
  /** The media type of the items. */
  readonly accept: string;
  readonly start: number;
  /** The rows of a page that are given, which can be fewer than were asked for. */
  readonly limit: number;
  /** All rows that the filter keeps, whatever page they are on. */
  readonly count: number;
  readonly links: readonly PageLink[];
  readonly items: readonly T[];
  /** The version of this envelope. */
  readonly version: number;
}

export interface RepresentationOptions<T> {
  /** The collection's name. */
  readonly name: string;
  /** The media type of the items. */
  readonly accept: string;
  /** The path of the collection, without a query. */
  readonly path: string;
  readonly query: CollectionQuery | QueryParts;
  /** The rows of the page, in their order; at most `limit`. */
  readonly items: readonly T[];
  /** All rows that the filter keeps. */
  readonly count: number;
  /** The rows of a page that are given. Default: the query's `pageLimit`. */
  readonly limit?: number;
  /** The version of the envelope. Default 1. */
  readonly version?: number;
  /** The media type of the collection, for its links. */
  readonly type?: string;
}

/**
 * The envelope of one page: its rows, where they stand in the whole, and the links to the other pages.
 *
 * @throws RangeError for more items than the limit, and for what `pageLinks` refuses.
 * @example
 * collectionRepresentation({
 *   name: "reports", accept: "application/vnd.vendor.report", path: "/reports/reports", query, items, count: 52,
 * })
 */
export function collectionRepresentation<T>(options: RepresentationOptions<T>): CollectionRepresentation<T> {
  const { name, accept, path, query, items, count, version = 1 } = options;
  const limit = options.limit ?? (query.kind === undefined ? query.limit : query.pageLimit);
  if (limit === undefined)
    throw new RangeError("Neither the options nor the query say how many rows a page has.");
  if (items.length > limit) throw new RangeError(`A page of ${limit} rows cannot hold ${items.length}.`);
  const links = pageLinks({
    path,
    query,
    count,
    limit,
    ...(options.type === undefined ? {} : { type: options.type }),
  });
  return { name, accept, start: query.start ?? 0, limit, count, links, items, version };
}

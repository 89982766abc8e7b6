import { requireObject, requireText } from "../diagnostics/require-argument.ts";
import type { CollectionQuery } from "./collection-query.ts";
import { encodeParts, queryStringParts, type QueryStringParts } from "./encode-query.ts";
import { encodePath } from "../values/urls/percent-encoding.ts";
import { requireCount } from "./require-count.ts";
import { ownProperties } from "../values/own-properties.ts";

export interface PageLink {
  readonly method: "GET";
  readonly rel: "self" | "collection" | "first" | "prev" | "next" | "last";
  readonly href: string;
  readonly uri: string;
  readonly type: string;
}

export interface PageLinksOptions {
  /** Path of the collection without a query string, such as `/reports/reports`. */
  readonly path: string;
  readonly query: CollectionQuery | QueryStringParts;
  /** Number of matching rows on all pages. */
  readonly count: number;
  /** Effective limit of the page. */
  readonly limit: number;
  /** Media type of the collection. Default `application/vnd.vendor.collection`. */
  readonly type?: string;
}

/** The default media type of a collection. */
export const COLLECTION_LINK_TYPE = "application/vnd.vendor.collection";

/**
 * Returns the links of a page: `self` and `collection` always, `first` and `prev` except on the first page, `next` and `last`
 * except on the last page.
 *
 * - `collection` contains only the declared parameters of the endpoint.
 * - A page after the end has no `next`. Its `prev` is the page before its start, or the last page if that is earlier.
 * - With a limit of 0, there are only `self` and `collection`.
 * - Parameters and basic filters with the name of an access token are left out.
 *
 * @throws RangeError if the path has a query or a fragment, or if count or limit is not an integer >= 0.
 * @example pageLinks({ path: "/reports/reports", query, count: 52, limit: 10 }).map(({ rel }) => rel)
 * // on the first page: ["self", "collection", "next", "last"]
 */
export function pageLinks(options: PageLinksOptions): readonly PageLink[] {
  const { path, query, count, limit, type = COLLECTION_LINK_TYPE } = ownProperties(options);
  requireText(path, "options.path");
  requireObject(query, "options.query");
  requireCount("count", count);
  requireCount("limit", limit);
  if (/[?#]/.test(path)) throw new RangeError(`path must not contain a query or fragment, got ${path}`);
  const target = encodePath(path);
  const parts = withoutTokens(queryStringParts(query));
  const start = parts.start ?? 0;
  const link = (rel: PageLink["rel"], text: string): PageLink => {
    const uri = text === "" ? target : `${target}?${text}`;
    return { method: "GET", rel, href: uri, uri, type };
  };
  // The filter is printed and encoded once for all links.
  const shared = encodeParts({ ...parts, start: undefined, limit: undefined });
  const before = shared === "" ? "" : `${shared}&`;
  const page = (rel: PageLink["rel"], at: number) => link(rel, `${before}start=${at}&limit=${limit}`);
  return [
    page("self", start),
    link("collection", encodeParts({ parameters: parts.parameters })),
    ...otherPages(start, limit, count).map(([rel, at]) => page(rel, at)),
  ];
}

/** Returns the relations of a page to other pages, each with the start of the other page. */
export function otherPages(
  start: number,
  limit: number,
  count: number,
): readonly (readonly [rel: PageLink["rel"], start: number])[] {
  if (limit === 0) return [];
  const pages: (readonly [PageLink["rel"], number])[] = [];
  const last = count === 0 ? 0 : Math.floor((count - 1) / limit) * limit;
  if (start > 0) pages.push(["first", 0], ["prev", Math.max(0, Math.min(start - limit, last))]);
  // Compare differences: the sum `start + limit` could exceed the safe integers.
  const remaining = count - start;
  if (remaining > limit) pages.push(["next", start + limit]);
  if (remaining > limit || (remaining <= 0 && count > 0)) pages.push(["last", last]);
  return pages;
}

/** Names of access-token parameters. Names are compared without case, `_` and `-`. */
const TOKEN_NAMES: ReadonlySet<string> = new Set(["token", "accesstoken", "refreshtoken", "idtoken"]);

/** Returns whether a parameter probably contains an access token. Links and error messages leave such parameters out. */
export function isTokenName(name: string): boolean {
  return TOKEN_NAMES.has(name.toLowerCase().replace(/[_-]/g, ""));
}

/** Leaves out parameters and basic filters with the name of an access token. */
export function withoutTokens(parts: QueryStringParts): QueryStringParts {
  return {
    ...parts,
    basics: parts.basics?.filter(({ member }) => !isTokenName(member)),
    parameters: new Map([...(parts.parameters ?? [])].filter(([name]) => !isTokenName(name))),
  };
}

import type { CollectionQuery } from "./collection-query.ts";
import { encodeParts, partsOf, type QueryParts } from "./encode-query.ts";
import { encodePath } from "./percent-encoding.ts";

/** A link of a collection. */
export interface PageLink {
  readonly method: "GET";
  readonly rel: "self" | "collection" | "first" | "prev" | "next" | "last";
  readonly href: string;
  readonly uri: string;
  /** The media type of the target. */
  readonly type: string;
}

export interface PageLinksOptions {
  /** The path of the collection, without a query: `/reports/reports`. */
  readonly path: string;
  readonly query: CollectionQuery | QueryParts;
  /** All rows that the filter keeps, whatever page they are on. */
  readonly count: number;
  /** The rows of a page that are given. */
  readonly limit: number;
  /** The media type of the collection. Default `application/vnd.vendor.collection`. */
  readonly type?: string;
}

/** The media type of every collection. */
export const COLLECTION_TYPE = "application/vnd.vendor.collection";

/**
 * The links of one page of a collection. `self` and `collection` are always there; `first` and `prev` not on the first
 * page, `next` and `last` not on the last. All but `collection` keep filter and sort, and say start and limit.
 *
 * - `collection` is the collection as a whole: it keeps what the endpoint declares and nothing else.
 * - A page past the end has no `next`; its `prev` ends where it begins, or is the last page if that lies before it.
 * - With a limit of 0 there are no pages, so there is nothing to turn to.
 * - A parameter or a basic filter that is called as access tokens are is in no link.
 *
 * @throws RangeError for a path with a query or a fragment, or a count or limit that is no whole number from 0 on.
 * @example pageLinks({ path: "/reports/reports", query, count: 52, limit: 10 }).map(({ rel }) => rel)
 * // on the first page: ["self", "collection", "next", "last"]
 */
export function pageLinks({
  path,
  query,
  count,
  limit,
  type = COLLECTION_TYPE,
}: PageLinksOptions): readonly PageLink[] {
  requireWhole("count", count);
  requireWhole("limit", limit);
  if (/[?#]/.test(path)) throw new RangeError("The path of a collection has no query and no fragment.");
  const target = encodePath(path);
  const parts = withoutTokens(partsOf(query));
  const start = parts.start ?? 0;
  const link = (rel: PageLink["rel"], text: string): PageLink => {
    const uri = text === "" ? target : `${target}?${text}`;
    return { method: "GET", rel, href: uri, uri, type };
  };
  const page = (rel: PageLink["rel"], at: number) => link(rel, encodeParts({ ...parts, start: at, limit }));
  const links = [page("self", start), link("collection", encodeParts({ parameters: parts.parameters }))];
  if (limit === 0) return links;
  const last = count === 0 ? 0 : Math.floor((count - 1) / limit) * limit;
  if (start > 0) links.push(page("first", 0), page("prev", Math.max(0, Math.min(start - limit, last))));
  // Compared so that no sum can leave the exact integers.
  const remaining = count - start;
  if (remaining > limit) links.push(page("next", start + limit));
  if (remaining > limit || (remaining <= 0 && count > 0)) links.push(page("last", last));
  return links;
}

/** Names of parameters that carry a token: whatever the case, and with or without `_` and `-`. */
const TOKEN_NAMES: ReadonlySet<string> = new Set(["token", "accesstoken", "refreshtoken", "idtoken"]);

function saysToken(name: string): boolean {
  return TOKEN_NAMES.has(name.toLowerCase().replace(/[_-]/g, ""));
}

function withoutTokens(parts: QueryParts): QueryParts {
  return {
    ...parts,
    basics: parts.basics?.filter(({ member }) => !saysToken(member)),
    parameters: new Map([...(parts.parameters ?? [])].filter(([name]) => !saysToken(name))),
  };
}

function requireWhole(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${name} is a whole number from 0 on, not ${value}.`);
}

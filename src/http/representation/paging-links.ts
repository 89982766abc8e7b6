import type { Page } from "../../engine/collection.ts";
import type { CollectionQuery } from "../../url/collection-query.ts";
import { encodeParsedParts, queryStringParts } from "../../url/encode-query.ts";
import { otherPages, withoutTokens } from "../../url/links.ts";
import { encodePath, encodeText } from "../../values/urls/percent-encoding.ts";

export const COLLECTION_JSON = "application/vnd.vendor.collection+json";

/** Returns the JSON text of a link to a page, and a comma. */
export type PrintPageLink = (rel: string, search: string) => string;

/** Titles of links to other pages. */
const TITLES: Readonly<Record<string, string>> = {
  first: "First page",
  prev: "Previous page",
  next: "Next page",
  last: "Last page",
};

export interface PageLinkPrinterOptions {
  readonly path: string;
  /** Title of the collection. */
  readonly title: string;
  /** Media type of the items. */
  readonly itemType: string;
}

/**
 * Returns a printer of links to the pages of a collection. It writes JSON directly: encoded paths and query strings have no
 * characters that JSON escapes.
 */
export function pageLinkPrinter({ path, title, itemType }: PageLinkPrinterOptions): PrintPageLink {
  const target = encodePath(path);
  const types = `"type":${JSON.stringify(COLLECTION_JSON)},"itemType":${JSON.stringify(itemType)}`;
  const quotedTitle = JSON.stringify(title);
  return (rel, search) => {
    const uri = search === "" ? target : `${target}?${search}`;
    const titleText = Object.hasOwn(TITLES, rel) ? `"${TITLES[rel]}"` : quotedTitle;
    return `{"method":"GET","rel":"${rel}","href":"${uri}","uri":"${uri}","title":${titleText},${types}},`;
  };
}

/** Encoded parts of a query that its links to pages share. */
export interface LinkTexts {
  /** The query string without its page and cursor, and with a final `&` unless it is empty. */
  readonly page: string;
  /** The parameters of the endpoint, without the filter, the order, the page and the cursor. */
  readonly collection: string;
}

export function linkTexts(query: CollectionQuery): LinkTexts {
  const parts = withoutTokens(queryStringParts(query));
  const parameters = new Map([...(parts.parameters ?? [])].filter(([name]) => name !== "cursor"));
  const text = encodeParsedParts({ ...parts, parameters, start: undefined, limit: undefined });
  return {
    page: text === "" ? "" : `${text}&`,
    collection: encodeParsedParts({ parameters }),
  };
}

/**
 * Returns the links of a page to itself, to its collection and to other pages, each followed by a comma.
 *
 * @param kind whether links to other pages contain their start, or a cursor
 */
export function pagingLinks(
  query: CollectionQuery,
  texts: LinkTexts,
  page: Page<unknown>,
  kind: "start" | "cursor",
  print: PrintPageLink,
): string {
  if (kind === "cursor") return cursorLinks(query, texts, page, print);
  const { count, limit } = page;
  const { start } = query;
  const link = (rel: string, at: number) => print(rel, `${texts.page}start=${at}&limit=${limit}`);
  const otherStarts = count === undefined ? nearPages(start, page) : otherPages(start, limit, count);
  let links = link("self", start) + print("collection", texts.collection);
  for (const [rel, at] of otherStarts) links += link(rel, at);
  return links;
}

/** Returns the pages that are known without a count. */
function nearPages(
  start: number,
  { limit, items }: Page<unknown>,
): readonly (readonly [rel: string, start: number])[] {
  if (limit === 0) return [];
  const pages: [string, number][] = [];
  if (start > 0) pages.push(["first", 0], ["prev", Math.max(0, start - limit)]);
  // Without a count, a full page may have a successor. That page can be empty.
  if (items.length === limit) pages.push(["next", start + limit]);
  return pages;
}

/** With cursors there are no links `prev` and `last`: a cursor only continues forward. */
function cursorLinks(
  query: CollectionQuery,
  { page: before, collection }: LinkTexts,
  { limit, next }: Page<unknown>,
  print: PrintPageLink,
): string {
  const link = (rel: string, cursor: string, start?: number) => {
    const first = start === undefined ? "" : `start=${start}&`;
    return print(rel, `${before}cursor=${encodeText(cursor)}&${first}limit=${limit}`);
  };
  const cursor = query.parameters.get("cursor") ?? "";
  const start = query.start === 0 ? undefined : query.start;
  let links = link("self", cursor, start) + print("collection", collection);
  if (limit === 0) return links;
  if (cursor !== "" || start !== undefined) links += link("first", "");
  if (next !== undefined) links += link("next", next);
  return links;
}

import type { Page } from "../../engine/collection.ts";
import type { CollectionQuery } from "../../url/collection-query.ts";
import { encodeParts, queryStringParts } from "../../url/encode-query.ts";
import { pageLinks, withoutTokens } from "../../url/links.ts";
import { formatJson } from "../../values/exact-json.ts";
import { encodeText } from "../../values/percent-encoding.ts";
import type { Operation } from "../contract/operations.ts";
import type { ServiceResource } from "../contract/resource.ts";
import { makeLink, type Link } from "./links.ts";

/** Parameters of `tamis/http`, in addition to those of every collection. */
export const HTTP_PARAMETERS = ["count", "cursor", "select"] as const;

export const COLLECTION_JSON = "application/vnd.vendor.collection+json";
/** Media types of pages. The first is sent if the client accepts any. */
export const COLLECTION_TYPES: readonly string[] = [
  COLLECTION_JSON,
  "application/vnd.vendor.collection",
  "application/json",
];

export const FORM_TYPE = "application/x-www-form-urlencoded";
/** Version of the collection format. */
export const COLLECTION_VERSION = 2;

export interface EnvelopeOptions {
  readonly resource: ServiceResource;
  /** Operations that the caller may use. */
  readonly operations: ReadonlySet<Operation>;
  readonly query: CollectionQuery;
  readonly page: Page<unknown>;
  /** Media type of the items. */
  readonly itemType: string;
  /** Kind of links to other pages. */
  readonly links: "start" | "cursor";
}

/**
 * Returns the JSON text of a page around its items: before the first item and after the last one. Equivalent to `formatJson` of
 * the whole page, but the links that all pages share are formatted once.
 */
export function envelope({
  resource,
  operations,
  query,
  page,
  itemType,
  links: kind,
}: EnvelopeOptions): readonly [before: string, after: string] {
  const { start, limit, count } = page;
  const { same, others } = sharedTexts(resource, operations, itemType);
  const rows = count === undefined ? "" : `,"count":${count}`;
  let links = "";
  for (const link of pagingLinks(resource.path, query, page, kind))
    links += `${formatJson(withItemType(link, itemType))},`;
  return [
    `${same},"start":${start},"limit":${limit}${rows},"links":[${links}${others}],"items":[`,
    `],"version":${COLLECTION_VERSION}}`,
  ];
}

interface SharedTexts {
  /** First members of each page, with the opening brace. */
  readonly same: string;
  /** Links to the operations of the collection, with commas between them. */
  readonly others: string;
}

const shared = new WeakMap<ServiceResource, WeakMap<ReadonlySet<Operation>, Map<string, SharedTexts>>>();

/** Returns the texts that are the same on all pages with items of a type, for callers that may use the operations. */
function sharedTexts(
  resource: ServiceResource,
  operations: ReadonlySet<Operation>,
  itemType: string,
): SharedTexts {
  let byOperations = shared.get(resource);
  if (byOperations === undefined)
    shared.set(resource, (byOperations = new WeakMap<ReadonlySet<Operation>, Map<string, SharedTexts>>()));
  let byType = byOperations.get(operations);
  if (byType === undefined) byOperations.set(operations, (byType = new Map<string, SharedTexts>()));
  let texts = byType.get(itemType);
  if (texts === undefined) {
    const links = resourceLinks(resource, operations).map((link) => withItemType(link, itemType));
    texts = {
      same: formatJson({ name: resource.catalog.name, accept: itemType }).slice(0, -1),
      others: formatJson(links).slice(1, -1),
    };
    byType.set(itemType, texts);
  }
  return texts;
}

/** Names the type of the items where a link accepts or returns a page. */
function withItemType(link: Link, itemType: string): Link {
  if (link.type === COLLECTION_JSON) return { ...link, itemType };
  return link.responseType === COLLECTION_JSON ? { ...link, responseItemType: itemType } : link;
}

function pagingLinks(
  path: string,
  query: CollectionQuery,
  page: Page<unknown>,
  kind: "start" | "cursor",
): readonly Link[] {
  if (kind === "cursor") return cursorLinks(path, query, page);
  const { count, limit } = page;
  if (count !== undefined) return pageLinks({ path, query, count, limit, type: COLLECTION_JSON });
  const link = pageLink(path, query, limit);
  const links = [link("self", query.start), collectionLink(path)];
  if (limit > 0 && query.start > 0)
    links.push(link("first", 0), link("prev", Math.max(0, query.start - limit)));
  // Without a count, a full page may have a successor. That page can be empty.
  if (limit > 0 && page.items.length === limit) links.push(link("next", query.start + limit));
  return links;
}

/** With cursors there are no links `prev` and `last`: a cursor only continues forward. */
function cursorLinks(path: string, query: CollectionQuery, page: Page<unknown>): readonly Link[] {
  const cursor = query.parameters.get("cursor") ?? "";
  const link = pageLink(path, query, page.limit);
  const start = query.start === 0 ? undefined : query.start;
  const links = [link("self", start, cursor), collectionLink(path)];
  if (page.limit === 0) return links;
  if (cursor !== "" || start !== undefined) links.push(link("first", undefined, ""));
  if (page.next !== undefined) links.push(link("next", undefined, page.next));
  return links;
}

/** Returns a function that links to a page of the same query. */
function pageLink(path: string, query: CollectionQuery, limit: number) {
  const parts = withoutTokens(queryStringParts(query));
  const parameters = new Map([...(parts.parameters ?? [])].filter(([name]) => name !== "cursor"));
  // The filter is printed and encoded once for all links.
  const shared = encodeParts({ ...parts, parameters, start: undefined, limit: undefined });
  return (rel: string, start: number | undefined, cursor?: string): Link => {
    const own = [
      shared,
      cursor === undefined ? "" : `cursor=${encodeText(cursor)}`,
      start === undefined ? "" : `start=${start}`,
      `limit=${limit}`,
    ];
    const text = own.filter((each) => each !== "").join("&");
    return makeLink("GET", rel, `${path}?${text}`, { type: COLLECTION_JSON });
  };
}

function collectionLink(path: string): Link {
  return makeLink("GET", "collection", path, { type: COLLECTION_JSON });
}

/** Links to the operations of the collection, whatever the page. */
function resourceLinks(
  { path, itemType, catalog, title }: ServiceResource,
  operations: ReadonlySet<Operation>,
): readonly Link[] {
  const links: Link[] = [];
  const json = `${itemType}+json`;
  if (operations.has("create"))
    links.push(
      makeLink("POST", "create", path, {
        title: `Create an item of ${title}`,
        type: json,
        responseType: json,
      }),
    );
  links.push(
    makeLink("POST", "query", `${path}/@query`, { type: FORM_TYPE, responseType: COLLECTION_JSON }),
    makeLink("GET", "describedby", `${path}/@catalog`, {
      title: `Members of ${catalog.name}`,
      type: "application/schema+json",
    }),
  );
  if (operations.has("facets"))
    links.push(makeLink("GET", "facets", `${path}/@facets`, { type: "application/json" }));
  if (operations.has("export"))
    links.push(makeLink("GET", "rows", `${path}/@rows`, { type: "application/x-ndjson" }));
  if (operations.has("changes"))
    links.push(makeLink("GET", "changes", `${path}/@changes`, { type: "text/event-stream" }));
  return links;
}

import type { Page } from "../../engine/collection.ts";
import type { CollectionQuery } from "../../url/collection-query.ts";
import { formatJson } from "../../values/json/exact-json.ts";
import type { Operation } from "../contract/operations.ts";
import type { ServiceResource } from "../contract/resource.ts";
import { CSV_TYPE } from "./item-csv.ts";
import { makeLink, type Link } from "./links.ts";
import {
  COLLECTION_JSON,
  pageLinkPrinter,
  pagingLinks,
  type LinkTexts,
  type PrintPageLink,
} from "./paging-links.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

/** Parameters of `tamis/http`, in addition to those of every collection. */
export const HTTP_PARAMETERS = ["count", "cursor", "select"] as const;

/** Media types of pages. The first is sent if the client accepts any. */
export const COLLECTION_TYPES: readonly string[] = [
  COLLECTION_JSON,
  "application/vnd.vendor.collection",
  "application/json",
];

/** Media type of a group. Its members depend on the request. */
export const GROUP_TYPE = "application/json";

export const FORM_TYPE = "application/x-www-form-urlencoded";
/** Version of the collection format. */
export const COLLECTION_VERSION = 2;

export interface EnvelopeOptions {
  readonly resource: ServiceResource;
  /** Operations that the caller may use. */
  readonly operations: ReadonlySet<Operation>;
  readonly query: CollectionQuery;
  readonly texts: LinkTexts;
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
  texts,
  page,
  itemType,
  links: kind,
}: EnvelopeOptions): readonly [before: string, after: string] {
  const { start, limit, count } = page;
  const { same, printLink, others } = sharedTexts(resource, operations, itemType);
  const rows = count === undefined ? "" : `,"count":${count}`;
  const links = pagingLinks(query, texts, page, kind, printLink);
  return [
    `${same},"start":${start},"limit":${limit}${rows},"links":[${links}${others}],"items":[`,
    `],"version":${COLLECTION_VERSION}}`,
  ];
}

export function groupsPath(path: string): string {
  return `${path}/@groups`;
}

interface SharedTexts {
  /** First members of each page, with the opening brace. */
  readonly same: string;
  readonly printLink: PrintPageLink;
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
  const byOperations = getOrInsert(shared, resource, () => new WeakMap());
  const byType = getOrInsert(byOperations, operations, () => new Map<string, SharedTexts>());
  return getOrInsert(byType, itemType, () => {
    const links = resourceLinks(resource, operations).map((link) => withItemType(link, itemType));
    return {
      same: formatJson({ name: resource.catalog.name, accept: itemType }).slice(0, -1),
      printLink: pageLinkPrinter({ path: resource.path, title: resource.title, itemType }),
      others: formatJson(links).slice(1, -1),
    };
  });
}

/** Names the type of the items where a link accepts or returns a page. */
function withItemType(link: Link, itemType: string): Link {
  if (link.type === COLLECTION_JSON) return link.itemType === undefined ? { ...link, itemType } : link;
  return link.responseType === COLLECTION_JSON ? { ...link, responseItemType: itemType } : link;
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
    makeLink("POST", "query", `${path}/@query`, {
      title: `Query ${title} with a form`,
      type: FORM_TYPE,
      responseType: COLLECTION_JSON,
    }),
    makeLink("GET", "describedby", `${path}/@catalog`, {
      title: `Members of ${catalog.name}`,
      type: "application/schema+json",
    }),
  );
  if (operations.has("facets"))
    links.push(
      makeLink("GET", "facets", `${path}/@facets`, {
        title: `Values of members of ${title}`,
        type: "application/json",
      }),
      makeLink("GET", "groups", groupsPath(path), {
        title: `Groups of ${title}`,
        type: COLLECTION_JSON,
        itemType: GROUP_TYPE,
      }),
    );
  if (operations.has("export"))
    links.push(
      makeLink("GET", "rows", `${path}/@rows`, {
        title: `All matching rows of ${title}`,
        type: "application/x-ndjson",
      }),
      makeLink("GET", "csv", `${path}/@rows`, {
        title: `All matching rows of ${title} as CSV`,
        type: CSV_TYPE,
      }),
    );
  if (operations.has("changes"))
    links.push(
      makeLink("GET", "changes", `${path}/@changes`, {
        title: `Changes of ${title}`,
        type: "text/event-stream",
      }),
    );
  return links;
}

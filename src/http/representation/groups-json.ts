import type { CollectionQuery } from "../../url/collection-query.ts";
import { formatJson } from "../../values/json/exact-json.ts";
import type { ServiceResource } from "../contract/resource.ts";
import { COLLECTION_VERSION, GROUP_TYPE, groupsPath } from "./collection-envelope.ts";
import { linkTexts, pageLinkPrinter, pagingLinks } from "./paging-links.ts";

export interface GroupsPage {
  readonly resource: ServiceResource;
  readonly query: CollectionQuery;
  readonly limit: number;
  /** Number of groups on all pages. */
  readonly count: number;
  readonly items: readonly object[];
}

/** Returns the JSON text of a page of groups. It has the format of the pages of a collection. */
export function printGroups({ resource, query, limit, count, items }: GroupsPage): string {
  const { path, title, catalog } = resource;
  const { start } = query;
  const print = pageLinkPrinter({
    path: groupsPath(path),
    title: `Groups of ${title}`,
    itemType: GROUP_TYPE,
  });
  const page = { ok: true, items, start, limit, count, next: undefined } as const;
  // Each link ends with a comma.
  const links = pagingLinks(query, linkTexts(query), page, "start", print).slice(0, -1);
  const before = formatJson({ name: catalog.name, accept: GROUP_TYPE, start, limit, count }).slice(0, -1);
  return `${before},"links":[${links}],"items":${formatJson(items)},"version":${COLLECTION_VERSION}}`;
}

import {
  chooseType,
  COLLECTION_TYPE,
  type ErrorCodes,
  type HttpRequest,
  type HttpResponse,
  type Link,
} from "tamis/http";
import type { Row } from "../storage/storage.ts";
import { SELECTION_TYPE } from "./selection.ts";
import { changePage } from "../family/change-page.ts";
import { PAGE_TYPES } from "../family/media-types.ts";

const PAGING: ReadonlySet<string> = new Set(["self", "first", "prev", "next", "last"]);

const PAGE_OFFERS = [{ types: PAGE_TYPES, version: 2, value: undefined }];

/**
 * Returns the request for the page of a selection, as JSON and whether the client has it or not.
 *
 * @throws a failed request: 406 if the client does not accept JSON
 */
export function pageRequest(request: HttpRequest, codes: Partial<ErrorCodes>): HttpRequest {
  const { type } = chooseType(request, PAGE_OFFERS, codes);
  const headers = { ...request.headers, accept: type, "if-none-match": undefined };
  return { ...request, method: "GET", body: undefined, headers };
}

/**
 * Returns the page of a selection with links that fit it. Clients send the selection again to get another page, and the path of the
 * page offers no other operation.
 *
 * @param itemLinks links of an item; undefined if those of the page are right
 */
export function selectionPage(
  response: HttpResponse,
  itemLinks?: (item: Row) => readonly Link[],
): HttpResponse {
  const page = changePage(response, ({ links, items }) => ({
    links: links
      .filter(({ rel }) => PAGING.has(rel))
      .map(({ rel, href, uri, itemType }) => ({
        method: "POST",
        rel,
        href,
        uri,
        type: SELECTION_TYPE,
        responseType: COLLECTION_TYPE,
        ...(itemType === undefined ? {} : { responseItemType: itemType }),
      })),
    items: itemLinks === undefined ? items : items.map((item) => ({ ...item, links: itemLinks(item) })),
  }));
  // The entity tag is that of the page at a URL.
  const fields = Object.entries(page.headers).filter(([name]) => name !== "etag");
  return { ...page, headers: Object.fromEntries(fields) };
}

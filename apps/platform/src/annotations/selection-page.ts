import { COLLECTION_TYPE, type HttpResponse, type Link } from "tamis/http";
import type { Row } from "../storage/storage.ts";
import { SELECTION_TYPE } from "./selection.ts";

const PAGING: ReadonlySet<string> = new Set(["self", "first", "prev", "next", "last"]);

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
  if (response.status !== 200) return response;
  const bytes = response.body;
  const text = bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : (bytes as string);
  const page = JSON.parse(text) as { links: readonly Link[]; items: readonly Row[] };
  page.links = page.links
    .filter(({ rel }) => PAGING.has(rel))
    .map(({ rel, href, uri, itemType }) => ({
      method: "POST",
      rel,
      href,
      uri,
      type: SELECTION_TYPE,
      responseType: COLLECTION_TYPE,
      ...(itemType === undefined ? {} : { responseItemType: itemType }),
    }));
  if (itemLinks !== undefined) page.items = page.items.map((item) => ({ ...item, links: itemLinks(item) }));
  return { ...response, body: JSON.stringify(page) };
}

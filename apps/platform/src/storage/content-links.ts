import type { ItemLink } from "tamis/http";

/**
 * Returns the links to the content of an item. Items without content have no link to read it.
 *
 * @param type media type of the content; undefined if it differs from item to item
 */
export function contentLinks(itemPath: string, hasContent: boolean, type?: string): readonly ItemLink[] {
  const path = `${itemPath}/content`;
  const typed = type === undefined ? {} : { type };
  const save: ItemLink = { method: "PUT", rel: "updateContent", path, ...typed };
  return hasContent ? [{ method: "GET", rel: "content", path, ...typed }, save] : [save];
}

import { annotations } from "tamis/families";
import { failRequest, parseJsonObject, readBodyMembers } from "tamis/http";
import { BODY_CODES } from "./error-codes.ts";

const { catalog, mediaType } = annotations.resources.selection;

/** Media type of a selection. */
export const SELECTION_TYPE = mediaType;

/** Maximum number of resources in a selection. A rule names each of them, and has at most 1,000 arguments. */
const MAX_RESOURCES = 900;

/**
 * Returns the resources of a selection.
 *
 * @throws a failed request (400) for another body
 */
export function readSelection(text: string): readonly string[] {
  const { resources } = readBodyMembers(parseJsonObject(text, BODY_CODES), catalog, BODY_CODES);
  const list = [...new Set((resources ?? []).filter((resource) => resource !== null))];
  if (list.length === 0 || list.length > MAX_RESOURCES)
    failRequest(400, `A selection has a list "resources" of 1 to ${MAX_RESOURCES} strings.`);
  return list;
}

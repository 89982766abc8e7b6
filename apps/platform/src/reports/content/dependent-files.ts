import { failRequest } from "tamis/http";
import type { Caller } from "../../access/caller.ts";
import { fileId, type Files } from "../../files/files.ts";
import { CODES } from "../contract/error-codes.ts";
import type { ContentElement, ContentNode } from "../form/content.ts";

/**
 * Copies the files that content refers to, and returns the content with references to the copies. Files of the report itself stay.
 *
 * @param reportUri path of the report that the copies belong to
 * @throws a failed request (400) for a reference to a file that does not exist
 */
export async function copyDependentFiles(
  root: ContentElement,
  {
    files,
    reportUri,
    caller,
  }: { readonly files: Files; readonly reportUri: string; readonly caller: Caller },
): Promise<ContentElement> {
  const copies = new Map<string, string>();
  for (const uri of fileUris(root)) {
    const copy = await files.copy(uri, reportUri, caller.name);
    if (copy === undefined)
      failRequest(400, `The content refers to the file ${uri}, which does not exist.`, {
        code: CODES.notSaved,
      });
    copies.set(uri, copy);
  }
  return withReferences(root, copies);
}

function fileUris(element: ContentElement): ReadonlySet<string> {
  const uris = new Set<string>();
  const visit = ({ attributes, children }: ContentElement): void => {
    for (const value of attributes.values()) if (fileId(value) !== undefined) uris.add(value);
    for (const child of children) if (typeof child !== "string" && child.kind === "element") visit(child);
  };
  visit(element);
  return uris;
}

function withReferences(element: ContentElement, copies: ReadonlyMap<string, string>): ContentElement {
  return {
    ...element,
    attributes: new Map([...element.attributes].map(([name, value]) => [name, copies.get(value) ?? value])),
    children: element.children.map((child): ContentNode =>
      typeof child === "string" || child.kind === "comment" ? child : withReferences(child, copies),
    ),
  };
}

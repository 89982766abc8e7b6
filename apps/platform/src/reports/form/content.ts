/**
 * The content of a report: a tree of elements with two written forms, XML and JSON. `docs/report-content.md` defines both. Each form
 * has everything that the tree has, so that content can be converted without loss.
 */
export interface ContentElement {
  readonly kind: "element";
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly ContentNode[];
}

/** A comment inside the root element. */
export interface ContentComment {
  readonly kind: "comment";
  readonly text: string;
}

/** A string is text of an element. It is not empty, and no other string follows it. */
export type ContentNode = string | ContentElement | ContentComment;

/** Maximum depth of nested elements. JSON of deeper content would exceed the 64 levels of request bodies. */
export const MAX_DEPTH = 30;

/** Appends a node to children, and joins neighboring strings. */
export function addNode(children: ContentNode[], node: ContentNode): void {
  if (node === "") return;
  const last = children.at(-1);
  if (typeof node === "string" && typeof last === "string") children[children.length - 1] = last + node;
  else children.push(node);
}

/** Returns the child elements, without text and comments. */
export function elementsOf({ children }: ContentElement): readonly ContentElement[] {
  return children.filter((node) => typeof node !== "string" && node.kind === "element");
}

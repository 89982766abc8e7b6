import { addNode, MAX_DEPTH, type ContentElement, type ContentNode } from "./content.ts";
import { ContentProblem, shown } from "./content-problem.ts";
import { requireCharacters, requireComment, requireName } from "./xml-characters.ts";

const ELEMENT = "@element";
const CHILDREN = "@children";
const COMMENT = "@comment";

/** The JSON form of an element, or of a comment. */
export type JsonContent = Readonly<Record<string, unknown>>;

/**
 * Reads content from its JSON form.
 *
 * @throws ContentProblem for JSON of another form
 */
export function readJson(root: JsonContent): ContentElement {
  return readElement(root, 1);
}

function readElement(content: JsonContent, depth: number): ContentElement {
  if (depth > MAX_DEPTH)
    throw new ContentProblem(10757, `The content is nested deeper than ${MAX_DEPTH} elements.`);
  const name = content[ELEMENT];
  if (!Object.hasOwn(content, ELEMENT) || typeof name !== "string")
    throw new ContentProblem(10757, `An element of the content has its name in "${ELEMENT}".`);
  requireName(name);
  const attributes = new Map<string, string>();
  for (const [key, value] of Object.entries(content)) {
    if (key === ELEMENT || key === CHILDREN) continue;
    requireName(key);
    if (typeof value !== "string")
      throw new ContentProblem(10757, `The attribute ${shown(key)} of ${name} must be a string.`);
    requireCharacters(value);
    attributes.set(key, value);
  }
  const list = Object.hasOwn(content, CHILDREN) ? content[CHILDREN] : [];
  if (!Array.isArray(list)) throw new ContentProblem(10757, `"${CHILDREN}" of ${name} must be a list.`);
  const children: ContentNode[] = [];
  for (const child of list as readonly unknown[]) addNode(children, readNode(child, name, depth));
  return { kind: "element", name, attributes, children };
}

function readNode(node: unknown, parent: string, depth: number): ContentNode {
  if (typeof node === "string") {
    requireCharacters(node);
    return node;
  }
  if (typeof node !== "object" || node === null || Array.isArray(node))
    throw new ContentProblem(10757, `"${CHILDREN}" of ${parent} must contain strings and objects only.`);
  if (!Object.hasOwn(node, COMMENT)) return readElement(node as JsonContent, depth + 1);
  const { [COMMENT]: text, ...otherMembers } = node as JsonContent;
  if (typeof text !== "string" || Object.keys(otherMembers).length > 0)
    throw new ContentProblem(10757, `A comment is an object with one string, "${COMMENT}".`);
  requireComment(text);
  return { kind: "comment", text };
}

/** Returns the JSON form of content. Reading it returns the same content. */
export function toJson({ name, attributes, children }: ContentElement): JsonContent {
  return {
    [ELEMENT]: name,
    // Creates own properties, also of the name `__proto__`.
    ...Object.fromEntries(attributes),
    ...(children.length === 0 ? {} : { [CHILDREN]: children.map(nodeToJson) }),
  };
}

function nodeToJson(node: ContentNode): unknown {
  if (typeof node === "string") return node;
  return node.kind === "comment" ? { [COMMENT]: node.text } : toJson(node);
}

import { XMLParser, XMLValidator } from "fast-xml-parser";
import { addNode, MAX_DEPTH, type ContentElement, type ContentNode } from "./content.ts";
import { ContentProblem } from "./content-problem.ts";
import { requireCharacters, requireComment, requireName } from "./xml-characters.ts";
import { rootText } from "./xml-prolog.ts";
import { decodeReferences, encodeAttribute, encodeText } from "./xml-references.ts";

const ATTRIBUTES = ":@";
const TEXT = "#";
const CDATA = "[";
const COMMENT = "!";

/**
 * The parser keeps order and white space, and converts nothing. Names get a prefix, because it refuses some names, such as
 * `constructor`, and because none must be equal to one of the keys above.
 */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  transformTagName: (name) => `.${name}`,
  textNodeName: TEXT,
  cdataPropName: CDATA,
  commentPropName: COMMENT,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  htmlEntities: false,
  maxNestedTags: MAX_DEPTH,
  jPath: false,
});

/** A node as the parser returns it: one key for its kind or its name, and `:@` for its attributes. */
type ParsedNode = Readonly<Record<string, unknown>>;

/**
 * Reads content from XML.
 *
 * @throws ContentProblem for text that is not well-formed, is nested too deep, or declares anything
 */
export function readXml(document: string): ContentElement {
  const text = rootText(document);
  const nodes = parse(text);
  const root = nodes[0];
  if (nodes.length !== 1 || root === undefined || nameOf(root) === undefined)
    throw new ContentProblem(10761, "An XML document has one root element, and all comments are inside it.");
  return readElement(root, 1);
}

function parse(text: string): readonly ParsedNode[] {
  // The successor of this validator brings a second parser along.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const validation = XMLValidator.validate(text);
  if (validation !== true)
    throw new ContentProblem(10761, `The XML is not well-formed in line ${validation.err.line}.`);
  try {
    return parser.parse(text) as readonly ParsedNode[];
  } catch {
    // The text is well-formed, so only the limit of the parser is left.
    throw tooDeep();
  }
}

function tooDeep(): ContentProblem {
  return new ContentProblem(10761, `The XML is nested deeper than ${MAX_DEPTH} elements.`);
}

/** Returns the name of an element; undefined for text and comments. */
function nameOf(node: ParsedNode): string | undefined {
  const key = Object.keys(node).find((name) => name.startsWith("."));
  // The parser adds the prefix twice to elements without content.
  return key?.replace(/^\.+/, "");
}

function readElement(node: ParsedNode, depth: number): ContentElement {
  if (depth > MAX_DEPTH) throw tooDeep();
  const name = nameOf(node)!;
  requireName(name);
  const key = Object.keys(node).find((candidate) => candidate.startsWith("."))!;
  const children: ContentNode[] = [];
  for (const child of node[key] as readonly ParsedNode[]) addNode(children, readNode(child, depth));
  return { kind: "element", name, attributes: readAttributes(node[ATTRIBUTES]), children };
}

function readNode(node: ParsedNode, depth: number): ContentNode {
  if (typeof node[TEXT] === "string") return readText(node[TEXT]);
  if (node[CDATA] !== undefined) return checked(textIn(node[CDATA]));
  if (node[COMMENT] === undefined) return readElement(node, depth + 1);
  const text = textIn(node[COMMENT]);
  requireComment(text);
  return { kind: "comment", text };
}

function textIn(nodes: unknown): string {
  return (nodes as readonly ParsedNode[])[0]![TEXT] as string;
}

function readText(raw: string): string {
  if (raw.includes("]]>")) throw new ContentProblem(10761, "The text of the XML contains ']]>'.");
  return checked(decodeReferences(raw));
}

function checked(text: string): string {
  requireCharacters(text);
  return text;
}

function readAttributes(group: unknown): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [key, raw] of Object.entries((group ?? {}) as Readonly<Record<string, string>>)) {
    const name = key.slice(1);
    requireName(name);
    if (raw.includes("<")) throw new ContentProblem(10761, "An attribute of the XML contains '<'.");
    // XML replaces white space in attributes by spaces, unless it is written as a reference.
    attributes.set(name, checked(decodeReferences(raw.replace(/[\t\n\r]/g, " "))));
  }
  return attributes;
}

/** Returns the XML that is stored. Reading it returns the same content. */
export function writeXml(root: ContentElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root)}`;
}

function writeNode(node: ContentNode): string {
  if (typeof node === "string") return encodeText(node);
  if (node.kind === "comment") return `<!--${node.text}-->`;
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${encodeAttribute(value)}"`);
  const start = `<${node.name}${attributes.join("")}`;
  return node.children.length === 0
    ? `${start}/>`
    : `${start}>${node.children.map(writeNode).join("")}</${node.name}>`;
}

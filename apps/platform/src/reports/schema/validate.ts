import { elementsOf, type ContentElement, type ContentNode } from "../form/content.ts";
import { shown } from "../form/content-problem.ts";
import { REPORT_SCHEMA } from "./report-schema.ts";
import type { ElementRule, Schema, SchemaMessage } from "./schema.ts";

/** All schemas that the platform knows, by namespace. */
const SCHEMAS: ReadonlyMap<string, Schema> = new Map([[REPORT_SCHEMA.namespace, REPORT_SCHEMA]]);

/** Maximum number of messages of a validation. */
const MAX_MESSAGES = 100;

export interface ContentValidation {
  /** The most severe kind of message; `valid` if there is none. */
  readonly level: "valid" | "warning" | "error";
  /** Namespace that the content names; null if it names none. */
  readonly schema: string | null;
  readonly messages: readonly SchemaMessage[];
}

/** Validates content against the schema that its namespace names. */
export function validateContent(root: ContentElement): ContentValidation {
  const namespace = root.attributes.get("xmlns") ?? null;
  const messages = messagesFor(root, namespace);
  const hasType = (type: SchemaMessage["type"]) => messages.some((message) => message.type === type);
  const level = hasType("error") ? "error" : hasType("warning") ? "warning" : "valid";
  return { level, schema: namespace, messages: messages.slice(0, MAX_MESSAGES) };
}

function messagesFor(root: ContentElement, namespace: string | null): readonly SchemaMessage[] {
  const namespaces = [...SCHEMAS.keys()].join(", ");
  if (namespace === null)
    return [error(`The root element has no attribute xmlns. Known schemas: ${namespaces}.`)];
  const schema = SCHEMAS.get(namespace);
  if (schema === undefined)
    return [error(`There is no schema ${shown(namespace)}. Known schemas: ${namespaces}.`)];
  if (root.name !== schema.root) return [error(`The root element must be ${schema.root}, not ${root.name}.`)];
  const messages: SchemaMessage[] = [];
  checkElement(root, root.name, schema, messages);
  return messages.length > 0 ? messages : schema.check(root);
}

/** @param path names of the elements from the root, each with its index among its siblings */
function checkElement(
  element: ContentElement,
  path: string,
  schema: Schema,
  messages: SchemaMessage[],
): void {
  if (messages.length >= MAX_MESSAGES) return;
  const rule = ruleOf(schema, element.name)!;
  checkAttributes(element, path, rule, messages);
  if (!rule.hasText && element.children.some((node) => typeof node === "string" && node.trim() !== ""))
    messages.push(error(`${path}: text is not possible here.`));
  const counts = new Map<string, number>();
  for (const child of elementsOf(element)) {
    const count = (counts.get(child.name) ?? 0) + 1;
    counts.set(child.name, count);
    const maximum = Object.hasOwn(rule.children, child.name) ? rule.children[child.name]! : 0;
    if (maximum === 0) messages.push(error(`${path}: the element ${child.name} is not possible here.`));
    else if (count === maximum + 1)
      messages.push(error(`${path}: more than ${maximum} elements ${child.name}.`));
    else checkElement(child, `${path}/${child.name}[${count}]`, schema, messages);
  }
  for (const name of rule.requires)
    if (!counts.has(name)) messages.push(error(`${path}: the element ${name} is missing.`));
}

function checkAttributes(
  { attributes }: ContentElement,
  path: string,
  rule: ElementRule,
  messages: SchemaMessage[],
): void {
  for (const [name, value] of attributes) {
    if (!Object.hasOwn(rule.attributes, name)) {
      messages.push(error(`${path}: the attribute ${name} is not possible here.`));
      continue;
    }
    const reason = rule.attributes[name]!.rule(value);
    if (reason !== undefined) messages.push(error(`${path}: ${name} ${reason}, got ${shown(value)}.`));
  }
  for (const [name, { isRequired }] of Object.entries(rule.attributes))
    if (isRequired && !attributes.has(name))
      messages.push(error(`${path}: the attribute ${name} is missing.`));
}

function ruleOf({ elements }: Schema, name: string): ElementRule | undefined {
  return Object.hasOwn(elements, name) ? elements[name] : undefined;
}

const error = (message: string): SchemaMessage => ({ type: "error", message });

/**
 * Removes white space between elements where the schema allows no text, such as the indentation of a document. Content of an unknown
 * schema stays as it is.
 */
export function withoutIndentation(root: ContentElement): ContentElement {
  const schema = SCHEMAS.get(root.attributes.get("xmlns") ?? "");
  return schema === undefined ? root : trimmed(root, schema);
}

function trimmed(element: ContentElement, schema: Schema): ContentElement {
  const hasText = ruleOf(schema, element.name)?.hasText ?? true;
  const children = element.children
    .filter((node) => hasText || typeof node !== "string" || node.trim() !== "")
    .map((node): ContentNode =>
      typeof node === "string" || node.kind === "comment" ? node : trimmed(node, schema),
    );
  return { ...element, children };
}

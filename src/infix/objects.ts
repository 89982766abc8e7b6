import { fromJson } from "../ast/json.ts";
import { makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { isDottedName } from "../ast/spelling.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import type { ComparisonWriter } from "./comparison-writer.ts";
import { readForeignString, readJsonString } from "./tokens/scan-string.ts";
import type { InfixEntry, InfixNode } from "./syntax.ts";

type ObjectNode = Extract<InfixNode, { readonly kind: "object" }>;

/** Operators of MongoDB and Prisma, without the `$`, and the functions that replace them. */
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ["eq", "eq"],
  ["equals", "eq"],
  ["ne", "ne"],
  ["lt", "lt"],
  ["lte", "le"],
  ["gt", "gt"],
  ["gte", "ge"],
  ["contains", "contains"],
  ["startsWith", "startsWith"],
  ["endsWith", "endsWith"],
]);
const OTHER_OPERATORS: ReadonlySet<string> = new Set(["in", "nin", "exists", "regex", "options", "not"]);

/** Writes an object of JSON or MongoDB: `{"name":"x"}`, `{size: {$gt: 3}}`, or the JSON form of a tree. */
export function writeObject(writer: ComparisonWriter, node: ObjectNode): Expression {
  writer.note("json", "{", { start: node.span.start, end: node.span.start + 1 });
  if (node.entries.some(({ key }) => entryKey(key) === "call")) return writeTree(writer, node);
  return conjunction(writer, conditionsOf(writer, node, ""), node.span);
}

function conjunction(writer: ComparisonWriter, parts: readonly Expression[], span: Span): Expression {
  if (parts.length === 0) return writer.boolean(true, span);
  return parts.length === 1 ? parts[0]! : writer.call("and", parts, span);
}

export function entryKey(image: string): string {
  return readJsonString(image) ?? (/^["'‘“]/.test(image) ? readForeignString(image).value : image);
}

/** @param path prefix of the member names: the name of the member around the object and a dot, or empty */
function conditionsOf(writer: ComparisonWriter, { entries }: ObjectNode, path: string): Expression[] {
  return entries.map((entry) => {
    const key = entryKey(entry.key);
    const span = { start: entry.span.start, end: entry.value.span.end };
    const word = key.replace(/^\$/, "");
    if (/^(?:\$?(?:and|or|nor)|AND|OR)$/.test(key) && entry.value.kind === "list") {
      return joined(writer, word.toLowerCase(), entry.value.items, span);
    }
    if (key === "$not" || key === "NOT")
      return writer.not(writeValueCondition(writer, entry.value, ""), span);
    if (key.startsWith("$")) return writer.impossible(`There is no operator ${show(key)}.`, entry.span);
    return memberCondition(writer, path + key, entry, span);
  });
}

function joined(writer: ComparisonWriter, word: string, items: readonly InfixNode[], span: Span): Expression {
  if (items.length === 0) return writer.impossible("An empty list has no condition.", span);
  const parts = items.map((item) => writeValueCondition(writer, item, ""));
  const callee = word === "and" ? "and" : "or";
  const whole = parts.length === 1 ? parts[0]! : writer.call(callee, parts, span);
  return word === "nor" ? writer.not(whole, span) : whole;
}

function writeValueCondition(writer: ComparisonWriter, node: InfixNode, path: string): Expression {
  if (node.kind !== "object")
    return writer.impossible('A condition is an object such as {"name":"x"}.', node.span);
  return conjunction(writer, conditionsOf(writer, node, path), node.span);
}

function memberCondition(
  writer: ComparisonWriter,
  name: string,
  { span: keySpan, value }: InfixEntry,
  span: Span,
): Expression {
  if (!isDottedName(name)) return writer.impossible(`${show(name)} cannot be the name of a member.`, keySpan);
  const member: InfixNode = { kind: "path", name, isQuoted: false, span: keySpan };
  if (value.kind !== "object") return compareWith(writer, "eq", member, value, span);
  const operators = value.entries.map(({ key }) => entryKey(key).replace(/^\$/, ""));
  const areOperators =
    operators.length > 0 && operators.every((each) => COMPARISONS.has(each) || OTHER_OPERATORS.has(each));
  if (!areOperators) return conjunction(writer, conditionsOf(writer, value, `${name}.`), span);
  const parts = value.entries.flatMap((entry) => {
    const found = operatorCondition(writer, member, entry, value, span);
    return found === undefined ? [] : [found];
  });
  return conjunction(writer, parts, span);
}

function operatorCondition(
  writer: ComparisonWriter,
  member: InfixNode,
  { key, value, span: keySpan }: InfixEntry,
  siblings: ObjectNode,
  span: Span,
): Expression | undefined {
  const word = entryKey(key).replace(/^\$/, "");
  const callee = COMPARISONS.get(word);
  if (callee !== undefined) return compareWith(writer, callee, member, value, span);
  switch (word) {
    case "in":
    case "nin": {
      if (value.kind !== "list") return writer.impossible(`${show(key)} has a list of values.`, value.span);
      const found = writer.among(member, value, span);
      return word === "in" ? found : writer.not(found, span);
    }
    case "exists": {
      const isAbsent = value.kind === "path" && value.name === "false";
      const found = writer.call("isNull", [writer.write(member)], span);
      return isAbsent ? found : writer.not(found, span);
    }
    case "options":
      return undefined;
    case "regex": {
      const options = siblings.entries.find((entry) => entryKey(entry.key).replace(/^\$/, "") === "options");
      const flags = options?.value.kind === "text" ? readForeignString(options.value.image).value : "";
      if (value.kind === "regex") return writer.matchRegex(member, value.image, value.span, span);
      if (value.kind !== "text") return writer.impossible("A pattern is a string.", value.span);
      return writer.matchPattern(member, textOf(value.image), flags, value.span, span);
    }
    default:
      if (value.kind === "object") {
        const name = makeName((member as { name: string }).name, keySpan).name;
        return writer.not(memberCondition(writer, name, { key, span: keySpan, value }, span), span);
      }
      return writer.not(compareWith(writer, "eq", member, value, span), span);
  }
}

function textOf(image: string): string {
  return readJsonString(image) ?? readForeignString(image).value;
}

/** Writes a comparison with a value of JSON, whose strings can have escapes. */
function compareWith(
  writer: ComparisonWriter,
  callee: string,
  member: InfixNode,
  value: InfixNode,
  span: Span,
): Expression {
  if (value.kind === "text" && value.prefix === undefined) {
    return writer.call(callee, [writer.write(member), writer.string(textOf(value.image), value.span)], span);
  }
  return writer.compare(callee, member, value, span);
}

/** Reads the JSON form of a tree. */
function writeTree(writer: ComparisonWriter, node: ObjectNode): Expression {
  const { expression, diagnostics } = fromJson(plainValue(node));
  return expression ?? writer.impossible(diagnostics[0]!.message, node.span);
}

/** Returns the value of JSON text. Recursion is safe: the depth of the text is limited. */
function plainValue(node: InfixNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.entries.map(({ key, value }) => [entryKey(key), plainValue(value)]));
    case "list":
      return node.items.map(plainValue);
    case "text":
      return textOf(node.image);
    case "numeral":
      return Number(node.image);
    case "path":
      return node.name === "true" ? true : node.name === "false" ? false : undefined;
    default:
      return null;
  }
}

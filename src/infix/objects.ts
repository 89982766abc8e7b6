import { fromJson } from "../ast/json.ts";
import type { Expression } from "../ast/nodes.ts";
import { isDottedName } from "../ast/spelling.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import {
  isOperator,
  isForeignNull,
  type ForeignName,
  type ForeignNode,
  type ForeignOperator,
} from "../readers/nodes.ts";
import { stringValue, type ComparisonWriter } from "./comparison-writer.ts";
import { readForeignString } from "./strings.ts";

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

interface Entry {
  readonly key: string;
  readonly value: ForeignNode;
  /** Span of the key. */
  readonly at: Span;
  readonly span: Span;
}

/** Returns the entries of an object. */
export function entriesOf({ args }: ForeignOperator): readonly Entry[] {
  return args.map((entry) => {
    const [name, value] = (entry as ForeignOperator).args as [ForeignName, ForeignNode];
    const { path, span: at } = name;
    const key = readJsonString(path) ?? (/^["'‘“]/.test(path) ? readForeignString(path).value : path);
    return { key, value, at, span: entry.span };
  });
}

const operatorOf = ({ key }: Entry): string => key.replace(/^\$/, "");

/** Writes an object of JSON or MongoDB: `{"name":"x"}`, `{size: {$gt: 3}}`, or the JSON form of a tree. */
export function writeObject(writer: ComparisonWriter, node: ForeignOperator): Expression {
  const { start } = node.span;
  writer.findings.note("json", "{", { start, end: start + 1 });
  return entriesOf(node).some(({ key }) => key === "call")
    ? writeTree(writer, node)
    : document(writer, node, "");
}

/** @param path prefix of the member names: the name of the member around the object and a dot, or empty */
function document(writer: ComparisonWriter, node: ForeignNode, path: string): Expression {
  if (!isOperator(node, "{}"))
    return writer.impossible('A condition is an object such as {"name":"x"}.', node.span);
  const parts = entriesOf(node).map((entry) => {
    const { key, value, at, span } = entry;
    if (/^(?:\$?(?:and|or|nor)|AND|OR)$/.test(key) && isOperator(value, "()", "[]"))
      return joined(writer, operatorOf(entry).toLowerCase(), value.args, span);
    if (key === "$not" || key === "NOT") return writer.not(document(writer, value, ""), span);
    if (key.startsWith("$")) return writer.impossible(`There is no operator ${show(key)}.`, at);
    return memberCondition(writer, path + key, entry);
  });
  return conjunction(writer, parts, node.span);
}

function conjunction(writer: ComparisonWriter, parts: readonly Expression[], span: Span): Expression {
  if (parts.length === 0) return writer.boolean(true, span);
  return parts.length === 1 ? parts[0]! : writer.call("and", parts, span);
}

function joined(
  writer: ComparisonWriter,
  word: string,
  items: readonly ForeignNode[],
  span: Span,
): Expression {
  if (items.length === 0) return writer.impossible("An empty list has no condition.", span);
  const parts = items.map((item) => document(writer, item, ""));
  const whole = parts.length === 1 ? parts[0]! : writer.call(word === "and" ? "and" : "or", parts, span);
  return word === "nor" ? writer.not(whole, span) : whole;
}

function memberCondition(writer: ComparisonWriter, name: string, { value, at, span }: Entry): Expression {
  if (!isDottedName(name)) return writer.impossible(`${show(name)} cannot be the name of a member.`, at);
  const member: ForeignName = { kind: "name", path: name, isQuoted: false, span: at };
  if (!isOperator(value, "{}")) return compareWith(writer, "eq", member, value, span);
  const entries = entriesOf(value);
  const isOwn = (entry: Entry) =>
    COMPARISONS.has(operatorOf(entry)) || OTHER_OPERATORS.has(operatorOf(entry));
  if (entries.length === 0 || !entries.every(isOwn)) return document(writer, value, `${name}.`);
  const parts = entries.flatMap((entry) => operatorCondition(writer, member, entry, entries, span) ?? []);
  return conjunction(writer, parts, span);
}

function operatorCondition(
  writer: ComparisonWriter,
  member: ForeignName,
  entry: Entry,
  siblings: readonly Entry[],
  span: Span,
): Expression | undefined {
  const { key, value, at } = entry;
  const word = operatorOf(entry);
  const callee = COMPARISONS.get(word);
  if (callee !== undefined) return compareWith(writer, callee, member, value, span);
  switch (word) {
    case "in":
    case "nin": {
      if (!isOperator(value, "()", "[]"))
        return writer.impossible(`${show(key)} has a list of values.`, value.span);
      const test = writer.among(member, value, span);
      return word === "in" ? test : writer.not(test, span);
    }
    case "exists": {
      const test = writer.call("isNull", [writer.write(member)], span);
      return value.kind === "name" && value.path === "false" ? test : writer.not(test, span);
    }
    case "options":
      return undefined;
    case "regex": {
      const options = siblings.find((sibling) => operatorOf(sibling) === "options");
      return writer.matches(member, jsonString(writer, value), stringValue(options?.value) ?? "", span);
    }
    default:
      return writer.not(
        isOperator(value, "{}")
          ? memberCondition(writer, member.path, { ...entry, at, span })
          : compareWith(writer, "eq", member, value, span),
        span,
      );
  }
}

/** Returns a value of JSON, whose strings can have escapes. */
function jsonString(writer: ComparisonWriter, node: ForeignNode): ForeignNode {
  const text = stringValue(node) === undefined ? undefined : readJsonString(writer.imageOf(node));
  return text === undefined ? node : { kind: "value", type: "string", text, span: node.span };
}

function compareWith(
  writer: ComparisonWriter,
  callee: string,
  member: ForeignName,
  value: ForeignNode,
  span: Span,
): Expression {
  const node = jsonString(writer, value);
  const text = stringValue(node);
  if (text === undefined) return writer.compare(callee, member, node, span);
  return writer.call(callee, [writer.write(member), writer.string(text, node.span)], span);
}

/** Reads the JSON form of a tree. */
function writeTree(writer: ComparisonWriter, node: ForeignNode): Expression {
  const { expression, diagnostics } = fromJson(plainValue(writer, node));
  return expression ?? writer.impossible(diagnostics[0]!.message, node.span);
}

/** Returns the value of JSON text. Recursion is safe: the depth of the text is limited. */
function plainValue(writer: ComparisonWriter, node: ForeignNode): unknown {
  if (isOperator(node, "{}"))
    return Object.fromEntries(entriesOf(node).map(({ key, value }) => [key, plainValue(writer, value)]));
  if (isOperator(node, "[]", "()")) return node.args.map((item) => plainValue(writer, item));
  if (node.kind === "name") return node.path === "true" ? true : node.path === "false" ? false : undefined;
  if (node.kind !== "value" || isForeignNull(node)) return null;
  return node.type === "number" ? Number(node.text) : (jsonString(writer, node) as { text: string }).text;
}

/** Reads a string of JSON, where a backslash always escapes. Undefined if the text is not such a string. */
function readJsonString(image: string): string | undefined {
  try {
    return image.startsWith('"') ? (JSON.parse(image) as string) : undefined;
  } catch {
    return undefined;
  }
}

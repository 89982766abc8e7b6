import { fromJson } from "../ast/json.ts";
import type { Expression } from "../ast/nodes.ts";
import { isDottedName } from "../ast/spelling.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { isOperator, type ForeignName, type ForeignNode, type ForeignOperator } from "../readers/nodes.ts";
import { OPERATORS } from "./operators.ts";
import { readForeignString } from "./strings.ts";
import { stringValue, type ComparisonWriter } from "./comparison-writer.ts";

/** Keys of tests in MongoDB and Prisma. */
const TEST = /^\$?(?:eq|equals|ne|lte?|gte?|contains|startsWith|endsWith|n?in|exists|regex|options|not)$/;

interface Entry {
  readonly key: string;
  readonly value: ForeignNode;
  /** Span of the key. */
  readonly at: Span;
  readonly span: Span;
}

/** Reads JSON text. Undefined if the text is not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the entries of an object. Their strings can have the escapes of JSON. */
export function entriesOf(writer: ComparisonWriter, { args }: ForeignOperator): readonly Entry[] {
  return args.map((entry) => {
    const [name, value] = (entry as ForeignOperator).args as [ForeignName, ForeignNode];
    const key = /^["'‘“]/.test(name.path) ? readForeignString(name.path).value : name.path;
    const text = stringValue(value) === undefined ? undefined : readJson(writer.imageOf(value));
    const node: ForeignNode =
      typeof text === "string" ? { ...value, kind: "value", type: "string", text } : value;
    return { key, value: node, at: name.span, span: entry.span };
  });
}

/** Writes an object of JSON or MongoDB: `{"name":"x"}`, `{size: {$gt: 3}}`, or the JSON form of a tree. */
export function writeObject(writer: ComparisonWriter, node: ForeignOperator): Expression {
  const isTree = entriesOf(writer, node).some(({ key }) => key === "call");
  const tree = isTree ? fromJson(readJson(writer.imageOf(node))).expression : document(writer, node, "");
  return tree ?? writer.impossible("The JSON is not the form of a tree.", node);
}

/** @param path prefix of the member names: the name of the member around the object and a dot, or empty */
function document(writer: ComparisonWriter, node: ForeignNode, path: string): Expression {
  if (!isOperator(node, "{}")) return writer.impossible("A condition is an object.", node);
  const parts = entriesOf(writer, node).map(({ key, value, at }) => {
    const [, word] = /^\$?(and|or|not)$/.exec(/^(?:AND|OR|NOT)$/.test(key) ? key.toLowerCase() : key) ?? [];
    if (word === "not") return writer.not(document(writer, value, ""));
    if (word !== undefined && isOperator(value, "[]"))
      return writer.call(
        word,
        value.args.map((item) => document(writer, item, "")),
      );
    if (key.startsWith("$")) return writer.impossible(`There is no operator ${show(key)}.`, { span: at });
    if (isDottedName(path + key)) return memberCondition(writer, path + key, at, value);
    return writer.impossible(`${show(path + key)} cannot be the name of a member.`, { span: at });
  });
  return parts.length === 1 ? parts[0]! : writer.call("and", parts);
}

function memberCondition(writer: ComparisonWriter, path: string, span: Span, value: ForeignNode): Expression {
  const member: ForeignName = { kind: "name", path, isQuoted: false, span };
  if (!isOperator(value, "{}")) return writer.compare("eq", member, value);
  const entries = entriesOf(writer, value);
  if (!entries.every(({ key }) => TEST.test(key))) return document(writer, value, `${path}.`);
  const flags = stringValue(entries.find(({ key }) => key === "$options")?.value);
  const tests = entries.filter(({ key }) => key !== "$options");
  const parts = tests.map(({ key, value: operand }) => {
    const word = key.replace("$", "");
    if (word === "not") return writer.not(memberCondition(writer, path, span, operand));
    if (word === "regex") return writer.matches(member, operand, flags);
    if (word !== "exists") return writer.test(OPERATORS.get(word.toLowerCase())!, [member, operand]);
    const isMissing = writer.imageOf(operand) === "false";
    return writer.test(isMissing ? "is null" : "is not null", [member]);
  });
  return parts.length === 1 ? parts[0]! : writer.call("and", parts);
}

import type { Expression, SortBy } from "../ast/nodes.ts";
import type { DecodedText } from "./decoded-text.ts";

/* Converts the spans of trees to the raw query string. Recursion is safe, because the parser limits the depth. */

export function expressionInRaw(node: Expression, text: DecodedText): Expression {
  const span = text.toRawSpan(node.span);
  if (node.kind !== "call") return { ...node, span };
  return { ...node, span, args: node.args.map((argument) => expressionInRaw(argument, text)) };
}

export function sortByInRaw(node: SortBy, text: DecodedText): SortBy {
  const keys = node.keys.map((key) => ({
    ...key,
    expression: expressionInRaw(key.expression, text),
    span: text.toRawSpan(key.span),
  }));
  return { ...node, keys, span: text.toRawSpan(node.span) };
}

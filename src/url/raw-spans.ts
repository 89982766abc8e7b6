import type { Expression, SortBy } from "../ast/nodes.ts";
import type { DecodedText } from "./decoded-text.ts";

/*
 * Trees are parsed from decoded text, and those that are handed out speak of the string that was sent. Both functions
 * are recursive: what the parser lets through is within the depth limit.
 */

/** A filter with its spans moved from the decoded text into the raw string. */
export function expressionInRaw(node: Expression, text: DecodedText): Expression {
  const span = text.toRawSpan(node.span);
  if (node.kind !== "call") return { ...node, span };
  return { ...node, span, args: node.args.map((argument) => expressionInRaw(argument, text)) };
}

/** An order with its spans moved from the decoded text into the raw string. */
export function sortByInRaw(node: SortBy, text: DecodedText): SortBy {
  const keys = node.keys.map((key) => ({
    ...key,
    expression: expressionInRaw(key.expression, text),
    span: text.toRawSpan(key.span),
  }));
  return { ...node, keys, span: text.toRawSpan(node.span) };
}

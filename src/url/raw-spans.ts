import { makeCall, makeLiteral, makeName, makeSortBy, makeSortKey } from "../ast/make-node.ts";
import { strengthOf, type Expression, type SortBy } from "../ast/nodes.ts";
import type { DecodedText } from "../values/urls/decoded-text.ts";

/* Converts the spans of trees to the raw query string. Recursion is safe, because the parser limits the depth. */

export function expressionInRaw(node: Expression, text: DecodedText): Expression {
  const span = text.toRawSpan(node.span);
  switch (node.kind) {
    case "literal":
      return makeLiteral(node.type, node.value as never, span);
    case "name":
      return makeName(node.name, span);
    case "call": {
      const args = node.args.map((argument) => expressionInRaw(argument, text));
      return makeCall(node.callee, strengthOf(node), args, span);
    }
  }
}

export function sortByInRaw(node: SortBy, text: DecodedText): SortBy {
  const keys = node.keys.map((key) =>
    makeSortKey(
      expressionInRaw(key.expression, text),
      key.direction,
      strengthOf(key),
      text.toRawSpan(key.span),
    ),
  );
  return makeSortBy(keys, text.toRawSpan(node.span));
}

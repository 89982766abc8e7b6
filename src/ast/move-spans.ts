import type { Span } from "../diagnostics/span.ts";
import { literalAt, makeCall, makeName, makeSortBy, makeSortKey } from "./make-node.ts";
import { strengthOf, type Expression, type SortBy } from "./nodes.ts";

/**
 * Copies a tree with other spans, such as those of an encoded text. Recursion is safe, because the parser limits the depth.
 *
 * @param map returns the new span of each node
 */
export function moveSpans(node: Expression, map: (span: Span) => Span): Expression {
  const span = map(node.span);
  switch (node.kind) {
    case "literal":
      return literalAt(node, span);
    case "name":
      return makeName(node.name, span);
    case "call": {
      const args = node.args.map((argument) => moveSpans(argument, map));
      return makeCall(node.callee, strengthOf(node), args, span);
    }
  }
}

/** Copies sort keys with other spans. */
export function moveSortBySpans({ keys, span }: SortBy, map: (span: Span) => Span): SortBy {
  const moved = keys.map((key) =>
    makeSortKey(moveSpans(key.expression, map), key.direction, strengthOf(key), map(key.span)),
  );
  return makeSortBy(moved, map(span));
}

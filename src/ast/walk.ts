import { requireFunction } from "../diagnostics/require-argument.ts";
import type { Span } from "../diagnostics/span.ts";
import { literalAt, makeCall, makeName, makeSortBy, makeSortKey, withArguments } from "./make-node.ts";
import { requireExpression, requireNode } from "./validate.ts";
import {
  childrenOf,
  strengthOf,
  type Call,
  type Expression,
  type Literal,
  type Name,
  type Node,
  type SortBy,
} from "./nodes.ts";

/**
 * Visits parents before children, without recursion. If `visit` returns false, the children are skipped.
 *
 * @throws TypeError for an object that is not a node
 */
export function walk(root: Node, visit: (node: Node, depth: number) => unknown): void {
  requireFunction(visit, "visit");
  requireNode(root, "root");
  const stack: { node: Node; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (visit(next.node, next.depth) === false) continue;
    const children = childrenOf(next.node);
    for (let i = children.length - 1; i >= 0; i--) stack.push({ node: children[i]!, depth: next.depth + 1 });
  }
}

/** One function per kind of node. There is no default, so that the compiler reports a missing kind. */
export interface Folder<T> {
  readonly literal: (node: Literal) => T;
  readonly name: (node: Name) => T;
  readonly call: (node: Call, args: readonly T[]) => T;
}

/**
 * Computes a value from the leaves up. Uses recursion, so the tree must be within the depth limit.
 *
 * @throws TypeError for an object that is not a node
 * @example fold(tree, { literal: () => 1, name: () => 1, call: (_, args) => 1 + sum(args) }) // number of
 * nodes
 */
export function fold<T>(expression: Expression, folder: Folder<T>): T {
  requireFunction((folder as Partial<Folder<T>> | null | undefined)?.call, "folder.call");
  requireExpression(expression, "expression");
  switch (expression.kind) {
    case "literal":
      return folder.literal(expression);
    case "name":
      return folder.name(expression);
    case "call":
      return folder.call(
        expression,
        expression.args.map((argument) => fold(argument, folder)),
      );
  }
}

/**
 * Replaces nodes from the leaves up. Unchanged subtrees remain the same objects.
 *
 * @throws TypeError for an object that is not a node, also if `replace` returns one
 */
export function rewrite(expression: Expression, replace: (node: Expression) => Expression): Expression {
  requireFunction(replace, "replace");
  requireExpression(expression, "expression");
  const replaced = rewriteNode(expression, replace);
  requireExpression(replaced, "the result of replace");
  return replaced;
}

function rewriteNode(expression: Expression, replace: (node: Expression) => Expression): Expression {
  if (expression.kind !== "call") return replace(expression);
  const args = expression.args.map((argument) => rewrite(argument, replace));
  const changed = args.some((argument, i) => argument !== expression.args[i]);
  return replace(changed ? withArguments(expression, args) : expression);
}

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

/** Like `moveSpans`, for a sort. */
export function moveSortBySpans({ keys, span }: SortBy, map: (span: Span) => Span): SortBy {
  const moved = keys.map((key) =>
    makeSortKey(moveSpans(key.expression, map), key.direction, strengthOf(key), map(key.span)),
  );
  return makeSortBy(moved, map(span));
}

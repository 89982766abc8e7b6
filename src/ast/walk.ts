import { childrenOf, type Call, type Expression, type Literal, type Name, type Node } from "./nodes.ts";

/**
 * Visits a tree from the root to the leaves, parents before children, without recursion. `false` from the visitor
 * leaves out what is below the node.
 */
export function walk(root: Node, visit: (node: Node, depth: number) => unknown): void {
  const stack: { node: Node; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (visit(next.node, next.depth) === false) continue;
    const children = childrenOf(next.node);
    for (let i = children.length - 1; i >= 0; i--) stack.push({ node: children[i]!, depth: next.depth + 1 });
  }
}

/** What a fold makes of each kind of node. There is no default: a new kind is a missing line the compiler names. */
export interface Folder<T> {
  readonly literal: (node: Literal) => T;
  readonly name: (node: Name) => T;
  readonly call: (node: Call, args: readonly T[]) => T;
}

/**
 * Computes a value from the leaves up. Recursive: the tree must be within the depth limit, which whatever the parser,
 * the JSON form and the checker let through is.
 *
 * @example fold(tree, { literal: () => 1, name: () => 1, call: (_, args) => 1 + sum(args) }) // number of nodes
 */
export function fold<T>(expression: Expression, folder: Folder<T>): T {
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
 * A tree with some nodes replaced, from the leaves up. Parts in which nothing changes are the same objects as before.
 */
export function rewrite(expression: Expression, replace: (node: Expression) => Expression): Expression {
  if (expression.kind !== "call") return replace(expression);
  const args = expression.args.map((argument) => rewrite(argument, replace));
  const changed = args.some((argument, i) => argument !== expression.args[i]);
  return replace(changed ? { ...expression, args } : expression);
}

import type { CodePointSet } from "./code-point-set.ts";

/**
 * A pattern as a tree. Groups leave no trace, since only the answer yes or no is asked for; flags are resolved into
 * the sets and the assertions that they change.
 */
export type PatternTree =
  | { readonly kind: "set"; readonly set: CodePointSet }
  /** A set that only the RE2 engine knows: a Unicode property, or the folding of letters beyond ASCII. */
  | { readonly kind: "foreign" }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "repeat"; readonly child: PatternTree; readonly min: number; readonly max: number }
  | { readonly kind: "concat"; readonly children: readonly PatternTree[] }
  | { readonly kind: "alternate"; readonly children: readonly PatternTree[] };

/** What may hold between two characters, as bits, so that a place is the set of what holds there. */
export const ASSERTIONS = {
  textStart: 1,
  textEnd: 2,
  lineStart: 4,
  lineEnd: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const;

export type Assertion = (typeof ASSERTIONS)[keyof typeof ASSERTIONS];

/** A concatenation without concatenations in it. Of no children, it is the empty text. */
export function concat(children: readonly PatternTree[]): PatternTree {
  if (children.length === 1) return children[0]!;
  return {
    kind: "concat",
    children: children.flatMap((child) => (child.kind === "concat" ? child.children : child)),
  };
}

/** An alternation, or its only branch. */
export function alternate(children: readonly PatternTree[]): PatternTree {
  return children.length === 1 ? children[0]! : { kind: "alternate", children };
}

/** Returns the parts of a concatenation without the anchors at its ends, which always hold in a whole match. */
export function withoutOuterAnchors(tree: PatternTree): readonly PatternTree[] {
  const parts = tree.kind === "concat" ? tree.children : [tree];
  let start = 0;
  let end = parts.length;
  while (start < end && holds(parts[start]!, ASSERTIONS.textStart | ASSERTIONS.lineStart)) start++;
  while (end > start && holds(parts[end - 1]!, ASSERTIONS.textEnd | ASSERTIONS.lineEnd)) end--;
  return parts.slice(start, end);
}

function holds(part: PatternTree, assertions: number): boolean {
  return part.kind === "assertion" && (part.assertion & assertions) !== 0;
}

import type { CodePointSet } from "./code-point-set.ts";

/**
 * A pattern as a tree. It has no groups, because matching only returns true or false. Flags are resolved into the sets
 * and assertions that they affect.
 */
export type PatternTree =
  | { readonly kind: "set"; readonly set: CodePointSet }
  /** A set that only the RE2 engine has: a Unicode property, or case variants of letters outside ASCII. */
  | { readonly kind: "foreign" }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "repeat"; readonly child: PatternTree; readonly min: number; readonly max: number }
  | { readonly kind: "concat"; readonly children: readonly PatternTree[] }
  | { readonly kind: "alternate"; readonly children: readonly PatternTree[] };

/** Assertions about the position between two characters, as bits. */
export const ASSERTIONS = {
  textStart: 1,
  textEnd: 2,
  lineStart: 4,
  lineEnd: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const;

export type Assertion = (typeof ASSERTIONS)[keyof typeof ASSERTIONS];

/** Returns a flat concatenation. Without children, it matches the empty string. */
export function concat(children: readonly PatternTree[]): PatternTree {
  if (children.length === 1) return children[0]!;
  return {
    kind: "concat",
    children: children.flatMap((child) => (child.kind === "concat" ? child.children : child)),
  };
}

/** Returns an alternation, or its only branch. */
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

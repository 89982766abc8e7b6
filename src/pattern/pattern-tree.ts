import type { CodePointSet } from "./code-point-set.ts";

/**
 * Syntax tree of a pattern. Has no nodes for groups, because matching returns only true or false. Flags are resolved
 * into sets and assertions.
 */
export type PatternTree =
  | { readonly kind: "set"; readonly set: CodePointSet }
  /** A set whose code points the RE2 library defines: a Unicode property, or case variants of letters outside ASCII. */
  | { readonly kind: "foreign"; readonly set: CodePointSet }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "repeat"; readonly child: PatternTree; readonly min: number; readonly max: number }
  | { readonly kind: "concat"; readonly children: readonly PatternTree[] }
  | { readonly kind: "alternate"; readonly children: readonly PatternTree[] };

export const ASSERTIONS = {
  textStart: 1,
  textEnd: 2,
  lineStart: 4,
  lineEnd: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const;

export type Assertion = (typeof ASSERTIONS)[keyof typeof ASSERTIONS];

/** Returns a concatenation whose children are not concatenations. Without children, it matches the empty string. */
export function concat(children: readonly PatternTree[]): PatternTree {
  if (children.length === 1) return children[0]!;
  return {
    kind: "concat",
    children: children.flatMap((child) => (child.kind === "concat" ? child.children : child)),
  };
}

export function alternate(children: readonly PatternTree[]): PatternTree {
  return children.length === 1 ? children[0]! : { kind: "alternate", children };
}

/**
 * Returns the concatenated parts of a pattern without the anchors at its start and end, which are always true in a
 * match of the whole string.
 */
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

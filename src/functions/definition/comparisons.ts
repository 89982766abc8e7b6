/** For each comparison, the one with the same meaning for swapped operands: `lt(a,b)` is `gt(b,a)`. */
export const MIRRORED = { eq: "eq", ne: "ne", lt: "gt", le: "ge", gt: "lt", ge: "le" } as const;

/** For each comparison, the one that is true where it is false. */
export const INVERSE = { eq: "ne", ne: "eq", lt: "ge", le: "gt", gt: "le", ge: "lt" } as const;

export type ComparisonName = keyof typeof MIRRORED;

export function isComparisonName(callee: string): callee is ComparisonName {
  return Object.hasOwn(MIRRORED, callee);
}

/** Returns the comparison with the same meaning for swapped operands. Other names remain. */
export function mirroredCallee(callee: string): string {
  return isComparisonName(callee) ? MIRRORED[callee] : callee;
}

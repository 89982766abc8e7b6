/*
 * Conditions as formulas over atoms. Atoms are tests without `and`, `or` and `not`. A mask is a set of truth values: those that
 * a formula or an atom can still have.
 */

export const TRUE = 1;
export const FALSE = 2;
export const UNKNOWN = 4;
export const ANY_TRUTH = 7;

export type Formula =
  | { readonly kind: "constant"; readonly mask: number }
  | { readonly kind: "atom"; readonly atom: number }
  | { readonly kind: "not"; readonly of: Formula }
  /** True if the condition is unknown, otherwise false. */
  | { readonly kind: "isUnknown"; readonly of: Formula }
  | { readonly kind: "and" | "or"; readonly parts: readonly Formula[] };

export function negated(mask: number): number {
  return ((mask & TRUE) << 1) | ((mask & FALSE) >> 1) | (mask & UNKNOWN);
}

/** Returns the mask of a condition's result: TRUE, FALSE, or UNKNOWN for any other value. */
export function maskOfValue(value: unknown): number {
  return value === true ? TRUE : value === false ? FALSE : UNKNOWN;
}

/**
 * Returns a superset of the truth values of a formula. It is exact if each atom has one value.
 *
 * @param atoms mask of each atom
 */
export function possible(formula: Formula, atoms: Uint8Array): number {
  switch (formula.kind) {
    case "constant":
      return formula.mask;
    case "atom":
      return atoms[formula.atom]!;
    case "not":
      return negated(possible(formula.of, atoms));
    case "isUnknown": {
      const mask = possible(formula.of, atoms);
      return ((mask & UNKNOWN) === 0 ? 0 : TRUE) | ((mask & (TRUE | FALSE)) === 0 ? 0 : FALSE);
    }
    case "and":
      return conjunction(formula.parts, atoms);
    case "or":
      return negated(conjunction(formula.parts, atoms, true));
  }
}

/** @param isNegated whether the parts are negated first: `or(a,b)` is `not(and(not(a),not(b)))` */
function conjunction(parts: readonly Formula[], atoms: Uint8Array, isNegated = false): number {
  let canBeFalse = 0;
  let canBeUnknown = 0;
  let allCanBeTrue = TRUE;
  let allCanBeOther = UNKNOWN;
  for (const part of parts) {
    const possibleMask = possible(part, atoms);
    const mask = isNegated ? negated(possibleMask) : possibleMask;
    canBeFalse |= mask & FALSE;
    canBeUnknown |= mask & UNKNOWN;
    if ((mask & TRUE) === 0) allCanBeTrue = 0;
    if ((mask & (TRUE | UNKNOWN)) === 0) allCanBeOther = 0;
  }
  return allCanBeTrue | canBeFalse | (canBeUnknown & allCanBeOther);
}

export function formulaSize(formula: Formula): number {
  switch (formula.kind) {
    case "constant":
    case "atom":
      return 1;
    case "not":
    case "isUnknown":
      return 1 + formulaSize(formula.of);
    default:
      return formula.parts.reduce((sum, part) => sum + formulaSize(part), 1);
  }
}

/** Returns each combination of the values of masks; undefined if there are more than `limit`. */
export function combinationsOf(
  masks: readonly number[],
  limit: number,
): readonly (readonly number[])[] | undefined {
  let combinations: (readonly number[])[] = [[]];
  for (const mask of masks) {
    const options = [TRUE, FALSE, UNKNOWN].filter((option) => (mask & option) !== 0);
    combinations = combinations.flatMap((before) => options.map((option) => [...before, option]));
    if (combinations.length > limit) return undefined;
  }
  return combinations;
}

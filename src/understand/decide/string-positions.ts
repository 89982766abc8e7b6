import { getCollator } from "../../collation/collator.ts";
import { STRENGTHS, type Comparison } from "../../collation/order/strength.ts";
import type { AtomShape } from "./atom-shape.ts";

type CompareShape = Extract<AtomShape, { readonly kind: "compare" }>;

/** Order of a string relative to a constant: -1, 0, 1, or NaN for "different". */
export type SignOf = (comparison: Comparison, constant: string) => number;

/** A possible position of a string relative to all constants, at each strength that is used. */
export interface StringPosition {
  readonly signOf: SignOf;
}

/** Maximum number of positions that are enumerated. */
const maxPositions = 400;

/**
 * Enumerates the positions that a string other than the constants can have. The result can contain positions that no string
 * has, but it contains each one that a string has. Undefined if there are too many.
 *
 * Each strength refines the weaker ones: strings that are equal at a strength are equal at each weaker one, and strings that
 * are ordered at a strength are ordered in the same way at each stronger one.
 */
export function stringPositions(
  shapes: readonly AtomShape[],
  locale: string | undefined,
): readonly StringPosition[] | undefined {
  const compares = shapes.filter((shape): shape is CompareShape => shape.kind === "compare");
  const constants = [
    ...new Set(compares.flatMap((test) => test.constants.map(stringOf).filter((text) => text !== undefined))),
  ];
  const comparisons = [...new Set(compares.map(({ comparison }) => comparison))];
  if (constants.length === 0) return [{ signOf: () => NaN }];
  let positions: (readonly [Comparison, readonly number[]])[][] = [[]];
  for (const comparison of comparisons) {
    const isOrdered = compares.some((test) => test.comparison === comparison && test.relation !== "eq");
    const options = positionsAt(comparison, constants, isOrdered, locale);
    positions = positions.flatMap((before) =>
      options
        .filter((signs) => before.every(([other, known]) => areConsistent(other, known, comparison, signs)))
        .map((signs) => [...before, [comparison, signs] as const]),
    );
    if (positions.length > maxPositions) return undefined;
  }
  const indexes = new Map(constants.map((text, i) => [text, i]));
  return positions.map((position) => {
    const signs = new Map(position);
    return { signOf: (comparison, text) => signs.get(comparison)?.[indexes.get(text)!] ?? NaN };
  });
}

export function stringOf({ type, value }: CompareShape["constants"][number]): string | undefined {
  return type === "string" && typeof value === "string" ? value : undefined;
}

/** Returns the signs relative to each constant, for each class of equal constants and each gap between the classes. */
function positionsAt(
  comparison: Comparison,
  constants: readonly string[],
  isOrdered: boolean,
  locale: string | undefined,
): readonly (readonly number[])[] {
  const collator = getCollator(comparison, locale);
  const isExact = comparison === "identical" || comparison === "codePoint";
  if (!isOrdered) {
    const different = constants.map(() => NaN);
    // A string that exactly equals a constant is that constant. Constants have cells of their own.
    if (isExact) return [different];
    const classes = constants.map((text) =>
      constants.map((constant) => (collator.equals(text, constant) ? 0 : NaN)),
    );
    return [different, ...distinctRows(classes)];
  }
  const sorted = constants.toSorted(collator.compare);
  const gaps = [...sorted, undefined].map((above) =>
    constants.map((text) => (above === undefined || collator.compare(text, above) < 0 ? 1 : -1)),
  );
  const classes = isExact
    ? []
    : constants.map((text) => constants.map((constant) => Math.sign(collator.compare(text, constant))));
  // No string is less than the empty one.
  const empty = constants.indexOf("");
  return distinctRows([...gaps, ...classes]).filter((signs) => empty < 0 || signs[empty] !== -1);
}

function distinctRows(rows: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}

function areConsistent(
  a: Comparison,
  signsA: readonly number[],
  b: Comparison,
  signsB: readonly number[],
): boolean {
  // The place of a string by code points does not tell its place by a locale, nor the other way round.
  if (a === "codePoint" || b === "codePoint") return true;
  const isWeaker = STRENGTHS.indexOf(a) < STRENGTHS.indexOf(b);
  const [weak, strong] = isWeaker ? [signsA, signsB] : [signsB, signsA];
  return weak.every((sign, i) => {
    const strongSign = strong[i]!;
    if (strongSign === 0) return sign === 0;
    return sign === 0 || Number.isNaN(sign) || Number.isNaN(strongSign) || sign === strongSign;
  });
}

/** Returns whether strings that are equal at the comparison `strong` are equal at the comparison `weak` too. */
export function isAtLeast(strong: Comparison, weak: Comparison): boolean {
  if (strong === "codePoint" || weak === "codePoint") return strong === weak;
  return STRENGTHS.indexOf(strong) >= STRENGTHS.indexOf(weak);
}

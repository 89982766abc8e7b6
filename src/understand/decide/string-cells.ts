import type { AtomShape } from "./atom-shape.ts";
import { instantPoints } from "./instant-points.ts";
import { truthsOf } from "./problem.ts";
import { areCompatible } from "./string-searches.ts";
import { stringOf, stringPositions, type SignOf } from "./string-positions.ts";
import { ANY_TRUTH, combinationsOf, FALSE, TRUE, UNKNOWN } from "./truth.ts";

/** Results of the tests for strings that equal none of the constants. */
export interface StringCell {
  readonly masks: readonly number[];
  /** A string of the cell, if one is known. */
  readonly text: string | undefined;
}

/** An instant that a string without a declared type can be read as. */
interface Reading {
  readonly isTime: boolean;
  readonly instant: bigint;
  readonly text: string | undefined;
}

const maxCombinations = 3_000;

/**
 * Enumerates the results that the tests can have for a string other than their constants. The cells cover all such strings, but
 * some can be empty. Undefined if there are too many.
 *
 * @param sample results for some string
 * @param readsInstants whether a string is read as a date or time if it is compared with one
 */
export function stringCells(
  shapes: readonly AtomShape[],
  sample: readonly number[],
  locale: string | undefined,
  readsInstants: boolean,
): readonly StringCell[] | undefined {
  const positions = stringPositions(shapes, locale);
  if (positions === undefined) return undefined;
  const readings: readonly (Reading | undefined)[] = readsInstants
    ? [undefined, ...readingsOf(shapes)]
    : [undefined];
  const constants = [
    ...new Set(
      shapes.flatMap((shape) =>
        shape.kind === "compare" ? shape.constants.flatMap((constant) => stringOf(constant) ?? []) : [],
      ),
    ),
  ];
  const isPure =
    shapes.every(({ kind }) => kind !== "search" && kind !== "predicate") && constants.length === 0;
  const searches = shapes.flatMap((shape, i) => (shape.kind === "search" ? [{ shape, i }] : []));
  const searchShapes = searches.map(({ shape }) => shape);
  const cells: StringCell[] = [];
  for (const { signOf } of positions) {
    for (const reading of readings) {
      const masks = shapes.map((shape, i) => maskOf(shape, sample[i]!, signOf, reading));
      const combinations = combinationsOf(masks, maxCombinations);
      if (combinations === undefined || cells.length > maxCombinations) return undefined;
      for (const combination of combinations) {
        const results = searches.map(({ i }) => combination[i]!);
        if (areCompatible(searchShapes, results, { signOf, constants, locale }))
          cells.push({ masks: combination, text: isPure ? reading?.text : undefined });
      }
    }
  }
  return cells;
}

/** Returns the mask of a test for a string at a position. Searches and other tests can have several results. */
function maskOf(shape: AtomShape, sample: number, signOf: SignOf, reading: Reading | undefined): number {
  switch (shape.kind) {
    case "null":
      return FALSE;
    case "truth":
      return UNKNOWN;
    case "search":
      return TRUE | FALSE;
    case "predicate":
      return sample === UNKNOWN ? ANY_TRUTH : TRUE | FALSE;
    case "compare": {
      const truths = truthsOf(shape.relation);
      const results = shape.constants.map((constant) => {
        const text = stringOf(constant);
        if (text !== undefined) {
          const sign = signOf(shape.comparison, text);
          return Number.isNaN(sign) ? FALSE : truths[sign + 1]!;
        }
        const { instant, type } = constant;
        if (instant === undefined || reading === undefined || reading.isTime !== (type === "time"))
          return UNKNOWN;
        return truths[reading.instant < instant ? 0 : reading.instant === instant ? 1 : 2]!;
      });
      if (results.includes(TRUE)) return TRUE;
      return results.includes(UNKNOWN) ? UNKNOWN : FALSE;
    }
  }
}

function readingsOf(shapes: readonly AtomShape[]): readonly Reading[] {
  const constants = shapes.flatMap((shape) => (shape.kind === "compare" ? shape.constants : []));
  return [false, true].flatMap((isTime) => {
    const instants = constants.flatMap(({ type, instant }) =>
      instant === undefined || (type === "time") !== isTime ? [] : [instant],
    );
    if (instants.length === 0) return [];
    const points = instantPoints(instants, isTime ? "time" : "dateTime");
    return points.flatMap(({ instant, text }) => (text === undefined ? [] : [{ isTime, instant, text }]));
  });
}

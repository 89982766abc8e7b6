import { widthOf } from "./codes-column.ts";

/**
 * Integers that lie evenly: code k stands for `first + (k - 1) * step`, as far as so many bytes of codes and the
 * integers go. Code 0 is none.
 */
export interface Progression {
  readonly first: number;
  readonly step: number;
  /** Bytes of a code. */
  readonly width: 1 | 2 | 4;
}

/** No integer is beyond it, whatever its sign: of the difference of two a double holds every digit then. */
export const MOST_INTEGER = 2 ** 52;

/** The highest code of so many bytes. */
function mostCode(width: 1 | 2 | 4): number {
  return 2 ** (8 * width) - 1;
}

/** The last integer that has a code. */
export function lastOf({ first, step, width }: Progression): number {
  return first + floorOf(Math.min(first + (mostCode(width) - 1) * step, MOST_INTEGER) - first, step) * step;
}

/** How many whole steps are in a distance from 0 to 2^53. */
function floorOf(distance: number, step: number): number {
  return (distance - (distance % step)) / step;
}

/** The code of an integer that has one. */
export function codeOf({ first, step }: Progression, integer: number): number {
  return (integer - first) / step + 1;
}

/** What a code other than 0 stands for. */
export function integerOf({ first, step }: Progression, code: number): number {
  return first + (code - 1) * step;
}

/** The codes of the integers from one number to another, both included; undefined if there are none. */
export function codeRange(
  progression: Progression,
  low: number,
  high: number,
): readonly [low: number, high: number] | undefined {
  const { first, step } = progression;
  const from = Math.ceil(Math.max(low, first));
  const to = Math.floor(Math.min(high, lastOf(progression)));
  if (!(from <= to)) return undefined;
  const below = floorOf(from - first, step);
  const range = [
    below * step === from - first ? below + 1 : below + 2,
    floorOf(to - first, step) + 1,
  ] as const;
  return range[0] <= range[1] ? range : undefined;
}

/** Some integers, of which each of some steps apart may be there. */
export interface Span {
  readonly least: number;
  readonly most: number;
  /** What all of them lie apart is so often this; 0 where all are the same. */
  readonly step: () => number;
}

/**
 * The progression with the fewest bytes that has all integers of a span; undefined where none has. Of those with equally
 * few bytes the one with steps of 1, which has more of what may come.
 *
 * @param isDownwards whether there is to be room below them as well, as much as above
 */
export function progressionOf({ least, most, step }: Span, isDownwards: boolean): Progression | undefined {
  const byOne = widthFor(most - least);
  if (byOne === 1) return placed(least, most, 1, byOne, isDownwards);
  const common = step();
  const wide = widthFor((most - least) / common);
  if (wide === undefined) return undefined;
  return placed(least, most, wide === byOne ? 1 : common, wide, isDownwards);
}

/** Bytes of the codes of so many steps from the first to the last; undefined if no code has as many. */
function widthFor(steps: number): 1 | 2 | 4 | undefined {
  return steps <= mostCode(4) - 1 ? widthOf(steps + 2) : undefined;
}

/**
 * What grows downwards gets as much room below as it is long, so that it is placed anew seldom, and no more: the lowest
 * codes are to be in use.
 */
function placed(
  least: number,
  most: number,
  step: number,
  width: 1 | 2 | 4,
  isDownwards: boolean,
): Progression {
  if (!isDownwards) return { first: least, step, width };
  const length = (most - least) / step;
  const room = Math.min(
    length,
    Math.floor((mostCode(width) - 1 - length) / 2),
    floorOf(least + MOST_INTEGER, step),
  );
  return { first: least - room * step, step, width };
}

/** The greatest number that two have as a divisor. 0 has every one. */
export function commonDivisor(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  return divisor;
}

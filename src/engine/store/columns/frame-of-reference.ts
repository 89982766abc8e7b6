import { widthOf } from "./dictionary-column.ts";

/**
 * Numbers that lie evenly: code k stands for the double of `(first + (k - 1) * step) / scale`, as far as so many bytes of
 * codes and the integers go. Code 0 is none.
 */
export interface FrameOfReference {
  readonly first: number;
  readonly step: number;
  /** A power of ten: 1 for integers, 100 for numbers with two decimals. */
  readonly scale: number;
  /** Bytes of a code. */
  readonly width: 1 | 2 | 4;
}

/** More decimals no number of a progression has. */
const MAX_SCALE = 1e9;

export function isScale(scale: number): boolean {
  return scale <= MAX_SCALE && /^10*$/.test(String(scale));
}

/**
 * No integer of a scale is beyond it, whatever its sign. A double holds every digit of the difference of two then, and of
 * integers that are divided by a scale and multiplied with it again nothing is lost but what rounding brings back.
 */
export function maxInteger(scale: number): number {
  return scale === 1 ? 2 ** 52 : 2 ** 48;
}

/** The integer that a number of a scale is. */
export function scaled(number: number, scale: number): number {
  return scale === 1 ? number : Math.round(number * scale);
}

/** Whether it is one. */
function isScaled(number: number, scale: number): boolean {
  return Number.isInteger(scaled(number, scale)) && scaled(number, scale) / scale === number;
}

/** The least scale from one on in which all of some numbers are integers; undefined if there is none. */
export function scaleOf(numbers: Float64Array, min: number): number | undefined {
  let scale = min;
  for (const number of numbers) {
    if (number !== number) continue;
    while (!isScaled(number, scale)) {
      scale *= 10;
      if (scale > MAX_SCALE) return undefined;
    }
  }
  return scale;
}

/** The highest code of so many bytes. */
function maxCode(width: 1 | 2 | 4): number {
  return 2 ** (8 * width) - 1;
}

/** The last integer that has a code. */
export function lastInteger({ first, step, scale, width }: FrameOfReference): number {
  const last = Math.min(first + (maxCode(width) - 1) * step, maxInteger(scale));
  return first + wholeSteps(last - first, step) * step;
}

/** How many whole steps are in a distance from 0 to 2^53. */
function wholeSteps(distance: number, step: number): number {
  return (distance - (distance % step)) / step;
}

/** The code of an integer that has one. */
export function codeOfInteger({ first, step }: FrameOfReference, integer: number): number {
  return (integer - first) / step + 1;
}

/** What a code other than 0 stands for. */
export function integerOfCode({ first, step }: FrameOfReference, code: number): number {
  return first + (code - 1) * step;
}

/** The codes of the numbers from one number to another, both included; undefined if there are none. */
export function codeRange(
  frame: FrameOfReference,
  low: number,
  high: number,
): readonly [low: number, high: number] | undefined {
  const { first, step, scale } = frame;
  const from = ceiling(Math.max(low, first / scale), scale);
  const to = floor(Math.min(high, lastInteger(frame) / scale), scale);
  if (!(from <= to)) return undefined;
  const below = wholeSteps(from - first, step);
  const range = [
    below * step === from - first ? below + 1 : below + 2,
    wholeSteps(to - first, step) + 1,
  ] as const;
  return range[0] <= range[1] ? range : undefined;
}

/** The least integer that is not below a number in a scale. What multiplying rounds is less than one. */
function ceiling(number: number, scale: number): number {
  const integer = Math.ceil(number * scale);
  if ((integer - 1) / scale >= number) return integer - 1;
  return integer / scale < number ? integer + 1 : integer;
}

/** The greatest that is not above it. */
function floor(number: number, scale: number): number {
  return -ceiling(-number, scale);
}

/** Some integers of a scale, of which each of some steps apart may be there. */
export interface IntegerRange {
  readonly min: number;
  readonly max: number;
  readonly scale: number;
  /** What all of them lie apart is so often this; 0 where all are the same. */
  readonly step: () => number;
}

/**
 * The progression with the fewest bytes that has all integers of a span; undefined where none has. Of those with equally
 * few bytes the one with steps of 1, which has more of what may come.
 *
 * @param isDownwards whether there is to be room below them as well, as much as above
 */
export function chooseFrame(span: IntegerRange, isDownwards: boolean): FrameOfReference | undefined {
  const { min, max, scale } = span;
  if (Math.max(-min, max) > maxInteger(scale)) return undefined;
  const byOne = widthForSteps(max - min);
  if (byOne === 1) return frameFor(span, 1, byOne, isDownwards);
  const common = span.step();
  const wide = widthForSteps((max - min) / common);
  if (wide === undefined) return undefined;
  return frameFor(span, wide === byOne ? 1 : common, wide, isDownwards);
}

/** Bytes of the codes of so many steps from the first to the last; undefined if no code has as many. */
function widthForSteps(steps: number): 1 | 2 | 4 | undefined {
  return steps <= maxCode(4) - 1 ? widthOf(steps + 2) : undefined;
}

/**
 * What grows downwards gets as much room below as it is long, so that it is placed anew seldom, and no more: the lowest
 * codes are to be in use.
 */
function frameFor(
  { min, max, scale }: IntegerRange,
  step: number,
  width: 1 | 2 | 4,
  isDownwards: boolean,
): FrameOfReference {
  if (!isDownwards) return { first: min, step, scale, width };
  const length = (max - min) / step;
  const room = Math.min(
    length,
    Math.floor((maxCode(width) - 1 - length) / 2),
    wholeSteps(min + maxInteger(scale), step),
  );
  return { first: min - room * step, step, scale, width };
}

/** The greatest number that two have as a divisor. 0 has every one. */
export function commonDivisor(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  return divisor;
}

import { widthOf } from "../kernels/growable-buffers.ts";
import type { Task } from "../tasks/task.ts";

/**
 * Frame-of-reference encoding: code k > 0 stands for the double `(first + (k - 1) * step) / scale`. Code 0 is
 * null.
 */
export interface FrameOfReference {
  readonly first: number;
  readonly step: number;
  /** Factor that makes all numbers integers, a power of ten: 100 for numbers with two decimals. */
  readonly scale: number;
  readonly width: 1 | 2 | 4;
}

const MAX_SCALE = 1e9;

export function isScale(scale: number): boolean {
  return scale <= MAX_SCALE && /^10*$/.test(String(scale));
}

/**
 * Returns the highest integer for which differences are exact, and dividing and multiplying by the scale
 * round-trips.
 */
export function maxInteger(scale: number): number {
  return scale === 1 ? 2 ** 52 : 2 ** 48;
}

/** Converts a number to an integer by its scale: `scaled(1.25, 100)` is 125. */
export function scaled(number: number, scale: number): number {
  return scale === 1 ? number : Math.round(number * scale);
}

function isScaled(number: number, scale: number): boolean {
  return Number.isInteger(scaled(number, scale)) && scaled(number, scale) / scale === number;
}

/** Returns the lowest scale >= `min` that makes all numbers integers, or undefined if there is none. */
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

function maxCode(width: 1 | 2 | 4): number {
  return 2 ** (8 * width) - 1;
}

export function lastInteger({ first, step, scale, width }: FrameOfReference): number {
  const last = Math.min(first + (maxCode(width) - 1) * step, maxInteger(scale));
  return first + wholeSteps(last - first, step) * step;
}

/** Returns how many whole steps the distance has. The result is exact for distances up to 2^53. */
function wholeSteps(distance: number, step: number): number {
  return (distance - (distance % step)) / step;
}

export function codeOfInteger({ first, step }: FrameOfReference, integer: number): number {
  return (integer - first) / step + 1;
}

export function integerOfCode({ first, step }: FrameOfReference, code: number): number {
  return first + (code - 1) * step;
}

/**
 * Returns the codes of the numbers in `[low, high]`, both bounds inclusive. Returns undefined if there are
 * none.
 */
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

/**
 * Returns the lowest integer whose quotient by `scale` is >= `number`. Corrects rounding errors of the
 * multiplication.
 */
function ceiling(number: number, scale: number): number {
  const integer = Math.ceil(number * scale);
  if ((integer - 1) / scale >= number) return integer - 1;
  return integer / scale < number ? integer + 1 : integer;
}

function floor(number: number, scale: number): number {
  return -ceiling(-number, scale);
}

export interface IntegerRange {
  readonly min: number;
  readonly max: number;
  readonly scale: number;
  /** Returns the greatest common divisor of all differences between the integers, or 0 if all are equal. */
  readonly step: () => Task<number>;
}

/**
 * Returns the frame with the narrowest codes, or undefined if 4 bytes per code are not enough. Prefers a step
 * of 1 at equal width, because more future numbers fit into such a frame.
 *
 * @param isDownwards whether to leave as many free codes below the range as above
 */
export function* chooseFrame(span: IntegerRange, isDownwards: boolean): Task<FrameOfReference | undefined> {
  const { min, max, scale } = span;
  if (Math.max(-min, max) > maxInteger(scale)) return undefined;
  const byOne = widthForSteps(max - min);
  if (byOne === 1) return frameFor(span, 1, byOne, isDownwards);
  const common = yield* span.step();
  const wide = widthForSteps((max - min) / common);
  if (wide === undefined) return undefined;
  return frameFor(span, wide === byOne ? 1 : common, wide, isDownwards);
}

/** Returns the bytes per code for a range of `steps` steps, or undefined if 4 bytes are not enough. */
function widthForSteps(steps: number): 1 | 2 | 4 | undefined {
  return steps <= maxCode(4) - 1 ? widthOf(steps + 2) : undefined;
}

/**
 * Returns the frame of a range. If `isDownwards`, it has free codes below the range, so that a range that
 * grows downwards is rarely re-encoded.
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

/** Returns the greatest common divisor. `commonDivisor(0, n)` is n. */
export function commonDivisor(a: number, b: number): number {
  let [divisor, remainder] = [a, b];
  while (remainder !== 0) [divisor, remainder] = [remainder, divisor % remainder];
  return divisor;
}

import { bitmapWordCount, type Slab } from "../../kernels/kernels.ts";
import type { NumberKey } from "../../kernels/order-key.ts";
import type { FilterContext } from "../../filter/row-test.ts";
import { scratchUint32 } from "../../tasks/scratch.ts";
import { countWork } from "../../../../values/work.ts";
import { eachBatch, eachPart, pause, ROWS_PER_STEP, type Task } from "../../tasks/task.ts";
import { UNIT_COSTS } from "../../tasks/unit-costs.ts";
import { samplePart, sampleOf, sampleSize, WORDS_PER_STEP } from "./row-samples.ts";
import { boundsOf } from "./sample-bounds.ts";

/** Rows that include a page: a part of the candidates without a gap in their order. */
export interface NarrowedRows {
  /** Bitmap of the rows. One of the two that were passed, or that of the candidates. */
  readonly rows: Slab;
  readonly count: number;
  /** Index of the page's first row among these rows in order. */
  readonly start: number;
  /** Whether all rows have the same sort number. */
  readonly areEqual: boolean;
}

/** Selected rows, and a page of their order. */
export interface Candidates {
  readonly selected: Slab;
  readonly count: number;
  readonly start: number;
  readonly limit: number;
}

/** Passes that narrow the rows. Each leaves about `3 * n ** (2 / 3)` of n rows in the middle of an order. */
const MAX_ROUNDS = 3;

/**
 * Narrows candidates to rows around a page by their first sort key. Two sort numbers of a sample almost surely
 * enclose the page. One pass over the column finds the rows between both, and counts the rows below them.
 * Wider bounds are tried if they do not enclose it. Equal rows stay together.
 *
 * @param targets two bitmaps for the rows
 */
export function* narrowRows(
  { selected, count, start, limit }: Candidates,
  key: NumberKey,
  context: Pick<FilterContext, "kernels" | "rows" | "tuning">,
  [first, second]: readonly [Slab, Slab],
): Task<NarrowedRows> {
  const { rows } = context;
  const otherThan = (slab: Slab) => (slab === first ? second : first);
  let within = selected;
  let remaining = count;
  // Position among the rows in ascending order.
  let from = key.isDescending ? count - start - limit : start;
  let areEqual = false;
  let range: readonly [number, number] = [-Infinity, Infinity];
  let sample: Float64Array | undefined;
  for (let round = 0; round < MAX_ROUNDS && remaining > fewRows(context) && !areEqual; round++) {
    const size = sampleSize(remaining, from, limit, rows);
    sample =
      (sample && samplePart(sample, ...range)) ?? (yield* sampleOf(key, within, rows, remaining, size));
    const bounds = boundsOf(sample, remaining, from, limit).map((bound) =>
      // Limits bounds to the numbers that occur, so that they can be equal.
      Math.min(key.max, Math.max(key.min, bound)),
    ) as [number, number];
    let narrowed: { readonly before: number; readonly count: number } | undefined;
    for (const [low, high] of [bounds, [-Infinity, bounds[1]], [bounds[0], Infinity]] as const) {
      const target = otherThan(within);
      const { below, count: between } = yield* splitRows(key, low, high, context, within, target);
      const includesPage = below <= from && below + between >= from + limit;
      if (!includesPage) continue;
      if (between < remaining) within = target;
      narrowed = { before: below, count: between };
      areEqual = low === high;
      range = [low, high];
      break;
    }
    if (narrowed === undefined) break;
    if (narrowed.count === remaining) {
      const number = sample[0]!;
      areEqual =
        sample.every((sampled) => sampled === number) &&
        (yield* splitRows(key, number, number, context, within, otherThan(within))).count === remaining;
      break;
    }
    from -= narrowed.before;
    remaining = narrowed.count;
  }
  return {
    rows: within,
    count: remaining,
    start: key.isDescending ? remaining - from - limit : from,
    areEqual,
  };
}

/** Returns the number of rows up to which rows are listed instead of being narrowed in another round. */
export function fewRows(context: Pick<FilterContext, "rows" | "tuning">): number {
  const { columnRow, listedRow } = context.tuning;
  return Math.max(
    minNarrowed(context),
    Math.min((ROUND_PASSES * context.rows * columnRow) / listedRow, MAX_SORTED_ROWS),
  );
}

/** Returns the number of rows that are listed in the time of setting up two rounds, which usually narrow rows to a page. */
export function minNarrowed({ tuning: { setUp, listedRow } }: Pick<FilterContext, "tuning">): number {
  return (SELECTION_SET_UPS * setUp) / listedRow;
}

/** Passes over the column in a round: one samples it, one compares it with the bounds. */
const ROUND_PASSES = 2;
/** Set-ups in two rounds: those of passes, of samples and their order, and of bitmaps. */
export const SELECTION_SET_UPS = 8;

const MAX_SORTED_ROWS = 131_072;

/**
 * Writes the rows of `within` with a sort number in `[low, high]` to `out`, another bitmap. Returns their number, and the
 * number of rows of `within` with a sort number below `low`.
 */
function* splitRows(
  key: NumberKey,
  low: number,
  high: number,
  context: Pick<FilterContext, "kernels" | "rows">,
  within: Slab,
  out: Slab,
): Task<{ readonly below: number; readonly count: number }> {
  const below = yield* writeBetween(key, low, high, context, within, out);
  return { below, count: context.kernels.popcount(out, bitmapWordCount(context.rows)) };
}

/** Like `splitRows`, but returns only the number of rows below. */
function* writeBetween(
  key: NumberKey,
  low: number,
  high: number,
  { rows }: Pick<FilterContext, "rows">,
  within: Slab,
  out: Slab,
): Task<number> {
  out.u32().fill(0, rows >>> 5, bitmapWordCount(rows));
  if (key.split !== undefined) {
    const below = key.split(rows, low, high, within, out);
    countWork(rows * UNIT_COSTS.columnRow);
    yield* pause();
    return below;
  }
  return yield* scanRows(key, low, high, rows, within, out);
}

/** Writes the rows of `within` with a sort number in `[low, high]` to `out`, which may be the same bitmap. */
export function* keepBetween(
  key: NumberKey,
  low: number,
  high: number,
  { rows }: Pick<FilterContext, "rows">,
  within: Slab,
  out: Slab,
): Task<void> {
  const words = bitmapWordCount(rows);
  // Kernels write whole groups of rows, but not all words of the bitmap.
  if (within !== out) out.u32().fill(0, rows >>> 5, words);
  if (key.between !== undefined) {
    key.between(rows, low, high, within, out);
    countWork(rows * UNIT_COSTS.columnRow);
    return yield* pause();
  }
  yield* scanRows(key, low, high, rows, within, out);
}

/** Does the work of `splitRows` without a kernel. The bitmaps may be the same one. */
function* scanRows(
  key: NumberKey,
  low: number,
  high: number,
  rows: number,
  within: Slab,
  out: Slab,
): Task<number> {
  let below = 0;
  yield* eachBatch(rows, (from, end) => {
    const [numbers, selected, target] = [key.numbers(), within.u32(), out.u32()];
    for (let row = from; row < end; row += 32) {
      let bits = 0;
      for (let rest = selected[row >>> 5]!; rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        const number = numbers[row + 31 - Math.clz32(bit)]!;
        if (number < low) below++;
        else if (number <= high) bits |= bit;
      }
      target[row >>> 5] = bits;
    }
  });
  return below;
}

/** Returns the rows of a bitmap, ascending. The result must not be kept. */
export function* rowsOf(bitmap: Slab, rows: number, count: number): Task<Uint32Array> {
  const list = scratchUint32(count);
  let filled = 0;
  const listSome = (from: number, end: number) => {
    const bits = bitmap.u32();
    const limit = filled + ROWS_PER_STEP;
    let word = from;
    for (; word < end && filled < limit; word++) {
      for (let rest = bits[word]!; rest !== 0; rest &= rest - 1)
        list[filled++] = (word << 5) + 31 - Math.clz32(rest & -rest);
    }
    return word;
  };
  yield* eachPart(bitmapWordCount(rows), listSome, WORDS_PER_STEP);
  return list;
}

/**
 * Like `rowsOf`, but writes the rows into `room`, a bitmap that is not used otherwise. Returns undefined if they do not fit. The list
 * is valid until `room` is used again or memory grows.
 */
export function rowsIn(
  room: Slab,
  bitmap: Slab,
  { kernels, rows }: Pick<FilterContext, "kernels" | "rows">,
  count: number,
): Uint32Array | undefined {
  const words = bitmapWordCount(rows);
  // The bits after the last row are undefined: up to 127 more rows may be listed after the last one.
  if (count + 128 > words) return undefined;
  kernels.listRows(bitmap, words, room);
  countWork(rows * UNIT_COSTS.columnRow);
  return room.u32().subarray(0, count);
}

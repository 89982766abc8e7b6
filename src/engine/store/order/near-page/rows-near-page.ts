import { selectNth } from "../../tasks/nth-number.ts";
import { countWork } from "../../../../values/work.ts";
import type { NumberKey } from "../../kernels/order-key.ts";
import { placeIn } from "../../tasks/place-in.ts";
import { scratchFloat64, scratchUint32 } from "../../tasks/scratch.ts";
import { UNIT_COSTS } from "../../tasks/unit-costs.ts";
import { boundsOf } from "./sample-bounds.ts";

/** Rows near a page, and the index of the page's first row among them in order. */
export interface RowsNearPage {
  readonly rows: Uint32Array;
  readonly start: number;
  /** Sort numbers of the first and the last row of the page, the lower one first. */
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the rows whose sort numbers are between those of the page's first and last row, both inclusive. Finds these
 * numbers without sorting the others. Returns undefined if there are too many rows for a step, or if a number is NaN.
 */
export function rowsNearPage(
  list: Uint32Array,
  key: NumberKey,
  start: number,
  limit: number,
): RowsNearPage | undefined {
  const count = list.length;
  if (count > MAX_ROWS) return undefined;
  countWork(count * UNIT_COSTS.listedRow);
  const numbered = numberedRowsOf(list, key);
  if (numbered === undefined) return undefined;
  const { isDescending } = key;
  // Positions among the rows in ascending order.
  const from = Math.max(0, isDescending ? count - start - limit : start);
  const end = Math.min(count, isDescending ? count - start : start + limit);
  let below = keepBetween(
    numbered,
    ...boundsOf(sampleOf(numbered.numbers.subarray(0, count)), count, from, end - from),
  );
  if (below > from || below + numbered.count < end) {
    numberedRowsOf(list, key);
    below = 0;
  }
  const part = scratchFloat64(numbered.count);
  part.set(numbered.numbers.subarray(0, numbered.count));
  const low = selectNth(part, from - below);
  // The first selection has moved no higher numbers before this position, so only the numbers from here on are searched.
  const high = selectNth(part.subarray(from - below), end - 1 - from);
  below += keepBetween(numbered, low, high);
  const rows = scratchUint32(numbered.count);
  rows.set(numbered.rows.subarray(0, numbered.count));
  return { rows, start: start - (isDescending ? count - below - rows.length : below), low, high };
}

interface NumberedRows {
  rows: Uint32Array;
  numbers: Float64Array;
  count: number;
}

/** Rows of the latest call. The arrays are reused, because allocating large arrays takes as long as all work on them. */
const room: NumberedRows = { rows: new Uint32Array(0), numbers: new Float64Array(0), count: 0 };

/** Returns listed rows with their sort numbers, until the next call. Returns undefined if a number is NaN. */
function numberedRowsOf(list: Uint32Array, key: NumberKey): NumberedRows | undefined {
  const count = list.length;
  if (room.rows.length < count) {
    const size = Math.min(MAX_ROWS, 2 * count);
    Object.assign(room, { rows: new Uint32Array(size), numbers: new Float64Array(size) });
  }
  const keyNumbers = key.numbers();
  const { rows, numbers } = room;
  rows.set(list);
  room.count = count;
  let nans = 0;
  for (let at = 0; at < count; at++) {
    const number = keyNumbers[list[at]!]!;
    numbers[at] = number;
    nans += Number(number !== number);
  }
  return nans > 0 ? undefined : room;
}

function sampleOf(numbers: Float64Array): Float64Array {
  const sample = scratchFloat64(Math.ceil(SAMPLE_FACTOR * Math.sqrt(numbers.length)));
  const length = numbers.length / sample.length;
  for (let at = 0; at < sample.length; at++) sample[at] = numbers[Math.floor(placeIn(at, length))]!;
  return sample;
}

/** Keeps the rows whose numbers are in `[low, high]`, and returns the number of those below `low`. */
function keepBetween(among: NumberedRows, low: number, high: number): number {
  const { rows, numbers, count } = among;
  let [keptCount, below] = [0, 0];
  for (let at = 0; at < count; at++) {
    const number = numbers[at]!;
    // Always writes, and moves on only if the row is kept: a branch would often be mispredicted.
    rows[keptCount] = rows[at]!;
    numbers[keptCount] = number;
    below += Number(number < low);
    keptCount += Number(number >= low) & Number(number <= high);
  }
  among.count = keptCount;
  return below;
}

/** Maximum number of rows that are read at once. More would take longer than a step of a task may take. */
const MAX_ROWS = 131_072;
const SAMPLE_FACTOR = 4;

import { countWork } from "../../../../values/work.ts";
import type { FilterContext } from "../../filter/row-test.ts";
import { LISTED_AT_ONCE, type Slab } from "../../kernels/kernels.ts";
import type { NumberArray, NumberKey } from "../../kernels/order-key.ts";
import { selectNth } from "../../tasks/nth-number.ts";
import { placeIn } from "../../tasks/place-in.ts";
import { scratchFloat64, scratchUint32 } from "../../tasks/scratch.ts";
import { pause, UNITS_PER_STEP, type Task } from "../../tasks/task.ts";
import { UNIT_COSTS } from "../../tasks/unit-costs.ts";
import { minNarrowed, type Candidates } from "./narrow-rows.ts";

/** Rows at one end of an order. */
export interface RowsAtEnd {
  /** Ascending row numbers. They must not be kept. */
  readonly rows: Uint32Array;
  /** Index of the page's first row among these rows in order. */
  readonly start: number;
}

type Context = Pick<FilterContext, "kernels" | "rows" | "tuning">;
type ListingKey = NumberKey & { readonly list: NonNullable<NumberKey["list"]> };

/**
 * Finds the rows of a page near the first or the last row of an order, in one pass over the column. The pass lists rows up to a bound:
 * the sort number that ends the page if only the rows listed so far existed. The first bound comes from a sample, so that few
 * rows are listed even if the column is sorted.
 *
 * @returns undefined if the page is not near an end, or if too many rows are listed, because many are equal
 */
export function* rowsAtEnd(
  { selected, count, start, limit }: Candidates,
  key: NumberKey,
  context: Context,
): Task<RowsAtEnd | undefined> {
  const isFirst = start + limit <= count - start;
  const take = isFirst ? start + limit : count - start;
  const isLow = isFirst !== key.isDescending;
  const { rows, kernels, tuning } = context;
  // Listing these rows takes as long as the pass.
  const maxListed = Math.max(minNarrowed(context), (rows * tuning.columnRow) / tuning.listedRow);
  const expected = LISTED_FACTOR * take * (1 + Math.log(count / take));
  // NaN is lowest.
  if (!canList(key) || expected > maxListed || (isLow && key.hasNaN)) return undefined;
  const ends = new EndRows(take, isLow);
  if (!ends.startAt(sampleOf(key, selected, rows))) return undefined;
  const room = kernels.allocate((BATCH_FACTOR * take + MIN_BATCH + LISTED_AT_ONCE) * 4);
  try {
    for (let row = 0, listed = 0; row < rows;) {
      const end = Math.min(rows, row + ROWS_PER_PASS);
      const [low, high] = ends.range;
      const [count, next] = key.list(end, low, high, selected, row, room);
      countWork((next - row) * UNIT_COSTS.columnRow + count * UNIT_COSTS.listedRow);
      listed += count;
      if (!ends.add(room.u32().subarray(0, count), key.numbers()) || listed > maxListed) return undefined;
      row = next;
      yield* pause();
    }
  } finally {
    kernels.release(room);
  }
  const list = ends.rows();
  if (list.length < take) return undefined;
  return { rows: list, start: isFirst ? start : start - (count - list.length) };
}

function canList(key: NumberKey): key is ListingKey {
  return key.list !== undefined;
}

/**
 * Returns the sort numbers of some selected rows. Reads groups of adjacent rows, because fetching the first one from memory takes longer
 * than reading the others.
 */
function sampleOf(key: NumberKey, selected: Slab, rows: number): Float64Array {
  const groups = Math.ceil(Math.sqrt(rows) / GROUP_ROWS);
  const length = Math.max(GROUP_ROWS, rows / groups);
  const sample = scratchFloat64(groups * GROUP_ROWS);
  const [bits, numbers] = [selected.u32(), key.numbers()];
  let filled = 0;
  for (let group = 0; group < groups; group++) {
    const row = Math.min(Math.floor(placeIn(group, length)), rows - 1) & -GROUP_ROWS;
    const inGroup = bits[row >>> 5]! >>> (row & 31);
    for (let at = 0; at < GROUP_ROWS; at++) {
      const number = numbers[row + at]!;
      sample[filled] = number;
      filled += (inGroup >>> at) & Number(number === number);
    }
  }
  countWork(groups * GROUP_ROWS * UNIT_COSTS.placedNumber);
  return sample.subarray(0, filled);
}

const GROUP_ROWS = 8;

/** The rows that are first or last so far, and all rows that equal the last of them. */
class EndRows {
  readonly #take: number;
  readonly #isLow: boolean;
  /** Sort number of the last of these rows. */
  #bound: number;
  #rows: Uint32Array;
  #numbers: Float64Array;
  #count = 0;

  constructor(take: number, isLow: boolean) {
    this.#take = take;
    this.#isLow = isLow;
    this.#bound = isLow ? Infinity : -Infinity;
    const capacity = MAX_EQUAL + 2 * (BATCH_FACTOR * take + MIN_BATCH + LISTED_AT_ONCE);
    this.#rows = scratchUint32(capacity);
    this.#numbers = scratchFloat64(capacity);
  }

  /** Range of the sort numbers that may be among the first or last rows. */
  get range(): readonly [low: number, high: number] {
    return this.#isLow ? [-Infinity, this.#bound] : [this.#bound, Infinity];
  }

  /** Sets the first bound. Changes the order of the sample. Returns false if many rows equal it. */
  startAt(sample: Float64Array): boolean {
    if (sample.length < this.#take) return true;
    this.#bound = this.#nthOf(sample);
    return (
      !sample.every((number) => !this.#isWithin(number) || number === this.#bound) ||
      sample.length < MIN_SAMPLE
    );
  }

  /** Adds rows within the range. Returns false if too many rows are equal. */
  add(list: Uint32Array, numbers: NumberArray): boolean {
    for (let at = 0; at < list.length; at++) {
      this.#rows[this.#count] = list[at]!;
      this.#numbers[this.#count++] = numbers[list[at]!]!;
    }
    if (this.#count > this.#take) this.#keepFirst();
    return this.#count <= this.#take + MAX_EQUAL;
  }

  rows(): Uint32Array {
    return this.#rows.subarray(0, this.#count);
  }

  #keepFirst(): void {
    const [rows, numbers, count] = [this.#rows, this.#numbers, this.#count];
    const part = scratchFloat64(count);
    part.set(numbers.subarray(0, count));
    this.#bound = this.#nthOf(part);
    let keptCount = 0;
    for (let at = 0; at < count; at++) {
      const number = numbers[at]!;
      rows[keptCount] = rows[at]!;
      numbers[keptCount] = number;
      keptCount += Number(this.#isWithin(number));
    }
    this.#count = keptCount;
  }

  #isWithin(number: number): boolean {
    return this.#isLow ? number <= this.#bound : number >= this.#bound;
  }

  #nthOf(numbers: Float64Array): number {
    return selectNth(numbers, this.#isLow ? this.#take - 1 : numbers.length - this.#take);
  }
}

/** Rows that are listed before the bound is lowered, for each row of the page and those before it. */
const BATCH_FACTOR = 2;
const MIN_BATCH = 64;
/** Listed rows for each row that would be listed if each of them lowered the bound. */
const LISTED_FACTOR = 4;
/** If more rows than these equal the last row of the page, the next key narrows them. */
const MAX_EQUAL = 64;
const MIN_SAMPLE = 64;
/** Rows that one call of a kernel reads, so that a step ends in time. */
const ROWS_PER_PASS = UNITS_PER_STEP / UNIT_COSTS.columnRow;

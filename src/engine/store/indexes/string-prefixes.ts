import { sortPrefixes, type PrefixOrder, type SortPrefixes } from "../../../collation/order/sort-prefix.ts";
import type { Value } from "../../../values/types.ts";
import { countWork } from "../../../values/work.ts";
import { allocateAll, capacityFor, withCapacity } from "../kernels/growable-buffers.ts";
import { bitmapBytes, type EncodedStrings, type Kernels, type Slab } from "../kernels/kernels.ts";
import { eachBatch, eachItem, type Task } from "../tasks/task.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";
import type { RowOrder } from "../tasks/sort-task.ts";

/** Number of strings whose characters decide on the encoding of prefixes. */
const SAMPLED_STRINGS = 4096;
/** Number that precedes the prefixes of all strings. */
const NULL_PREFIX = -1;
/** Work of reading a string from the heap, in addition to its characters. */
const UNITS_PER_STRING = 4;
/** Strings whose prefixes are written in one step, if a bitmap has all of them. */
const STRINGS_PER_STEP = 8192;

/** How the strings of a sample differ. */
export interface StringVariety {
  /** Share of distinct strings in the sample. NaN without strings. */
  readonly distinct: number;
  /** Share of the pairs of strings with the same prefix. NaN without strings. */
  readonly shared: number;
}

type SampledPrefixes = SortPrefixes & StringVariety;

/** Strings of a column, for their prefixes. */
export interface PrefixSource {
  readonly valueAt: (row: number) => string | null;
  /** The encoded strings, which can move between two steps. Undefined before they are written. */
  readonly written: EncodedStrings | undefined;
  /** Rows whose strings UTF-8 cannot represent. */
  readonly illFormed: readonly number[];
}

/** Sort prefixes of a column's strings, as doubles. NaN for strings without a prefix, and for those not written yet. */
export class StringPrefixes {
  readonly #kernels: Kernels;
  readonly #order: PrefixOrder;
  readonly #source: PrefixSource;
  #encoding: SampledPrefixes | undefined;
  #slab: Slab;
  /** Bitmap of the rows whose prefixes are written. */
  #writtenRows: Slab;
  #writtenCount = 0;
  #rows = 0;
  #max = 0;

  constructor(kernels: Kernels, order: PrefixOrder, source: PrefixSource) {
    this.#kernels = kernels;
    this.#order = order;
    this.#source = source;
    [this.#slab, this.#writtenRows] = allocateAll(kernels, [0, 0]) as [Slab, Slab];
  }

  /** Highest prefix that is written. */
  get max(): number {
    return this.#max;
  }

  /** Writes the rows of `within` with a prefix in `[low, high]` to `out`. */
  between(rows: number, low: number, high: number, within: Slab, out: Slab): void {
    this.#kernels.numbersBetween(this.#slab, rows, low, high, within, out, false);
  }

  /** Like `between`. Returns the number of rows of `within` with a prefix below `low`. */
  split(rows: number, low: number, high: number, within: Slab, out: Slab): number {
    return this.#kernels.splitNumbers(this.#slab, rows, low, high, within, out);
  }

  numbers(): Float64Array {
    return this.#slab.f64();
  }

  areComplete(rows: number): boolean {
    return this.#rows >= rows && this.missing(rows) === 0;
  }

  /** Returns the number of rows whose prefixes are not written. */
  missing(rows: number): number {
    return Math.max(0, rows - this.#writtenCount);
  }

  /** How a sample of the strings differs. Undefined if none was drawn yet. */
  get knownVariety(): StringVariety | undefined {
    return this.#encoding;
  }

  /** Says how a sample of the strings differs. */
  variety(rows: number): StringVariety {
    return this.#encodingOf(rows);
  }

  #encodingOf(rows: number): SampledPrefixes {
    if (this.#encoding !== undefined) return this.#encoding;
    const sample = [...sampleOf((row) => this.#source.valueAt(row), rows)];
    countWork(sample.length * UNIT_COSTS.readValue);
    const encoding = sortPrefixes(this.#order, sample, 1);
    const numbers = new Float64Array(sample.length);
    sample.forEach((text, at) => encoding.write(text, numbers, at));
    const distinct = new Set(sample).size / sample.length;
    return (this.#encoding = { ...encoding, distinct, shared: sharedPairs(numbers) });
  }

  /** Writes the prefixes of listed rows, except those that it has written before. */
  writeListed(rows: number, list: Uint32Array): Task<void> {
    return this.#writeMissing(rows, list.length, (from, end, write) => {
      for (let at = from; at < end; at++) write(list[at]! >>> 5, 1 << (list[at]! & 31));
    });
  }

  /**
   * Writes the prefixes of selected rows, except those that it has written before.
   *
   * @param rows number of rows of the column
   * @param selected bitmap of rows; undefined for all
   */
  write(rows: number, selected: Slab | undefined): Task<void> {
    return this.#writeMissing(rows, rows, (from, end, write) => {
      const bitmap = selected?.u32();
      for (let word = from >>> 5; word << 5 < end; word++) {
        const isLast = (word + 1) << 5 > end;
        const present = isLast ? 2 ** (end & 31) - 1 : -1;
        write(word, (bitmap === undefined ? -1 : bitmap[word]!) & present);
      }
    });
  }

  /** @param visit calls `write` with the bits of rows, and their word of the bitmap of all rows */
  *#writeMissing(
    rows: number,
    items: number,
    visit: (from: number, end: number, write: (word: number, bits: number) => void) => void,
  ): Task<void> {
    this.#makeRoom(rows);
    if (this.areComplete(rows)) return;
    const encoding = this.#encodingOf(rows);
    yield* eachBatch(
      items,
      (from, end) => {
        // Got for each batch, because other tasks may grow the memory between two steps.
        const numbers = this.#slab.f64();
        const writeOne = writerOf(this.#source, encoding, numbers);
        const writtenBits = this.#writtenRows.u32();
        let count = 0;
        visit(from, end, (word, bits) => {
          const missing = bits & ~writtenBits[word]!;
          for (let rest = missing; rest !== 0; rest &= rest - 1) {
            const row = (word << 5) + 31 - Math.clz32(rest & -rest);
            writeOne(row);
            if (numbers[row]! > this.#max) this.#max = numbers[row]!;
            count++;
          }
          writtenBits[word]! |= missing;
        });
        this.#writtenCount += count;
        countWork(count * UNIT_COSTS.writtenNumber);
      },
      STRINGS_PER_STEP,
    );
  }

  release(): void {
    this.#kernels.release(this.#slab);
    this.#kernels.release(this.#writtenRows);
  }

  #makeRoom(rows: number): void {
    if (rows <= this.#rows) return;
    const capacity = capacityFor(rows, this.#slab.bytes / 8);
    this.#slab = withCapacity(this.#kernels, this.#slab, capacity * 8);
    this.#writtenRows = withCapacity(this.#kernels, this.#writtenRows, bitmapBytes(capacity));
    this.#rows = rows;
  }
}

/** Returns a function that writes the prefix of a row, from the encoded string if possible: strings are scattered in memory. */
function writerOf(
  source: PrefixSource,
  { write, writeUtf8 }: SortPrefixes,
  numbers: Float64Array,
): (row: number) => void {
  const { written: encoded, illFormed } = source;
  const ofString = (row: number) => {
    const text = source.valueAt(row);
    if (text === null) numbers[row] = NULL_PREFIX;
    else write(text, numbers, row);
  };
  if (encoded === undefined || illFormed.length > 0) return ofString;
  const [bytes, starts] = [encoded.bytes.u8(), encoded.starts.u32()];
  return (row) => {
    // The last byte is the separator after the string.
    const [from, end] = [starts[row]!, starts[row + 1]! - 1];
    if (row >= encoded.rows || from === end) ofString(row);
    else writeUtf8(bytes, from, end, numbers, row);
  };
}

/** Returns the share of pairs with the same number. */
function sharedPairs(numbers: Float64Array): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let pairs = 0;
  for (const count of counts.values()) pairs += count ** 2;
  return pairs / numbers.length ** 2;
}

function* sampleOf(valueAt: (at: number) => Value, count: number): Iterable<string> {
  const step = Math.max(1, Math.floor(count / SAMPLED_STRINGS));
  for (let i = 0; i < count; i += step) {
    const value = valueAt(i);
    if (typeof value === "string") yield value;
  }
}

/** Numbers for each string of a dictionary: nearly all names differ within them. */
const DICTIONARY_RUNS = 2;

/** Returns the same order of items as `order`, which compares most pairs by prefixes of their values. */
export function* orderByPrefixes(
  values: readonly Value[],
  prefixes: PrefixOrder,
  order: RowOrder<number>,
): Task<RowOrder<number>> {
  const count = values.length;
  const { write } = sortPrefixes(
    prefixes,
    sampleOf((at) => values[at]!, count),
    DICTIONARY_RUNS,
  );
  const numbers = new Float64Array(count * DICTIONARY_RUNS).fill(NaN);
  yield* eachItem(count, (item) => {
    const value = values[item]!;
    countWork(UNITS_PER_STRING);
    if (typeof value === "string") write(value, numbers, item * DICTIONARY_RUNS);
  });
  return (a, b) => {
    const first = numbers[a * DICTIONARY_RUNS]! - numbers[b * DICTIONARY_RUNS]!;
    if (first < 0 || first > 0) return first;
    // NaN of strings without a prefix.
    if (first !== 0) return order(a, b);
    return numbers[a * DICTIONARY_RUNS + 1]! - numbers[b * DICTIONARY_RUNS + 1]! || order(a, b);
  };
}

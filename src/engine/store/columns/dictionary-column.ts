import type { Value } from "../../../values/types.ts";
import { DICTIONARY_ENTRY_BYTES, Reservation } from "../kernels/budget.ts";
import { CodeIndex } from "../indexes/code-index.ts";
import { fullBitmap, withCapacity, capacityFor } from "../kernels/growable-buffers.ts";
import { typedCodes } from "../kernels/plain.ts";
import { Ranks } from "./ranks.ts";
import type { RowOrder } from "../tasks/sort-task.ts";
import { type CodeArray, type Kernels, type Slab } from "../kernels/kernels.ts";
import { BitmapPool } from "../kernels/bitmap-pool.ts";
import { StringColumn } from "./string-column.ts";

/**
 * A member with few different values: each has a code, and the column is the codes. Code 0 is null. The first codes are
 * in the order of their values' UTF-16 units, so that texts with a common beginning are a range of codes; values that
 * came later have codes beyond.
 */
export class DictionaryColumn {
  readonly kind = "dictionary";
  readonly #kernels: Kernels;
  readonly #share: Reservation;
  readonly #lookup: Map<Value, number>;
  /** The values by their codes. */
  readonly values: Value[];
  /** The codes from 1 to here are in order. */
  readonly sorted: number;
  #slab: Slab;
  #width: 1 | 2 | 4;
  #rows: number;
  #valid: Slab | undefined;
  readonly #ranks = new Map<string, Ranks>();
  /** Ranks of the first values as a file has them, until they are asked for. */
  readonly #savedRanks = new Map<string, Uint32Array>();
  #index: CodeIndex | undefined;
  #dictionary: { readonly texts: StringColumn; readonly bitmaps: BitmapPool } | undefined;
  readonly #uses = new Map<string, number>();

  /**
   * @param values the values by their codes: null first, the others in order
   * @param lookup the codes of the values
   */
  constructor(
    kernels: Kernels,
    { slab, width, rows }: CodeArray,
    values: Value[],
    lookup: Map<Value, number>,
  ) {
    this.#kernels = kernels;
    this.#share = new Reservation(kernels.budget);
    this.#share.set(values.length * DICTIONARY_ENTRY_BYTES);
    this.values = values;
    this.sorted = values.length - 1;
    this.#lookup = lookup;
    this.#slab = slab;
    this.#width = width;
    this.#rows = rows;
  }

  get codes(): CodeArray {
    return { slab: this.#slab, width: this.#width, rows: this.#rows, count: this.values.length };
  }

  get rows(): number {
    return this.#rows;
  }

  /** The code of a value; undefined if no row has it. */
  codeOf(value: Value): number | undefined {
    return this.#lookup.get(value);
  }

  /** Adds rows. The bitmaps that were given before keep their rows. */
  append(values: readonly Value[]): boolean {
    const newValues = values.reduce<number>((sum, value) => (this.#lookup.has(value) ? sum : sum + 1), 0);
    this.#share.set((this.values.length + newValues) * DICTIONARY_ENTRY_BYTES);
    const codes = values.map((value) => this.#code(value));
    const rows = this.#rows + values.length;
    this.#widen(widthOf(this.values.length));
    this.#slab = withCapacity(
      this.#kernels,
      this.#slab,
      capacityFor(rows, this.#slab.bytes / this.#width) * this.#width,
    );
    const array = typedCodes(this.codes);
    for (const [i, code] of codes.entries()) array[this.#rows + i] = code;
    this.#rows = rows;
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
    this.#valid = undefined;
    return true;
  }

  /** The rows that have a value. */
  valid(): Slab {
    if (this.#valid === undefined) {
      const valid = fullBitmap(this.#kernels, this.#rows);
      this.#kernels.codesBetween(this.codes, 1, MAX_CODE, valid, valid, false);
      this.#valid = valid;
    }
    return this.#valid;
  }

  /** The values in some order; made when it is first asked for. */
  ranks(key: string, order: RowOrder<Value>): Ranks {
    let ranks = this.#ranks.get(key);
    if (ranks === undefined) {
      const saved = this.#savedRanks.get(key);
      ranks = new Ranks(this, order, this.#kernels, false, saved);
      this.#ranks.set(key, ranks);
      this.#savedRanks.delete(key);
      this.#kernels.budget.release(saved?.byteLength ?? 0);
    }
    return ranks;
  }

  /** Takes in ranks of all values that were saved. Where memory is not plenty they are left out, and made anew. */
  restoreRanks(key: string, ranks: Uint32Array): void {
    const { budget } = this.#kernels;
    if (this.#savedRanks.has(key) || budget.bytes + ranks.byteLength * FREE_MEMORY_FACTOR > budget.limit)
      return;
    budget.reserve(ranks.byteLength);
    this.#savedRanks.set(key, ranks);
  }

  /** Whether there are ranks of an order that have only to be looked through. */
  hasSavedRanks(key: string): boolean {
    return this.#savedRanks.has(key);
  }

  /** The ranks of all values in each order in which they are, or are said to be. */
  allRanks(): (readonly [key: string, ranks: Uint32Array])[] {
    const ready = [...this.#ranks].filter(([, ranks]) => ranks.isReady);
    const made = ready.map(([key, ranks]) => [key, ranks.codeRanks()] as const);
    return [...made, ...this.#savedRanks].filter(([, ranks]) => ranks.length === this.values.length);
  }

  /** Whether all values are in an order already. */
  hasRanks(key: string): boolean {
    return this.#ranks.get(key)?.isReady === true;
  }

  /** The ranks of an order if they are there, or are asked for so often that making them pays. */
  ranksIfWorth(key: string, order: () => RowOrder<Value>, minUses: number): Ranks | undefined {
    const ranks = this.#ranks.get(key);
    if (ranks !== undefined) return ranks;
    if (this.#savedRanks.has(key)) return this.ranks(key, order());
    const uses = (this.#uses.get(key) ?? 0) + 1;
    this.#uses.set(key, uses);
    return uses < minUses ? undefined : this.ranks(key, order());
  }

  /** The values as texts, each by its code, and bitmaps for work on them; made when they are first asked for. */
  dictionary(): { readonly texts: StringColumn; readonly bitmaps: BitmapPool } {
    this.#dictionary ??= { texts: new StringColumn(this.#kernels), bitmaps: new BitmapPool(this.#kernels) };
    const { texts } = this.#dictionary;
    if (texts.rows < this.values.length) texts.append(this.values.slice(texts.rows));
    return this.#dictionary;
  }

  /** The rows of each code. */
  index(): CodeIndex {
    this.#index ??= new CodeIndex(this.#kernels, () => this.codes);
    return this.#index;
  }

  valueAt(row: number): Value {
    return this.values[typedCodes(this.codes)[row]!]!;
  }

  release(): void {
    this.#share.release();
    for (const ranks of this.#ranks.values()) ranks.release();
    for (const { byteLength } of this.#savedRanks.values()) this.#kernels.budget.release(byteLength);
    this.#index?.release();
    this.#dictionary?.texts.release();
    this.#dictionary?.bitmaps.release();
    this.#kernels.release(this.#slab);
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
  }

  #code(value: Value): number {
    let code = this.#lookup.get(value);
    if (code === undefined) {
      code = this.values.length;
      this.#lookup.set(value, code);
      this.values.push(value);
    }
    return code;
  }

  #widen(width: 1 | 2 | 4): void {
    if (width === this.#width) return;
    const before = this.codes;
    this.#slab = this.#kernels.allocate((before.slab.bytes / this.#width) * width);
    this.#width = width;
    // Not before the new slab is there: memory that grows leaves views behind.
    typedCodes(this.codes).set(typedCodes(before).subarray(0, this.#rows));
    this.#kernels.release(before.slab);
  }
}

/** Room for so many times what saved ranks take: nothing that is asked for lacks it because of them. */
const FREE_MEMORY_FACTOR = 16;

/** Above every code. */
const MAX_CODE = 0xffff_ffff;

/** Bytes that a code of so many values needs. */
export function widthOf(count: number): 1 | 2 | 4 {
  return count <= 0x100 ? 1 : count <= 0x1_0000 ? 2 : 4;
}

import type { Value } from "../../../values/types.ts";
import { DICTIONARY_ENTRY_BYTES, Reservation } from "../kernels/budget.ts";
import { firstIndexWhere } from "../../../values/binary-search.ts";
import { capacityFor, copyCodes, fullBitmap, widthOf, withCapacity } from "../kernels/growable-buffers.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { PrefixOrder } from "../../../collation/order/sort-prefix.ts";
import { nameOfRanks, Ranks } from "./ranks.ts";
import type { ShardedMap } from "../../../values/sharded-map.ts";
import type { LossCounter } from "../tasks/rent-or-buy.ts";
import type { RowOrder } from "../tasks/sort-task.ts";
import type { UnitCosts } from "../tasks/unit-costs.ts";
import { type CodeArray, type Kernels, type Slab } from "../kernels/kernels.ts";
import type { ColumnImage } from "../kernels/column-image.ts";
import { slabOver } from "../kernels/shared-structures.ts";
import { BitmapPool } from "../kernels/bitmap-pool.ts";
import { StringColumn } from "./string-column.ts";

/**
 * Dictionary-encoded column. Code 0 is null. Codes from 1 to `sorted` are in UTF-16 order, so strings with a
 * common prefix have a range of codes. Values that were added later have higher codes, in any order.
 */
export class DictionaryColumn {
  readonly kind = "dictionary";
  readonly #kernels: Kernels;
  readonly #reservation: Reservation;
  readonly #lookup: CodeLookup;
  readonly values: Value[];
  readonly sorted: number;
  #slab: Slab;
  #width: 1 | 2 | 4;
  #rows: number;
  #valid: Slab | undefined;
  readonly #ranks = new Map<string, Ranks>();
  /** Unused ranks from a file. They cover the values that the file contained. */
  readonly #savedRanks = new Map<string, Uint32Array>();
  #valueStrings: { readonly strings: StringColumn; readonly bitmaps: BitmapPool } | undefined;
  /** Losses of comparisons without ranks, by the key of the ranks. */
  readonly #losses = new Map<string, LossCounter>();

  /**
   * @param values distinct values by code: null first, then ascending up to the code `sorted`
   * @param lookup code of each value
   */
  constructor(
    kernels: Kernels,
    { slab, width, rows }: CodeArray,
    values: Value[],
    lookup: CodeLookup,
    sorted = values.length - 1,
  ) {
    this.#kernels = kernels;
    this.#reservation = new Reservation(kernels.budget);
    this.#reservation.set(values.length * DICTIONARY_ENTRY_BYTES);
    this.values = values;
    this.sorted = sorted;
    this.#lookup = lookup;
    this.#slab = slab;
    this.#width = width;
    this.#rows = rows;
  }

  static of(kernels: Kernels, { rows, state, slabs, values: [list] }: DictionaryImage): DictionaryColumn {
    const { width, sorted, orders } = state;
    const values = list as Value[];
    const codes = { slab: slabs[0]!, width, rows, count: values.length };
    const lookup = new SortedLookup(values, sorted);
    const column = new DictionaryColumn(kernels, codes, values, lookup, sorted);
    orders.forEach((order, i) => column.restoreRanks(order, slabs[i + 1]!.u32().subarray(0, values.length)));
    return column;
  }

  image(): DictionaryImage {
    const ranks = this.allRanks();
    const state = { width: this.#width, sorted: this.sorted, orders: ranks.map(([order]) => order) };
    const slabs = [this.#slab, ...ranks.map(([, codeRanks]) => slabOver(codeRanks))];
    return { kind: this.kind, rows: this.#rows, state, slabs, values: [this.values] };
  }

  get codes(): CodeArray {
    return { slab: this.#slab, width: this.#width, rows: this.#rows, count: this.values.length };
  }

  get rows(): number {
    return this.#rows;
  }

  codeOf(value: Value): number | undefined {
    return this.#lookup.get(value);
  }

  /** Appends one value per row. Releases the bitmap that `valid` returned before. */
  append(values: readonly Value[]): boolean {
    const newValues = values.reduce<number>((sum, value) => (this.#lookup.has(value) ? sum : sum + 1), 0);
    this.#reservation.set((this.values.length + newValues) * DICTIONARY_ENTRY_BYTES);
    const codes = values.map((value) => this.#codeOf(value));
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

  valid(): Slab {
    if (this.#valid === undefined) {
      const valid = fullBitmap(this.#kernels, this.#rows);
      this.#kernels.codesBetween(this.codes, 1, MAX_CODE, valid, valid, false);
      this.#valid = valid;
    }
    return this.#valid;
  }

  /** @param prefixes weights of the order, which make ranking faster */
  ranks(key: string, order: RowOrder<Value>, prefixes?: PrefixOrder): Ranks {
    let ranks = this.#ranks.get(key);
    if (ranks === undefined) {
      const saved = this.#savedRanks.get(key);
      ranks = new Ranks(this, order, this.#kernels, false, { name: key, saved, prefixes });
      this.#ranks.set(key, ranks);
      this.#savedRanks.delete(key);
      this.#kernels.budget.release(saved?.byteLength ?? 0);
    }
    return ranks;
  }

  /** Keeps ranks from a file until their first use. Ignores them unless there is plenty of free memory. */
  restoreRanks(key: string, ranks: Uint32Array): void {
    const { budget } = this.#kernels;
    if (this.#savedRanks.has(key) || budget.bytes + ranks.byteLength * FREE_MEMORY_FACTOR > budget.limit)
      return;
    budget.reserve(ranks.byteLength);
    this.#savedRanks.set(key, ranks);
  }

  /** Returns whether there are unused ranks from a file, which only have to be verified. */
  hasSavedRanks(key: string): boolean {
    return this.#savedRanks.has(key);
  }

  /** Returns all complete ranks by key, including unused ranks from a file. */
  allRanks(): (readonly [key: string, ranks: Uint32Array])[] {
    const ready = [...this.#ranks].filter(([, ranks]) => ranks.isReady);
    const computed = ready.map(([key, ranks]) => [key, ranks.codeRanks()] as const);
    return [...computed, ...this.#savedRanks].filter(([, ranks]) => ranks.length === this.values.length);
  }

  hasRanks(key: string): boolean {
    if (this.#ranks.get(key)?.isReady === true) return true;
    return this.#kernels.shared?.find(nameOfRanks(key)) !== undefined;
  }

  /** Returns what comparisons have lost without ranks. */
  lossWithoutRanks(key: string): LossCounter {
    let loss = this.#losses.get(key);
    if (loss === undefined) {
      const { shared } = this.#kernels;
      loss = {
        lost: 0,
        get isBuiltElsewhere() {
          return shared?.isBuilding(nameOfRanks(key)) === true;
        },
      };
      this.#losses.set(key, loss);
    }
    return loss;
  }

  /**
   * Estimates the work of ranking the values: 0 if the ranks exist.
   *
   * @param hasPrefixes whether most values are compared by prefixes
   */
  rankingCost(key: string, hasPrefixes: boolean, { placedNumber }: UnitCosts): number {
    if (this.hasRanks(key)) return 0;
    const { length } = this.values;
    const steps = this.#savedRanks.has(key)
      ? 1
      : Math.log2(length + 1) * (hasPrefixes ? 1 : WITHOUT_PREFIXES);
    return (length * steps + this.rows / 2) * placedNumber;
  }

  /** Releases the ranks whose keys match, and forgets what comparisons have lost without them. No task may be using them. */
  dropRanks(isDropped: (key: string) => boolean): void {
    for (const key of this.#losses.keys()) if (isDropped(key)) this.#losses.delete(key);
    for (const [key, ranks] of this.#ranks) {
      if (!isDropped(key)) continue;
      ranks.release();
      this.#ranks.delete(key);
    }
  }

  /**
   * Returns the distinct values as strings, indexed by code, and a pool for bitmaps with one bit per code.
   */
  valueStrings(): { readonly strings: StringColumn; readonly bitmaps: BitmapPool } {
    this.#valueStrings ??= {
      strings: new StringColumn(this.#kernels, this.values.length),
      bitmaps: new BitmapPool(this.#kernels),
    };
    const { strings } = this.#valueStrings;
    if (strings.rows < this.values.length) strings.append(this.values.slice(strings.rows));
    return this.#valueStrings;
  }

  valueAt(row: number): Value {
    return this.values[typedCodes(this.codes)[row]!]!;
  }

  release(): void {
    this.#reservation.release();
    for (const ranks of this.#ranks.values()) ranks.release();
    for (const { byteLength } of this.#savedRanks.values()) this.#kernels.budget.release(byteLength);
    this.#valueStrings?.strings.release();
    this.#valueStrings?.bitmaps.release();
    this.#kernels.release(this.#slab);
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
  }

  #codeOf(value: Value): number {
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
    this.#slab = copyCodes(this.#kernels, before, before.slab.bytes / this.#width, width);
    this.#width = width;
    this.#kernels.release(before.slab);
  }
}

export type DictionaryImage = ColumnImage<
  "dictionary",
  {
    readonly width: CodeArray["width"];
    readonly sorted: number;
    /** Orders of the ranks in the slabs that follow the codes. */
    readonly orders: readonly string[];
  }
>;

/** Finds codes without a map, which would take more memory than the codes of most columns. */
class SortedLookup implements CodeLookup {
  readonly #values: readonly Value[];
  readonly #sorted: number;
  /** Codes that a binary search cannot find: that of null, and those after the sorted values. */
  readonly #otherCodes = new Map<Value, number>();

  constructor(values: readonly Value[], sorted: number) {
    this.#values = values;
    this.#sorted = sorted;
    this.#otherCodes.set(null, 0);
    for (let code = sorted + 1; code < values.length; code++) this.#otherCodes.set(values[code]!, code);
  }

  get(value: Value): number | undefined {
    const otherCode = this.#otherCodes.get(value);
    if (otherCode !== undefined || typeof value !== typeof this.#values[1]) return otherCode;
    const code = firstIndexWhere(1, this.#sorted + 1, (candidate) => this.#values[candidate]! >= value!);
    return code <= this.#sorted && this.#values[code] === value ? code : undefined;
  }

  has(value: Value): boolean {
    return this.get(value) !== undefined;
  }

  set(value: Value, code: number): void {
    this.#otherCodes.set(value, code);
  }
}

/** Code of each distinct value. */
type CodeLookup = Pick<ShardedMap<Value, number>, "get" | "has" | "set">;

/** Ranks from a file are kept only if the free memory is at least this multiple of their size. */
const FREE_MEMORY_FACTOR = 16;

/** Steps of ranking without prefixes, for each step with them. */
const WITHOUT_PREFIXES = 4;
const MAX_CODE = 0xffff_ffff;

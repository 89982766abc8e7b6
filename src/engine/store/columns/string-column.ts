import type { CaseFolding } from "../../../collation/search/case-folding.ts";
import type { Value } from "../../../values/types.ts";
import { ARRAY_SLOT_BYTES, Reservation } from "../kernels/budget.ts";
import { CaseFoldedCopy } from "../indexes/case-folded-copy.ts";
import { bitmapWhere } from "../kernels/growable-buffers.ts";
import type { ColumnImage } from "../kernels/column-image.ts";
import type { EncodedStrings, Kernels, SearchString, Slab } from "../kernels/kernels.ts";
import { tryAllocate, tryAllocateTask } from "../kernels/try-allocate.ts";
import { asDone, runNow, type Task } from "../tasks/task.ts";
import type { PrefixOrder } from "../../../collation/order/sort-prefix.ts";
import { StringPrefixes, type StringVariety } from "../indexes/string-prefixes.ts";
import { EncodedList, StringBytes, type StringState } from "./string-bytes.ts";
import type { TokenReader } from "../tokens/token-reader.ts";
import { encodeSearchString, type MatchPosition } from "../kernels/search-string.ts";
import { StringIndex, type StringRows } from "../indexes/string-index.ts";

/** Column of strings with few duplicates. The first search encodes them as UTF-8. */
export class StringColumn {
  readonly kind = "strings";
  readonly #kernels: Kernels;
  readonly #reservation: Reservation;
  readonly #values: (string | null)[];
  /** Strings for readers: `#values`, or the encoded strings of an image. */
  readonly #strings: StringRows;
  #rows = 0;
  /** Undefined until the first strings are appended. */
  #isWrittenEarly: boolean | undefined;
  #valid: Slab | undefined;
  readonly #bytes: StringBytes;
  #index: StringIndex | undefined;
  readonly #prefixes = new Map<string, StringPrefixes>();
  readonly #copies = new Map<string, CaseFoldedCopy>();

  /**
   * @param rows expected number of rows
   * @param meanLength expected mean number of UTF-16 units per row
   */
  constructor(kernels: Kernels, rows = 0, meanLength?: number, image?: StringImage) {
    this.#kernels = kernels;
    this.#reservation = new Reservation(kernels.budget);
    // An array that grows is copied several times, each time in one step.
    const expected = Math.min(rows, MAX_EXPECTED_ROWS);
    this.#reservation.set(expected * ARRAY_SLOT_BYTES);
    this.#values = new Array<string | null>(expected);
    this.#strings =
      image === undefined ? this.#values : new EncodedList(image.rows, image.state, image.slabs);
    this.#bytes =
      image === undefined
        ? new StringBytes(kernels, meanLength)
        : StringBytes.of(kernels, image.rows, image.state, image.slabs);
    this.#rows = image?.rows ?? 0;
    this.#valid = image?.slabs[2];
  }

  static of(kernels: Kernels, image: StringImage): StringColumn {
    return new StringColumn(kernels, 0, undefined, image);
  }

  /** Returns undefined if the strings are not encoded. */
  image(): StringImage | undefined {
    const { written } = this.#bytes;
    if (written?.rows !== this.#rows) return undefined;
    const state = this.#bytes.state((row) => this.valueAt(row));
    return {
      kind: this.kind,
      rows: this.#rows,
      state,
      slabs: [written.bytes, written.starts, this.valid()],
      values: [],
    };
  }

  /** Strings of all rows, in a list that is never replaced. Requires that all expected rows were appended. */
  get values(): StringRows {
    return this.#strings;
  }

  get rows(): number {
    return this.#rows;
  }

  append(values: readonly Value[]): boolean {
    const slots = Math.max(this.#values.length, this.#rows + values.length);
    this.#reservation.set(slots * ARRAY_SLOT_BYTES);
    for (const value of values) this.#values[this.#rows++] = typeof value === "string" ? value : null;
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
    this.#valid = undefined;
    return true;
  }

  /**
   * Appends the strings of a batch, from the value at an index on, up to the first one that must be read in another way. Returns their
   * number: 0 if none can be read from the batch.
   */
  appendTokens(reader: TokenReader, from: number): number {
    if (this.#isWrittenEarly !== true) return 0;
    const values = tryAllocate(() => this.#bytes.copy(reader, from, this.#rows, this.#values.length));
    return values !== undefined && this.append(values) ? values.length : 0;
  }

  valueAt(row: number): string | null {
    return this.#strings.at(row)!;
  }

  valid(): Slab {
    this.#valid ??= bitmapWhere(this.#kernels, this.rows, (row) => this.#values[row] !== null);
    return this.#valid;
  }

  /** Returns undefined if the strings are too large for 32-bit offsets. */
  encoded(): EncodedStrings | undefined {
    runNow(this.write());
    return this.#bytes.written;
  }

  get written(): EncodedStrings | undefined {
    return this.#bytes.written;
  }

  /** Encodes the strings that are not encoded yet. */
  write(): Task<void> {
    return this.#bytes.write(this.#values, this.#rows);
  }

  /**
   * Encodes the strings while the column is built: they are in the CPU cache, and the first search need not wait. Does
   * nothing if memory is scarce.
   */
  *writeEarly(): Task<void> {
    this.#isWrittenEarly ??= this.#hasPlentyOfMemory();
    if (this.#isWrittenEarly && (yield* tryAllocateTask(asDone(this.write()))) === undefined)
      this.#isWrittenEarly = false;
  }

  #hasPlentyOfMemory(): boolean {
    const { budget } = this.#kernels;
    let units = 0;
    for (let row = 0; row < this.#rows; row++) units += (this.#values[row]?.length ?? 0) + 1;
    const estimate = (units * this.#values.length) / Math.max(1, this.#rows);
    return budget.bytes + estimate * FREE_MEMORY_FACTOR <= budget.limit;
  }

  /** Rows whose string has a lone surrogate. Searches must test these strings one by one. */
  get illFormed(): readonly number[] {
    return this.#bytes.illFormed;
  }

  searchString(value: string, position: MatchPosition): SearchString {
    return encodeSearchString(value, position, this.#bytes.frequency);
  }

  /**
   * Returns case-folded copies, which may lack recently appended strings. Only the most recently used copies
   * are kept, because requests choose the locale.
   */
  caseFoldedCopy(folding: CaseFolding): CaseFoldedCopy {
    const copy = this.#copies.get(folding.key) ?? new CaseFoldedCopy(this.#kernels, folding);
    copy.useShared();
    this.#copies.delete(folding.key);
    this.#copies.set(folding.key, copy);
    for (const [key, oldest] of this.#copies) {
      if (this.#copies.size <= MAX_FOLDED_COPIES) break;
      if (oldest.isBusy) continue;
      oldest.release();
      this.#copies.delete(key);
    }
    return copy;
  }

  /** Returns the prefixes for an order, which may lack recently appended strings. */
  prefixes(order: PrefixOrder): StringPrefixes {
    let prefixes = this.#prefixes.get(order.key);
    if (prefixes === undefined) {
      prefixes = new StringPrefixes(this.#kernels, order, this);
      this.#prefixes.set(order.key, prefixes);
    }
    return prefixes;
  }

  /** Says how a sample of the strings differs. Undefined if no prefixes of this order were used yet. */
  knownVariety(order: PrefixOrder): StringVariety | undefined {
    return this.#prefixes.get(order.key)?.knownVariety;
  }

  index(): StringIndex {
    this.#index ??= new StringIndex(this.#kernels, this.values);
    return this.#index;
  }

  release(): void {
    this.#index?.release();
    for (const prefixes of this.#prefixes.values()) prefixes.release();
    this.#reservation.release();
    for (const copy of this.#copies.values()) copy.release();
    this.#copies.clear();
    this.#bytes.release();
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
  }
}

export type StringImage = ColumnImage<"strings", StringState>;

/** Strings are encoded early only if the free memory is at least this multiple of their size. */
const FREE_MEMORY_FACTOR = 16;
const MAX_FOLDED_COPIES = 4;
/** Limit of the initial array. The engine would make a hash table of an array of more than 32 Mi elements. */
const MAX_EXPECTED_ROWS = 0x100_0000;

import type { CaseFolding } from "../../../collation/search/case-folding.ts";
import type { Value } from "../../../values/types.ts";
import { ARRAY_SLOT_BYTES, Reservation } from "../kernels/budget.ts";
import { CaseFoldedCopy } from "../indexes/case-folded-copy.ts";
import { bitmapWhere } from "../kernels/growable-buffers.ts";
import type { EncodedStrings, Kernels, SearchString, Slab } from "../kernels/kernels.ts";
import { runNow, type Task } from "../tasks/task.ts";
import { StringBytes } from "./string-bytes.ts";
import { encodeSearchString, type MatchPosition } from "../kernels/search-string.ts";
import { StringIndex } from "../indexes/string-index.ts";
import { TrigramIndex } from "../indexes/trigram-index.ts";

/** Column of strings with few duplicates. The first search encodes them as UTF-8. */
export class StringColumn {
  readonly kind = "strings";
  readonly #kernels: Kernels;
  readonly #reservation: Reservation;
  #values: (string | null)[] = [];
  #valid: Slab | undefined;
  readonly #bytes: StringBytes;
  readonly trigramIndex: TrigramIndex;
  #index: StringIndex | undefined;
  readonly #copies = new Map<string, CaseFoldedCopy>();

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#reservation = new Reservation(kernels.budget);
    this.#bytes = new StringBytes(kernels);
    this.trigramIndex = new TrigramIndex(kernels);
  }

  get values(): readonly (string | null)[] {
    return this.#values;
  }

  get rows(): number {
    return this.#values.length;
  }

  /**
   * Releases unused capacity. Must be called before an index is built, because the index keeps the old array.
   */
  trim(): void {
    this.#values = this.#values.slice();
  }

  append(values: readonly Value[]): boolean {
    this.#reservation.set((this.rows + values.length) * ARRAY_SLOT_BYTES);
    for (const value of values) this.#values.push(typeof value === "string" ? value : null);
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
    this.#valid = undefined;
    return true;
  }

  valueAt(row: number): string | null {
    return this.#values[row]!;
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

  write(): Task<void> {
    return this.#bytes.write(this.values);
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

  index(): StringIndex {
    this.#index ??= new StringIndex(this.#kernels, this.values);
    return this.#index;
  }

  release(): void {
    this.#index?.release();
    this.#reservation.release();
    for (const copy of this.#copies.values()) copy.release();
    this.#copies.clear();
    this.#bytes.release();
    this.trigramIndex.release();
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
  }
}

const MAX_FOLDED_COPIES = 4;

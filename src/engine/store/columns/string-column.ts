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

/**
 * Texts that are nearly all different. They are kept as they are; for search they are written once, when the first
 * search asks for it, as UTF-8 one after another.
 */
export class StringColumn {
  readonly kind = "strings";
  readonly #kernels: Kernels;
  readonly #share: Reservation;
  #values: (string | null)[] = [];
  #valid: Slab | undefined;
  readonly #bytes: StringBytes;
  /** What is in the texts that are written for search. */
  readonly trigramIndex: TrigramIndex;
  #index: StringIndex | undefined;
  readonly #copies = new Map<string, CaseFoldedCopy>();

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#share = new Reservation(kernels.budget);
    this.#bytes = new StringBytes(kernels);
    this.trigramIndex = new TrigramIndex(kernels);
  }

  get values(): readonly (string | null)[] {
    return this.#values;
  }

  get rows(): number {
    return this.#values.length;
  }

  /** Gives back what a list that grew has room for beyond its end. Not for one that an index was made of. */
  trim(): void {
    this.#values = this.#values.slice();
  }

  append(values: readonly Value[]): boolean {
    this.#share.set((this.rows + values.length) * ARRAY_SLOT_BYTES);
    for (const value of values) this.#values.push(typeof value === "string" ? value : null);
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
    this.#valid = undefined;
    return true;
  }

  valueAt(row: number): string | null {
    return this.#values[row]!;
  }

  /** The rows that have a value. */
  valid(): Slab {
    this.#valid ??= bitmapWhere(this.#kernels, this.rows, (row) => this.#values[row] !== null);
    return this.#valid;
  }

  /** All texts as UTF-8, or undefined if they are too many for offsets of 32 bits. */
  encoded(): EncodedStrings | undefined {
    runNow(this.write());
    return this.#bytes.written;
  }

  /** What is written for search. */
  get written(): EncodedStrings | undefined {
    return this.#bytes.written;
  }

  /** Writes the texts for search; those that are written already are not written again. */
  write(): Task<void> {
    return this.#bytes.write(this.values);
  }

  /** Rows whose text is not well formed: a search asks the text itself. */
  get illFormed(): readonly number[] {
    return this.#bytes.illFormed;
  }

  /** A text as it is searched for. */
  searchString(text: string, position: MatchPosition): SearchString {
    return encodeSearchString(text, position, this.#bytes.frequency);
  }

  /**
   * The folded copies of the texts. Those that came since they were last folded are not among them. Of many foldings the
   * copies of those asked last are kept: locales come from outside.
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

  /** The rows of each text. */
  index(): StringIndex {
    this.#index ??= new StringIndex(this.#kernels, this.values);
    return this.#index;
  }

  release(): void {
    this.#index?.release();
    this.#share.release();
    for (const copy of this.#copies.values()) copy.release();
    this.#copies.clear();
    this.#bytes.release();
    this.trigramIndex.release();
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
  }
}

/** So many folded copies are kept. */
const MAX_FOLDED_COPIES = 4;

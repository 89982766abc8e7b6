import type { CaseFolding } from "../../../collation/search/case-folding.ts";
import type { Value } from "../../../values/types.ts";
import { PLACE_BYTES, Share } from "../kernels/budget.ts";
import { FoldedTexts } from "../indexes/case-folded-copy.ts";
import { bitmapOf } from "../kernels/growable-buffers.ts";
import type { Blob, Kernels, Needle, Slab } from "../kernels/kernels.ts";
import { runNow, type Task } from "../tasks/task.ts";
import { TextBlob } from "./string-bytes.ts";
import { needleOf, type Sought } from "../kernels/search-string.ts";
import { TextIndex } from "../indexes/string-index.ts";
import { Signatures } from "../indexes/trigram-index.ts";

/**
 * Texts that are nearly all different. They are kept as they are; for search they are written once, when the first
 * search asks for it, as UTF-8 one after another.
 */
export class TextColumn {
  readonly kind = "texts";
  readonly #kernels: Kernels;
  readonly #share: Share;
  #values: (string | null)[] = [];
  #valid: Slab | undefined;
  readonly #blob: TextBlob;
  /** What is in the texts that are written for search. */
  readonly signatures: Signatures;
  #index: TextIndex | undefined;
  readonly #folded = new Map<string, FoldedTexts>();

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#share = new Share(kernels.budget);
    this.#blob = new TextBlob(kernels);
    this.signatures = new Signatures(kernels);
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
    this.#share.set((this.rows + values.length) * PLACE_BYTES);
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
    this.#valid ??= bitmapOf(this.#kernels, this.rows, (row) => this.#values[row] !== null);
    return this.#valid;
  }

  /** All texts as UTF-8, or undefined if they are too many for offsets of 32 bits. */
  blob(): Blob | undefined {
    runNow(this.write());
    return this.#blob.written;
  }

  /** What is written for search. */
  get written(): Blob | undefined {
    return this.#blob.written;
  }

  /** Writes the texts for search; those that are written already are not written again. */
  write(): Task<void> {
    return this.#blob.write(this.values);
  }

  /** Rows whose text is not well formed: a search asks the text itself. */
  get illFormed(): readonly number[] {
    return this.#blob.illFormed;
  }

  /** A text as it is searched for. */
  needle(text: string, asks: Sought): Needle {
    return needleOf(text, asks, this.#blob.frequency);
  }

  /**
   * The folded copies of the texts. Those that came since they were last folded are not among them. Of many foldings the
   * copies of those asked last are kept: locales come from outside.
   */
  folded(folding: CaseFolding): FoldedTexts {
    const folded = this.#folded.get(folding.key) ?? new FoldedTexts(this.#kernels, folding);
    this.#folded.delete(folding.key);
    this.#folded.set(folding.key, folded);
    for (const [key, oldest] of this.#folded) {
      if (this.#folded.size <= MOST_FOLDED) break;
      if (oldest.isBusy) continue;
      oldest.release();
      this.#folded.delete(key);
    }
    return folded;
  }

  /** The rows of each text. */
  index(): TextIndex {
    this.#index ??= new TextIndex(this.#kernels, this.values);
    return this.#index;
  }

  release(): void {
    this.#index?.release();
    this.#share.release();
    for (const folded of this.#folded.values()) folded.release();
    this.#folded.clear();
    this.#blob.release();
    this.signatures.release();
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
  }
}

/** So many folded copies are kept. */
const MOST_FOLDED = 4;

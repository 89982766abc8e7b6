import { FOLD_UPPER_BOUND, FOLD_MISSING, type CaseFolding } from "../../../collation/search/case-folding.ts";
import { grown, roomFor } from "../kernels/growable-buffers.ts";
import {
  bitmapBytes,
  SEPARATOR,
  type Blob,
  type Kernels,
  type Needle,
  type Slab,
} from "../kernels/kernels.ts";
import { needleOf, type Sought } from "../kernels/search-string.ts";
import { Signatures } from "./trigram-index.ts";
import { ROWS_PER_STEP, type Task } from "../tasks/task.ts";

/**
 * The folded copies of texts, one after another, for collated search. Texts that have none stand there empty, so that
 * no search finds them.
 */
export class FoldedTexts {
  readonly #kernels: Kernels;
  readonly #folding: CaseFolding;
  readonly #frequency = new Float64Array(256);
  /** What is in the copies. */
  readonly signatures: Signatures;
  #bytes: Slab | undefined;
  #starts: Slab | undefined;
  #unfolded: Slab;
  #unsure: Slab;
  #rows = 0;
  #end = 1;
  #isTooLarge = false;
  /** Whether texts are being folded at present. */
  isBusy = false;
  /** Rows that were asked one by one because there is no copy yet. */
  asked = 0;
  /** How many texts have no folded copy, and how many have one that does not decide. */
  undecided = 0;

  constructor(kernels: Kernels, folding: CaseFolding) {
    this.#kernels = kernels;
    this.#folding = folding;
    this.signatures = new Signatures(kernels);
    this.#unfolded = kernels.allocate(0);
    this.#unsure = kernels.allocate(0);
  }

  /** So many rows have a copy. */
  get rows(): number {
    return this.#rows;
  }

  /** The rows whose text has no folded copy. */
  get unfolded(): Slab {
    return this.#unfolded;
  }

  /** The rows of whose copy only that counts which is not found. */
  get unsure(): Slab {
    return this.#unsure;
  }

  /** All copies, or undefined if they are too many for offsets of 32 bits. */
  blob(): Blob | undefined {
    if (this.#isTooLarge || this.#bytes === undefined || this.#starts === undefined) return undefined;
    return { bytes: this.#bytes, starts: this.#starts, rows: this.#rows };
  }

  needle(text: string, asks: Sought): Needle {
    return needleOf(text, asks, this.#frequency);
  }

  /** Folds the texts that came since. */
  *fold(texts: readonly (string | null)[]): Task<void> {
    const count = texts.length;
    if (this.isBusy || this.#isTooLarge || this.#rows === count) return;
    this.isBusy = true;
    try {
      yield* this.#makeRoom(texts, count);
      const scratch = { bytes: new Uint8Array(CHUNK) };
      for (let end = this.#rows; end < count;) {
        end = Math.min(end + ROWS_PER_STEP, count);
        if (!this.#foldRange(texts, end, scratch)) return;
        yield;
      }
    } finally {
      this.isBusy = false;
    }
  }

  release(): void {
    this.#releaseCopies();
    this.signatures.release();
    this.#kernels.release(this.#unfolded);
    this.#kernels.release(this.#unsure);
  }

  #releaseCopies(): void {
    for (const slab of [this.#bytes, this.#starts]) if (slab !== undefined) this.#kernels.release(slab);
    this.#bytes = this.#starts = undefined;
  }

  /** A folded letter is seldom longer than a byte; where they are, room is made while they are written. */
  *#makeRoom(texts: readonly (string | null)[], rows: number): Task<void> {
    let wanted = this.#end + PADDING;
    for (let row = this.#rows; row < rows; row++) {
      wanted += (texts[row]?.length ?? 0) + 1;
      if (row % ROWS_PER_STEP === 0) yield;
    }
    const count = roomFor(rows + 1, (this.#starts?.bytes ?? 0) / 4);
    this.#starts = this.#roomIn(this.#starts, count * 4);
    this.#unfolded = grown(this.#kernels, this.#unfolded, bitmapBytes(count));
    this.#unsure = grown(this.#kernels, this.#unsure, bitmapBytes(count));
    this.#bytes = this.#roomIn(this.#bytes, roomFor(wanted, this.#bytes?.bytes ?? 0));
    this.#bytes.u8()[0] = SEPARATOR;
  }

  #roomIn(slab: Slab | undefined, bytes: number): Slab {
    return slab === undefined ? this.#kernels.allocate(bytes) : grown(this.#kernels, slab, bytes);
  }

  #foldRange(
    texts: readonly (string | null)[],
    end: number,
    scratch: { bytes: Uint8Array<ArrayBuffer> },
  ): boolean {
    const first = this.#rows;
    const starts = new Uint32Array(end - first + 1);
    let filled = 0;
    for (let row = first; row < end; row++) {
      const text = texts[row] ?? "";
      const room = text.length * 3 + 1;
      if (room > scratch.bytes.length - filled) {
        this.#append(scratch.bytes, filled);
        filled = 0;
        if (room > scratch.bytes.length) scratch.bytes = new Uint8Array(room);
      }
      starts[row - first] = this.#end + filled;
      const folded = this.#folding.write(text, scratch.bytes, filled);
      filled = folded.end;
      if (folded.precision === FOLD_MISSING) this.#mark(this.#unfolded, row);
      else if (folded.precision === FOLD_UPPER_BOUND) this.#mark(this.#unsure, row);
      scratch.bytes[filled++] = SEPARATOR;
    }
    this.#append(scratch.bytes, filled);
    starts[end - first] = this.#end;
    if (this.#isTooLarge) {
      this.#releaseCopies();
      this.signatures.release();
      return false;
    }
    this.#starts!.u32().set(starts, first);
    this.#bytes!.u8().fill(SEPARATOR, this.#end, this.#end + PADDING);
    this.#rows = end;
    return true;
  }

  #mark(bitmap: Slab, row: number): void {
    bitmap.u32()[row >>> 5]! |= 1 << (row & 31);
    this.undecided++;
  }

  #append(scratch: Uint8Array, filled: number): void {
    if (this.#end + filled > MOST_BYTES) this.#isTooLarge = true;
    if (this.#isTooLarge) return;
    const bytes = this.#bytes!;
    this.#bytes = grown(this.#kernels, bytes, roomFor(this.#end + filled + PADDING, bytes.bytes));
    this.#bytes.u8().set(scratch.subarray(0, filled), this.#end);
    this.#end += filled;
    for (let i = 0; i < filled; i += COUNTED) this.#frequency[scratch[i]!]!++;
  }
}

/** After the last text there is room for whole vectors. */
const PADDING = 64;
const CHUNK = 1 << 20;
const MOST_BYTES = 0x7fff_0000;
/** One byte of so many is counted: a search needs to know no more than what is rare. */
const COUNTED = 7;

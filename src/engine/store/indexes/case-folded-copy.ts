import { FOLD_UPPER_BOUND, FOLD_MISSING, type CaseFolding } from "../../../collation/search/case-folding.ts";
import { withCapacity, capacityFor } from "../kernels/growable-buffers.ts";
import {
  bitmapBytes,
  SEPARATOR,
  type EncodedStrings,
  type Kernels,
  type SearchString,
  type Slab,
} from "../kernels/kernels.ts";
import { encodeSearchString, type MatchPosition } from "../kernels/search-string.ts";
import type { StructureImage } from "../kernels/shared-structures.ts";
import type { StringRows } from "./string-index.ts";
import { countWork } from "../../../values/work.ts";
import type { LossCounter } from "../tasks/rent-or-buy.ts";
import { ROWS_PER_STEP, UNITS_PER_STEP, type Task } from "../tasks/task.ts";

/**
 * Case-folded copies of a column's strings, for searches with collation. A string that cannot be folded has
 * an empty copy, which no search finds.
 */
export class CaseFoldedCopy implements LossCounter {
  readonly #kernels: Kernels;
  readonly #folding: CaseFolding;
  readonly #name: string;
  readonly #frequency = new Float64Array(256);
  #bytes: Slab | undefined;
  #starts: Slab | undefined;
  #unfolded: Slab;
  #filterOnly: Slab;
  #rows = 0;
  #end = 1;
  #isTooLarge = false;
  /** Whether a call of `fold` is running. */
  isBusy = false;
  /** Work of testing strings one by one because copies are missing. */
  lost = 0;
  /** Number of strings whose copy is missing or cannot decide whether the string matches. */
  undecidedCount = 0;

  constructor(kernels: Kernels, folding: CaseFolding) {
    this.#kernels = kernels;
    this.#folding = folding;
    this.#name = `folded ${folding.key}`;
    this.#unfolded = kernels.allocate(0);
    this.#filterOnly = kernels.allocate(0);
  }

  /** Number of rows that have a copy. */
  get rows(): number {
    return this.#rows;
  }

  get unfolded(): Slab {
    return this.#unfolded;
  }

  /** Bitmap of rows whose copy is only an upper bound: each match must be verified on the string. */
  get filterOnly(): Slab {
    return this.#filterOnly;
  }

  /** Returns undefined before the first `fold`, and if the copies are too large for 32-bit offsets. */
  encoded(): EncodedStrings | undefined {
    if (this.#isTooLarge || this.#bytes === undefined || this.#starts === undefined) return undefined;
    return { bytes: this.#bytes, starts: this.#starts, rows: this.#rows };
  }

  searchString(value: string, position: MatchPosition): SearchString {
    return encodeSearchString(value, position, this.#frequency);
  }

  /** Folds the strings that were appended since the last call. */
  *fold(strings: StringRows): Task<void> {
    if (this.isBusy || this.#isTooLarge || this.#rows === strings.length) return;
    this.isBusy = true;
    this.lost = 0;
    try {
      const { shared } = this.#kernels;
      if (shared === undefined) return yield* this.#foldAll(strings);
      const image = yield* shared.build(this.#name, () => this.#imageOf(strings));
      if (image !== undefined) this.#adopt(image as CopyImage);
    } finally {
      this.isBusy = false;
    }
  }

  get isBuiltElsewhere(): boolean {
    return this.#kernels.shared?.isBuilding(this.#name) === true;
  }

  /** Uses the copies of another thread that has folded the same strings. */
  useShared(): void {
    const image = this.#rows === 0 ? this.#kernels.shared?.find(this.#name) : undefined;
    if (image === undefined) return;
    this.release();
    this.#adopt(image as CopyImage);
  }

  /** Returns the copies of all strings. Undefined if they are too large. */
  *#imageOf(strings: StringRows): Task<CopyImage | undefined> {
    yield* this.#foldAll(strings);
    if (this.#isTooLarge) return undefined;
    const { undecidedCount } = this;
    return {
      state: { rows: this.#rows, end: this.#end, frequency: [...this.#frequency], undecidedCount },
      slabs: [this.#bytes!, this.#starts!, this.#unfolded, this.#filterOnly],
    };
  }

  #adopt({ state, slabs }: CopyImage): void {
    [this.#bytes, this.#starts, this.#unfolded, this.#filterOnly] = slabs as [Slab, Slab, Slab, Slab];
    this.#frequency.set(state.frequency);
    this.#rows = state.rows;
    this.#end = state.end;
    this.undecidedCount = state.undecidedCount;
  }

  *#foldAll(strings: StringRows): Task<void> {
    const count = strings.length;
    yield* this.#makeRoom(strings, count);
    const buffer = { bytes: new Uint8Array(CHUNK_BYTES) };
    while (this.#rows < count) {
      if (!this.#foldRange(strings, endOfStep(strings, this.#rows, count), buffer)) return;
      yield;
    }
  }

  release(): void {
    this.#releaseCopies();
    this.#kernels.release(this.#unfolded);
    this.#kernels.release(this.#filterOnly);
  }

  #releaseCopies(): void {
    for (const slab of [this.#bytes, this.#starts]) if (slab !== undefined) this.#kernels.release(slab);
    this.#bytes = this.#starts = undefined;
  }

  /** Reserves one byte per UTF-16 unit, which usually suffices. Otherwise `#append` grows the buffer. */
  *#makeRoom(strings: StringRows, rows: number): Task<void> {
    let byteCount = this.#end + PADDING_BYTES;
    for (let row = this.#rows; row < rows; row++) {
      byteCount += (strings.at(row)?.length ?? 0) + 1;
      if (row % ROWS_PER_STEP === 0) yield;
    }
    const count = capacityFor(rows + 1, (this.#starts?.bytes ?? 0) / 4);
    this.#starts = withCapacity(this.#kernels, this.#starts, count * 4);
    this.#unfolded = withCapacity(this.#kernels, this.#unfolded, bitmapBytes(count));
    this.#filterOnly = withCapacity(this.#kernels, this.#filterOnly, bitmapBytes(count));
    this.#bytes = withCapacity(this.#kernels, this.#bytes, capacityFor(byteCount, this.#bytes?.bytes ?? 0));
    this.#bytes.u8()[0] = SEPARATOR;
  }

  #foldRange(strings: StringRows, end: number, buffer: { bytes: Uint8Array<ArrayBuffer> }): boolean {
    const first = this.#rows;
    const starts = new Uint32Array(end - first + 1);
    let filled = 0;
    for (let row = first; row < end; row++) {
      const value = strings.at(row) ?? "";
      const room = value.length * 3 + 1;
      if (room > buffer.bytes.length - filled) {
        this.#append(buffer.bytes, filled);
        filled = 0;
        if (room > buffer.bytes.length) buffer.bytes = new Uint8Array(room);
      }
      starts[row - first] = this.#end + filled;
      const folded = this.#folding.write(value, buffer.bytes, filled);
      filled = folded.end;
      if (folded.precision === FOLD_MISSING) this.#mark(this.#unfolded, row);
      else if (folded.precision === FOLD_UPPER_BOUND) this.#mark(this.#filterOnly, row);
      buffer.bytes[filled++] = SEPARATOR;
    }
    this.#append(buffer.bytes, filled);
    starts[end - first] = this.#end;
    if (this.#isTooLarge) {
      this.#releaseCopies();
      return false;
    }
    this.#starts!.u32().set(starts, first);
    this.#bytes!.u8().fill(SEPARATOR, this.#end, this.#end + PADDING_BYTES);
    this.#rows = end;
    return true;
  }

  #mark(bitmap: Slab, row: number): void {
    bitmap.u32()[row >>> 5]! |= 1 << (row & 31);
    this.undecidedCount++;
  }

  #append(buffer: Uint8Array, filled: number): void {
    if (this.#end + filled > MAX_BYTES) this.#isTooLarge = true;
    if (this.#isTooLarge) return;
    const bytes = this.#bytes!;
    this.#bytes = withCapacity(
      this.#kernels,
      bytes,
      capacityFor(this.#end + filled + PADDING_BYTES, bytes.bytes),
    );
    this.#bytes.u8().set(buffer.subarray(0, filled), this.#end);
    this.#end += filled;
    for (let i = 0; i < filled; i += FREQUENCY_SAMPLE_INTERVAL) this.#frequency[buffer[i]!]!++;
  }
}

type CopyImage = StructureImage<{
  readonly rows: number;
  readonly end: number;
  readonly frequency: readonly number[];
  readonly undecidedCount: number;
}>;

/** Returns the end of the strings to fold in one step: at least one string. */
function endOfStep(strings: StringRows, first: number, count: number): number {
  const last = Math.min(first + ROWS_PER_STEP, count);
  let units = 0;
  let row = first;
  while (row < last && (row === first || units <= UNITS_PER_STEP)) {
    const length = strings.at(row)?.length ?? 0;
    units += UNITS_PER_STRING + length;
    if (row > first && units > UNITS_PER_STEP) break;
    row++;
  }
  countWork(units);
  return row;
}

/** Work of folding a string, in addition to its characters. */
const UNITS_PER_STRING = 8;

/** Bytes of padding after the last string, so that vector loads stay within the slab. */
const PADDING_BYTES = 64;
const CHUNK_BYTES = 1 << 20;
const MAX_BYTES = 0x7fff_0000;
/** Every n-th byte is counted, because the counts only have to show which bytes are rare. */
const FREQUENCY_SAMPLE_INTERVAL = 7;

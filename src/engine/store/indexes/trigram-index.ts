import { MemoryLimitError, Share } from "../kernels/budget.ts";
import { SHARING_BYTES, shareOutGrams } from "./trigram-slots.ts";
import { roomFor } from "../kernels/growable-buffers.ts";
import {
  GRAM_BYTES,
  gramNumber,
  GRAMS,
  type Blob,
  type Kernels,
  type RowRange,
  type Slab,
  wordsOf,
} from "../kernels/kernels.ts";
import { ROWS_PER_STEP, type Task } from "../tasks/task.ts";
import type { Thresholds } from "../tasks/thresholds.ts";

/** Some rows, and how many of them may have what is looked for. */
export interface Part extends RowRange {
  readonly left: number;
}

/**
 * What texts have in them, roughly, so that a search reads few of them: of each row, which slices the grams of its text
 * belong to. A row that is not in all slices of a needle does not have the needle. Signatures are made when searches
 * have read the texts so often that it pays. They are kept in blocks of rows, in each block slice by slice.
 */
export class Signatures {
  readonly #kernels: Kernels;
  #table: Slab | undefined;
  #slices = 0;
  /** So many rows there were when grams were shared out. */
  #shared = 0;
  readonly #blocks: Block[] = [];
  /** How many rows are in each slice. */
  #counts = new Uint32Array(0);
  #rows = 0;
  /** Rows without signature that were read. */
  #read = 0;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  /** Signs the rows that have no signature yet, if they were read often. */
  *signIfWorth(
    blob: () => Blob | undefined,
    { scansBeforeTrigramIndex, minTextBytesToIndex }: Thresholds,
  ): Task<void> {
    const texts = blob();
    if (texts === undefined) return this.release();
    if (texts.starts.u32()[texts.rows]! < minTextBytesToIndex) return;
    const later = texts.rows - this.#rows;
    if (later <= 0 || this.#read < later * scansBeforeTrigramIndex) return;
    this.#read = 0;
    // Grams were shared out as few of these texts have them.
    if (texts.rows > this.#shared * OUTGROWN) this.release();
    try {
      for (let now: Blob | undefined = texts; now !== undefined && this.#rows < now.rows; now = blob()) {
        if (this.#table === undefined) this.#begin(now);
        else this.#signSome(now);
        yield;
      }
    } catch (error) {
      this.release();
      if (!(error instanceof MemoryLimitError)) throw error;
    }
  }

  /** Counts rows without signature that a search for a needle read. */
  countRead(needle: Uint8Array, rows: number): void {
    if (needle.length >= GRAM_BYTES) this.#read += rows;
  }

  /** So many rows, from the first on, are those of which signatures tell whether they may have a needle. */
  serve(needle: Uint8Array, { rows }: Blob): number {
    if (needle.length < GRAM_BYTES) return 0;
    // In whole vectors, unless no row comes behind the last one.
    return this.#rows < rows ? this.#rows - (this.#rows % VECTOR) : rows;
  }

  /**
   * Takes away the bits of rows that do not have a needle, of those of which signatures tell.
   *
   * @returns the rows that are left, in parts
   */
  narrow(needle: Uint8Array, blob: Blob, bits: Slab, { directReadCandidates }: Thresholds): Part[] {
    const served = this.serve(needle, blob);
    const parts: Part[] = [];
    if (served === 0) return parts;
    const slices = this.#slicesOf(needle);
    if (slices === undefined) {
      bits.u32().fill(0, 0, Math.ceil(served / 32));
      return parts;
    }
    for (const [i, { slab, room }] of this.#blocks.entries()) {
      const from = i * ROWS_PER_STEP;
      const end = Math.min(from + ROWS_PER_STEP, served);
      const [at, words] = [from / 32, wordsOf(end - from)];
      let left = this.#kernels.popcount(bits, words, at);
      for (const slice of slices) {
        if (left <= directReadCandidates) break;
        this.#kernels.and(bits, slab, words, at, (slice * room) / 32);
        left = this.#kernels.popcount(bits, words, at);
      }
      if (left > 0) parts.push({ from, end, left });
    }
    return parts;
  }

  release(): void {
    for (const { slab } of this.#blocks) this.#kernels.release(slab);
    this.#blocks.length = 0;
    if (this.#table !== undefined) this.#kernels.release(this.#table);
    this.#table = undefined;
    this.#rows = 0;
  }

  /** The slices of a needle, the one that the fewest rows are in first; undefined where no row has one of its grams. */
  #slicesOf(needle: Uint8Array): number[] | undefined {
    const table = this.#table!.u16();
    const slices = new Set<number>();
    for (let at = 0; at + GRAM_BYTES <= needle.length; at++) {
      const entry = table[gramNumber(needle, at)]!;
      if ((entry & 1) === 0) return undefined;
      slices.add(entry >>> 2);
    }
    const counts = this.#counts;
    return [...slices].sort((a, b) => counts[a]! - counts[b]!).slice(0, MOST_ASKED);
  }

  #begin(blob: Blob): void {
    const share = new Share(this.#kernels.budget);
    const table = this.#kernels.allocate(GRAMS * 2);
    this.#table = table;
    try {
      share.set(SHARING_BYTES);
      this.#slices = shareOutGrams(blob, table.u16());
      // Refused before anything is signed, and not in the middle.
      share.set((this.#slices * inVectors(blob.rows)) / 8 + this.#slices * 4);
    } finally {
      share.release();
    }
    this.#shared = blob.rows;
    this.#counts = new Uint32Array(this.#slices);
  }

  /** Signs some of the rows of the block that is not full. */
  #signSome(blob: Blob): void {
    const number = Math.floor(this.#rows / ROWS_PER_STEP);
    const first = number * ROWS_PER_STEP;
    const last = Math.min(first + ROWS_PER_STEP, blob.rows);
    const { slab, room } = this.#roomIn(number, last - first);
    // A vector that is not full is signed again as a whole.
    const from = this.#rows - (this.#rows % VECTOR);
    const end = endOfStep(blob, from, last);
    const words = this.#kernels.allocate(this.#slices * 4);
    this.#count(slab, room, { from: from - first, end: this.#rows - first }, -1);
    const signed = { table: this.#table!, words, slab, slices: this.#slices, stride: room / 8 };
    this.#kernels.sign(blob, { from, end }, signed, first);
    this.#kernels.release(words);
    this.#count(slab, room, { from: from - first, end: end - first }, 1);
    this.#rows = end;
  }

  #count(slab: Slab, room: number, { from, end }: RowRange, sign: number): void {
    const words = wordsOf(end - from);
    if (words === 0) return;
    for (let slice = 0; slice < this.#slices; slice++)
      this.#counts[slice]! += sign * this.#kernels.popcount(slab, words, (slice * room + from) / 32);
  }

  /** The block with room for so many rows. */
  #roomIn(number: number, rows: number): Block {
    const before = this.#blocks[number];
    if (before !== undefined && rows <= before.room) return before;
    const room = before === undefined ? inVectors(rows) : Math.min(roomFor(rows, before.room), ROWS_PER_STEP);
    const slab = this.#kernels.allocate((this.#slices * room) / 8);
    if (before !== undefined) {
      const [from, to] = [before.slab.u32(), slab.u32()];
      const words = before.room / 32;
      for (let slice = 0; slice < this.#slices; slice++)
        to.set(from.subarray(slice * words, (slice + 1) * words), (slice * room) / 32);
      this.#kernels.release(before.slab);
    }
    return (this.#blocks[number] = { slab, room });
  }
}

interface Block {
  readonly slab: Slab;
  /** Rows that it has room for. */
  readonly room: number;
}

/** The end of so many rows that signing them does not take long: one vector at the least. */
function endOfStep({ starts }: Blob, from: number, last: number): number {
  const places = starts.u32();
  let end = Math.min(from + VECTOR, last);
  while (end < last && places[Math.min(end + VECTOR, last)]! - places[from]! <= BYTES_OF_STEP)
    end = Math.min(end + VECTOR, last);
  return end;
}

function inVectors(rows: number): number {
  return Math.ceil(rows / VECTOR) * VECTOR;
}

const VECTOR = 128;
const BYTES_OF_STEP = 1 << 21;
/** From so many times as many rows on grams are shared out anew. */
const OUTGROWN = 8;
/** So many slices of a needle are asked. */
const MOST_ASKED = 16;

import { MemoryLimitError, Reservation } from "../kernels/budget.ts";
import { ASSIGNMENT_BYTES, assignTrigramSlices } from "./trigram-slots.ts";
import { capacityFor } from "../kernels/growable-buffers.ts";
import {
  TRIGRAM_BYTES,
  trigramHash,
  TRIGRAM_HASHES,
  type EncodedStrings,
  type Kernels,
  type RowRange,
  type Slab,
  bitmapWordCount,
} from "../kernels/kernels.ts";
import type { StructureImage } from "../kernels/shared-structures.ts";
import type { LossCounter } from "../tasks/rent-or-buy.ts";
import { ROWS_PER_STEP, type Task } from "../tasks/task.ts";
import type { Tuning, UnitCosts } from "../tasks/unit-costs.ts";

export interface CandidateRange extends RowRange {
  readonly candidates: number;
}

/**
 * Bit-sliced signature file that rules out rows before their strings are read.
 *
 * A slice is a bitmap of the rows whose string contains any trigram of a set. A row that is missing in any
 * slice of the search string cannot match. The index is built once full scans have cost enough.
 */
export class TrigramIndex implements LossCounter {
  readonly #kernels: Kernels;
  #table: Slab | undefined;
  #slices = 0;
  #rowsAtAssignment = 0;
  readonly #blocks: Block[] = [];
  #counts = new Uint32Array(0);
  #rows = 0;
  /** Work of searches that have read strings without the index. */
  lost = 0;
  readonly #name: string;
  #isSharing = false;

  /** @param name name by which threads share the index */
  constructor(kernels: Kernels, name = "trigrams") {
    this.#kernels = kernels;
    this.#name = name;
  }

  get isBuiltElsewhere(): boolean {
    return this.#kernels.shared?.isBuilding(this.#name) === true;
  }

  /** Estimates the work of adding the strings that the index lacks. Infinity if it lacks none, or if an index of so few is useless. */
  extensionCost(
    strings: EncodedStrings | undefined,
    { setUp, searchedByte, indexedByte }: UnitCosts,
  ): number {
    this.#findShared();
    // The strings have become too large for an index, which is then released.
    if (strings === undefined) return this.#rows > 0 ? 0 : Infinity;
    const places = strings.starts.u32();
    const end = places[strings.rows]!;
    if (this.#rows >= strings.rows || end * searchedByte < INDEX_SET_UPS * setUp) return Infinity;
    return (end - places[this.#rows]!) * indexedByte;
  }

  /** Adds the strings that the index lacks. Searches can use the index before it is complete. */
  *extend(encoded: () => EncodedStrings | undefined): Task<void> {
    const { shared } = this.#kernels;
    if (shared === undefined) return yield* this.#extend(encoded);
    if (this.#isSharing) return;
    this.#isSharing = true;
    try {
      const image = yield* shared.build(this.#name, () => this.#imageOf(encoded));
      if (image !== undefined) this.#adopt(image as TrigramImage);
    } finally {
      this.#isSharing = false;
    }
  }

  /** Returns the index of the strings. Undefined if there is no memory for it. */
  *#imageOf(encoded: () => EncodedStrings | undefined): Task<TrigramImage | undefined> {
    yield* this.#extend(encoded);
    if (this.#table === undefined) return undefined;
    const capacities = this.#blocks.map(({ capacity }) => capacity);
    return {
      state: { rows: this.#rows, slices: this.#slices, counts: [...this.#counts], capacities },
      slabs: [this.#table, ...this.#blocks.map(({ slab }) => slab)],
    };
  }

  #findShared(): void {
    const image = this.#rows === 0 ? this.#kernels.shared?.find(this.#name) : undefined;
    if (image !== undefined) this.#adopt(image as TrigramImage);
  }

  #adopt({ state, slabs: [table, ...slabs] }: TrigramImage): void {
    this.#table = table;
    this.#slices = state.slices;
    this.#counts = Uint32Array.from(state.counts);
    this.#blocks.splice(0, Infinity, ...slabs.map((slab, i) => ({ slab, capacity: state.capacities[i]! })));
    this.#rows = this.#rowsAtAssignment = state.rows;
  }

  *#extend(encoded: () => EncodedStrings | undefined): Task<void> {
    const strings = encoded();
    if (strings === undefined) return this.release();
    this.lost = 0;
    // Drop slices that were assigned for a much smaller number of strings.
    if (strings.rows > this.#rowsAtAssignment * REASSIGN_GROWTH) this.release();
    try {
      for (
        let now: EncodedStrings | undefined = strings;
        now !== undefined && this.#rows < now.rows;
        now = encoded()
      ) {
        if (this.#table === undefined) yield* this.#assignSlices(encoded, now.rows);
        else if (!this.#indexSome(now)) return;
        yield;
      }
    } catch (error) {
      this.release();
      if (!(error instanceof MemoryLimitError)) throw error;
    }
  }

  /** Counts the work of a search that reads strings without the index. */
  countLoss(searchString: Uint8Array, units: number): void {
    if (searchString.length >= TRIGRAM_BYTES) this.lost += units;
  }

  /** Returns how many rows, from the first row on, the index covers for this search string. */
  coveredRows(searchString: Uint8Array, { rows }: EncodedStrings): number {
    if (searchString.length < TRIGRAM_BYTES) return 0;
    this.#findShared();
    // Round down to whole vectors, unless all rows are indexed.
    return this.#rows < rows ? this.#rows - (this.#rows % VECTOR_ROWS) : rows;
  }

  /** Clears the bits of covered rows that cannot match. Returns the ranges that still have candidates. */
  narrow(searchString: Uint8Array, encoded: EncodedStrings, bits: Slab, costs: Tuning): CandidateRange[] {
    const served = this.coveredRows(searchString, encoded);
    const ranges: CandidateRange[] = [];
    if (served === 0) return ranges;
    const slices = this.#slicesOf(searchString);
    if (slices === undefined) {
      bits.u32().fill(0, 0, Math.ceil(served / 32));
      return ranges;
    }
    for (const [i, { slab, capacity }] of this.#blocks.entries()) {
      const from = i * ROWS_PER_STEP;
      const end = Math.min(from + ROWS_PER_STEP, served);
      if (from >= end) break;
      const [at, words] = [from / 32, bitmapWordCount(end - from)];
      // Reading so few strings takes less time than another slice.
      const fewStrings = ((end - from) * costs.bitmapRow) / singleSearchCost(encoded, { from, end }, costs);
      let left = this.#kernels.popcount(bits, words, at);
      for (const slice of slices) {
        if (left <= fewStrings) break;
        this.#kernels.and(bits, slab, words, at, (slice * capacity) / 32);
        left = this.#kernels.popcount(bits, words, at);
      }
      if (left > 0) ranges.push({ from, end, candidates: left });
    }
    return ranges;
  }

  release(): void {
    for (const { slab } of this.#blocks) this.#kernels.release(slab);
    this.#blocks.length = 0;
    if (this.#table !== undefined) this.#kernels.release(this.#table);
    this.#table = undefined;
    this.#rows = 0;
  }

  /**
   * Returns the slices of the search string's trigrams, rarest first. Returns undefined if a trigram occurs
   * in no row.
   */
  #slicesOf(searchString: Uint8Array): number[] | undefined {
    const table = this.#table!.u16();
    const slices = new Set<number>();
    for (let at = 0; at + TRIGRAM_BYTES <= searchString.length; at++) {
      const entry = table[trigramHash(searchString, at)]!;
      if ((entry & 1) === 0) return undefined;
      slices.add(entry >>> 2);
    }
    const counts = this.#counts;
    return [...slices].sort((a, b) => counts[a]! - counts[b]!).slice(0, MAX_SLICES_PER_SEARCH);
  }

  *#assignSlices(encoded: () => EncodedStrings | undefined, rows: number): Task<void> {
    const reservation = new Reservation(this.#kernels.budget);
    const table = this.#kernels.allocate(TRIGRAM_HASHES * 2);
    let isTaken = false;
    try {
      reservation.set(ASSIGNMENT_BYTES);
      const slices = yield* assignTrigramSlices(encoded, () => table.u16());
      // Another task may have assigned the slices meanwhile.
      if (this.#table !== undefined) return;
      // Reserve the memory for all rows now, to fail before any row is indexed.
      reservation.set((slices * roundUpToVectors(rows)) / 8 + slices * 4);
      isTaken = true;
      this.#table = table;
      this.#slices = slices;
      this.#rowsAtAssignment = rows;
      this.#counts = new Uint32Array(slices);
    } finally {
      if (!isTaken) this.#kernels.release(table);
      reservation.release();
    }
  }

  /** Returns false if the next strings are too long for a step. Searches read them, and the strings after them. */
  #indexSome(encoded: EncodedStrings): boolean {
    const number = Math.floor(this.#rows / ROWS_PER_STEP);
    const first = number * ROWS_PER_STEP;
    const last = Math.min(first + ROWS_PER_STEP, encoded.rows);
    // Index a partly filled vector of rows again as a whole.
    const from = this.#rows - (this.#rows % VECTOR_ROWS);
    const end = endOfStep(encoded, from, last);
    const places = encoded.starts.u32();
    if (places[end]! - places[from]! > MAX_STEP_BYTES) return false;
    const { slab, capacity } = this.#blockFor(number, last - first);
    const words = this.#kernels.allocate(this.#slices * 4);
    this.#count(slab, capacity, { from: from - first, end: this.#rows - first }, -1);
    const slices = { table: this.#table!, words, slab, slices: this.#slices, stride: capacity / 8 };
    this.#kernels.addTrigrams(encoded, { from, end }, slices, first);
    this.#kernels.release(words);
    this.#count(slab, capacity, { from: from - first, end: end - first }, 1);
    this.#rows = end;
    return true;
  }

  #count(slab: Slab, capacity: number, { from, end }: RowRange, sign: number): void {
    const words = bitmapWordCount(end - from);
    if (words === 0) return;
    for (let slice = 0; slice < this.#slices; slice++)
      this.#counts[slice]! += sign * this.#kernels.popcount(slab, words, (slice * capacity + from) / 32);
  }

  #blockFor(number: number, rows: number): Block {
    const before = this.#blocks[number];
    if (before !== undefined && rows <= before.capacity) return before;
    const capacity =
      before === undefined
        ? roundUpToVectors(rows)
        : Math.min(capacityFor(rows, before.capacity), ROWS_PER_STEP);
    const slab = this.#kernels.allocate((this.#slices * capacity) / 8);
    if (before !== undefined) {
      const [from, to] = [before.slab.u32(), slab.u32()];
      const words = before.capacity / 32;
      for (let slice = 0; slice < this.#slices; slice++)
        to.set(from.subarray(slice * words, (slice + 1) * words), (slice * capacity) / 32);
      this.#kernels.release(before.slab);
    }
    return (this.#blocks[number] = { slab, capacity });
  }
}

/** Estimates the work of searching one of the strings. */
export function singleSearchCost(
  { starts }: EncodedStrings,
  { from, end }: RowRange,
  { searchedString, searchedByte }: UnitCosts,
): number {
  const places = starts.u32();
  return searchedString + ((places[end]! - places[from]!) / (end - from)) * searchedByte;
}

type TrigramImage = StructureImage<{
  readonly rows: number;
  readonly slices: number;
  readonly counts: readonly number[];
  readonly capacities: readonly number[];
}>;

interface Block {
  readonly slab: Slab;
  /** Number of rows for which the block has room. */
  readonly capacity: number;
}

/**
 * Returns the end of the rows to index in one step: at least one vector of rows, at most `STEP_BYTES` bytes
 * of strings.
 */
function endOfStep({ starts }: EncodedStrings, from: number, last: number): number {
  const places = starts.u32();
  let end = Math.min(from + VECTOR_ROWS, last);
  while (end < last && places[Math.min(end + VECTOR_ROWS, last)]! - places[from]! <= STEP_BYTES)
    end = Math.min(end + VECTOR_ROWS, last);
  return end;
}

function roundUpToVectors(rows: number): number {
  return Math.ceil(rows / VECTOR_ROWS) * VECTOR_ROWS;
}

/** Passes that take as long to set up as the search of all strings, so that an index is useless. */
const INDEX_SET_UPS = 16;
const VECTOR_ROWS = 128;
const STEP_BYTES = 1 << 21;
/** A vector of strings with more bytes is not indexed. Such long strings contain most trigrams anyway. */
const MAX_STEP_BYTES = 2 * STEP_BYTES;
/** Trigrams are assigned to slices anew when the number of rows has grown by this factor. */
const REASSIGN_GROWTH = 8;
const MAX_SLICES_PER_SEARCH = 16;

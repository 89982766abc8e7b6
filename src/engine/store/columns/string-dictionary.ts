import { allocateAll, capacityFor, withCapacity } from "../kernels/growable-buffers.ts";
import { InternTable } from "../tokens/intern-table.ts";
import { AMBIGUOUS, NULL_STRING, type Kernels, type Slab } from "../kernels/kernels.ts";

/**
 * Assigns ids to distinct strings in order of appearance. Null has id 0. Compares contiguous copies of the
 * bytes, because accessing the scattered strings would dominate the cost.
 */
export class StringDictionary {
  readonly values: (string | null)[] = [null];
  readonly #kernels: Kernels;
  #bytes: Slab | undefined;
  readonly #units: Slab;
  readonly #ids: Slab;
  readonly #table: InternTable;
  /**
   * Ids of the strings outside the hash table: long strings, and strings that their bytes do not identify.
   */
  readonly #ambiguous = new Map<string, number>();

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#table = new InternTable(kernels);
    try {
      const slabs = allocateAll(kernels, [BATCH_STRINGS * 4, BATCH_STRINGS * 4]);
      [this.#units, this.#ids] = slabs as [Slab, Slab];
    } catch (error) {
      this.#table.release();
      throw error;
    }
  }

  /**
   * Finds or assigns the id of each string. Passes batches of ids to `report`, in an array that is reused.
   */
  find(strings: readonly (string | null)[], report?: (from: number, ids: Uint32Array) => void): void {
    for (let from = 0; from < strings.length;) {
      let units = 0;
      let areLong = false;
      let end = from;
      const last = Math.min(from + BATCH_STRINGS, strings.length);
      const lengths = this.#units.u32();
      while (end < last && units <= MAX_BATCH_UNITS) {
        const value = strings[end] as string | null;
        const isTooLong = isLong(value);
        areLong ||= isTooLong;
        lengths[end - from] = value === null || isTooLong ? NULL_STRING : value.length;
        units += isTooLong ? 1 : (value?.length ?? 0) + 1;
        end++;
      }
      this.#findSome(strings.slice(from, end), units, areLong);
      report?.(from, this.#ids.u32().subarray(0, end - from));
      from = end;
    }
  }

  release(): void {
    for (const slab of [this.#bytes, this.#units, this.#ids])
      if (slab !== undefined) this.#kernels.release(slab);
    this.#table.release();
  }

  /** @param areLong whether any string is too long for the hash table */
  #findSome(strings: readonly (string | null)[], units: number, areLong: boolean): void {
    // The zero between strings keeps surrogates of adjacent strings from forming a pair.
    const joined = (areLong ? strings.map((value) => (isLong(value) ? null : value)) : strings).join("\0");
    const bytes = (this.#bytes = this.#withRoom(this.#bytes, units * 3 + PADDING_BYTES));
    const { written } = new TextEncoder().encodeInto(joined, bytes.u8());
    const { values } = this;
    const table = this.#table.withRoom(values.length, strings.length, written, (id) => this.#isInTable(id));
    const count = this.#kernels.intern(
      { bytes, end: isFaithful(joined, written) ? written : 0, units: this.#units, count: strings.length },
      table,
      this.#ids,
    );
    const ids = this.#ids.u32();
    for (let i = 0; values.length < count; i++) if (ids[i] === values.length) values.push(strings[i]!);
    for (let i = 0; i < strings.length; i++)
      if (ids[i] === AMBIGUOUS || (areLong && isLong(strings[i]!))) ids[i] = this.#lookUp(strings[i]!);
  }

  #lookUp(value: string): number {
    const existingId = this.#ambiguous.get(value);
    if (existingId !== undefined) return existingId;
    const id = this.values.length;
    this.values.push(value);
    this.#ambiguous.set(value, id);
    // The string has no bytes in the hash table: its end offset is its start offset.
    const { entries } = this.#table;
    entries[id * 2 + 3] = entries[id * 2 + 1]!;
    return id;
  }

  #isInTable(id: number): boolean {
    const { entries } = this.#table;
    return entries[id * 2 + 1] !== entries[id * 2 + 3] || this.values[id] === "";
  }

  #withRoom(slab: Slab | undefined, bytes: number): Slab {
    const capacity = slab === undefined || bytes <= slab.bytes ? bytes : capacityFor(bytes, slab.bytes);
    return withCapacity(this.#kernels, slab, capacity);
  }
}

/** Returns false if encoding may have changed a string: a lone surrogate becomes U+FFFD. */
function isFaithful(text: string, bytes: number): boolean {
  return bytes === text.length || (text.isWellFormed() && !text.includes("\ufffd"));
}

function isLong(value: string | null): boolean {
  return value !== null && value.length > MAX_BATCH_UNITS;
}

const BATCH_STRINGS = 1024;
/** Strings with more UTF-16 units are looked up separately, outside the hash table. */
const MAX_BATCH_UNITS = 0x1_0000;
/** Bytes of padding, because the kernel reads and writes 8 bytes at a time. */
const PADDING_BYTES = 8;

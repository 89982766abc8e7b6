import { readInstant } from "../../../functions/in-memory/compare-values.ts";
import { lastReadInstant } from "../../../values/instant.ts";
import { isNullValue } from "../../../values/read-path.ts";
import type { Value } from "../../../values/types.ts";
import { DICTIONARY_ENTRY_BYTES, Reservation } from "../kernels/budget.ts";
import { widthOf } from "./dictionary-column.ts";
import { capacityFor } from "../kernels/growable-buffers.ts";
import { typedCodes, EMPTY_SLAB } from "../kernels/plain.ts";
import type { CodeArray, Kernels, Slab } from "../kernels/kernels.ts";

/** The elements of all rows' lists, one after another, as codes of the different ones; 0 is null. */
export class ElementDictionary {
  /** The different elements by their codes. */
  readonly values: Value[] = [null];
  readonly #kernels: Kernels;
  readonly #share: Reservation;
  readonly #lookup = new Map<Value, number>([[null, 0]]);
  /** Dates by their time: one object is not the same as another. */
  readonly #dates = new Map<number, number>();
  #slab: Slab = EMPTY_SLAB;
  #width: CodeArray["width"] = 1;
  #capacity = 0;
  #count = 0;
  /** What the share has beside what the different elements take. */
  #temporaryBytes = 0;
  /** So many different elements the share has; null is none. */
  #reservedEntries = 0;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#share = new Reservation(kernels.budget);
  }

  /** The codes of all elements. */
  get codes(): CodeArray {
    return { slab: this.#slab, width: this.#width, rows: this.#count, count: this.values.length };
  }

  /** The code of a value; undefined if no element is it. */
  codeOf(value: Value): number | undefined {
    return this.#lookup.get(value);
  }

  /**
   * Adds elements from the place `from` on. What was beyond it was left by an addition that failed.
   *
   * @param count how many they are
   * @param lists arrays that the reader has made, and nulls
   * @param first the place in each list of the first element that is taken
   * @param step how many places on the next one is
   */
  add(from: number, count: number, lists: readonly Value[], first = 0, step = 1): void {
    try {
      this.#reserve(this.values.length - 1, count * 4);
      const found = new Uint32Array(count);
      let at = 0;
      for (const list of lists) {
        if (!Array.isArray(list)) continue;
        for (let i = first; i < list.length; i += step) found[at++] = this.#code(list[i]);
      }
      this.#count = from;
      this.#move(capacityFor(from + count, this.#capacity), widthOf(this.values.length));
      typedCodes(this.codes).set(found, from);
      this.#count = from + count;
    } finally {
      this.#reserve(this.values.length - 1, 0);
    }
  }

  /** Gives back room that is not used, for a column that has all rows there are. */
  trim(): void {
    const capacity = capacityFor(this.#count, 0);
    if (capacity < this.#capacity) this.#move(capacity, this.#width);
  }

  release(): void {
    this.#share.release();
    this.#release(this.#slab);
  }

  #code(element: unknown): number {
    if (isNullValue(element)) return 0;
    const value = element as Value;
    if (typeof value === "object") {
      // Of objects only dates are elements: the reader has made null of whatever else.
      if (!readInstant("dateTime", value)) return 0;
      const time = lastReadInstant.milliseconds;
      return this.#dates.get(time) ?? this.#addTo(this.#dates, time, value);
    }
    return this.#lookup.get(value) ?? this.#addTo(this.#lookup, value, value);
  }

  #addTo<K>(codes: Map<K, number>, key: K, value: Value): number {
    const code = this.values.length;
    if (code > this.#reservedEntries) this.#reserve(code + ENTRIES_PER_RESERVATION, this.#temporaryBytes);
    codes.set(key, code);
    this.values.push(value);
    return code;
  }

  #reserve(entries: number, temporaryBytes: number): void {
    this.#share.set(entries * DICTIONARY_ENTRY_BYTES + temporaryBytes);
    this.#reservedEntries = entries;
    this.#temporaryBytes = temporaryBytes;
  }

  /** The same codes with another room or width. */
  #move(capacity: number, width: CodeArray["width"]): void {
    if (capacity === this.#capacity && width === this.#width) return;
    const before = this.codes;
    const slab = this.#kernels.allocate(capacity * width);
    this.#slab = slab;
    this.#width = width;
    this.#capacity = capacity;
    // Not before the new slab is there: memory that grows leaves views behind.
    typedCodes(this.codes).set(typedCodes(before).subarray(0, this.#count));
    this.#release(before.slab);
  }

  #release(slab: Slab): void {
    if (slab !== EMPTY_SLAB) this.#kernels.release(slab);
  }
}

/** New elements are counted as memory so many at a time. */
const ENTRIES_PER_RESERVATION = 64;

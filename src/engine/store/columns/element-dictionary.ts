import { readInstant } from "../../../functions/in-memory/value-order.ts";
import { lastReadInstant } from "../../../values/instant.ts";
import { isNullValue } from "../../../values/read-path.ts";
import type { Value } from "../../../values/types.ts";
import { ENTRY_BYTES, Share } from "../kernels/budget.ts";
import { widthOf } from "./dictionary-column.ts";
import { roomFor } from "../kernels/growable-buffers.ts";
import { arrayOf, NO_BYTES } from "../kernels/plain.ts";
import type { Codes, Kernels, Slab } from "../kernels/kernels.ts";

/** The elements of all rows' lists, one after another, as codes of the different ones; 0 is null. */
export class ElementCodes {
  /** The different elements by their codes. */
  readonly values: Value[] = [null];
  readonly #kernels: Kernels;
  readonly #share: Share;
  readonly #lookup = new Map<Value, number>([[null, 0]]);
  /** Dates by their time: one object is not the same as another. */
  readonly #dates = new Map<number, number>();
  #slab: Slab = NO_BYTES;
  #width: Codes["width"] = 1;
  #room = 0;
  #count = 0;
  /** What the share has beside what the different elements take. */
  #passing = 0;
  /** So many different elements the share has; null is none. */
  #entries = 0;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#share = new Share(kernels.budget);
  }

  /** The codes of all elements. */
  get codes(): Codes {
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
      this.#take(this.values.length - 1, count * 4);
      const found = new Uint32Array(count);
      let at = 0;
      for (const list of lists) {
        if (!Array.isArray(list)) continue;
        for (let i = first; i < list.length; i += step) found[at++] = this.#code(list[i]);
      }
      this.#count = from;
      this.#move(roomFor(from + count, this.#room), widthOf(this.values.length));
      arrayOf(this.codes).set(found, from);
      this.#count = from + count;
    } finally {
      this.#take(this.values.length - 1, 0);
    }
  }

  /** Gives back room that is not used, for a column that has all rows there are. */
  trim(): void {
    const room = roomFor(this.#count, 0);
    if (room < this.#room) this.#move(room, this.#width);
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
    if (code > this.#entries) this.#take(code + ENTRIES_AT_ONCE, this.#passing);
    codes.set(key, code);
    this.values.push(value);
    return code;
  }

  #take(entries: number, passing: number): void {
    this.#share.set(entries * ENTRY_BYTES + passing);
    this.#entries = entries;
    this.#passing = passing;
  }

  /** The same codes with another room or width. */
  #move(room: number, width: Codes["width"]): void {
    if (room === this.#room && width === this.#width) return;
    const before = this.codes;
    const slab = this.#kernels.allocate(room * width);
    this.#slab = slab;
    this.#width = width;
    this.#room = room;
    // Not before the new slab is there: memory that grows leaves views behind.
    arrayOf(this.codes).set(arrayOf(before).subarray(0, this.#count));
    this.#release(before.slab);
  }

  #release(slab: Slab): void {
    if (slab !== NO_BYTES) this.#kernels.release(slab);
  }
}

/** New elements are counted as memory so many at a time. */
const ENTRIES_AT_ONCE = 64;

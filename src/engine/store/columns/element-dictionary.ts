import { readInstant } from "../../../functions/in-memory/compare-values.ts";
import { lastReadInstant } from "../../../values/instant.ts";
import { isNullValue } from "../../../values/read-path.ts";
import type { Value } from "../../../values/types.ts";
import { DICTIONARY_ENTRY_BYTES, Reservation } from "../kernels/budget.ts";
import { LongList } from "../members/element-reader.ts";
import { capacityFor, capacityForAll, copyCodes, widthOf } from "../kernels/growable-buffers.ts";
import { typedCodes, EMPTY_SLAB } from "../kernels/plain.ts";
import type { ElementPlace } from "./list-offsets.ts";
import { tryAllocate } from "../kernels/try-allocate.ts";
import type { CodeArray, Kernels, Slab } from "../kernels/kernels.ts";
import { ShardedMap } from "../../../values/sharded-map.ts";
import { isStepOver, nextStep, type Task } from "../tasks/task.ts";
import { countWork } from "../../../values/work.ts";

/** Dictionary-encoded elements of all rows, one list after another. Code 0 is null. */
export class ElementDictionary {
  readonly values: Value[] = [null];
  readonly #kernels: Kernels;
  readonly #reservation: Reservation;
  readonly #lookup = new ShardedMap<Value, number>();
  /** Whether the lookup has all values. It lacks those of an image until the first search. */
  #isLookupFilled = true;
  /** Codes of dates by their time in milliseconds, because equal dates are different objects. */
  readonly #dates = new ShardedMap<number, number>();
  #slab: Slab = EMPTY_SLAB;
  #width: CodeArray["width"] = 1;
  #capacity = 0;
  #count = 0;
  /** Reserved bytes in addition to those of the distinct elements. */
  #temporaryBytes = 0;
  #reservedEntries = 0;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#lookup.set(null, 0);
    this.#reservation = new Reservation(kernels.budget);
  }

  static of(
    kernels: Kernels,
    { width, count }: ElementState,
    slab: Slab,
    values: readonly Value[],
  ): ElementDictionary {
    const dictionary = new ElementDictionary(kernels);
    dictionary.#reserve(values.length - 1, 0);
    for (let code = 1; code < values.length; code++) dictionary.values.push(values[code]!);
    dictionary.#isLookupFilled = false;
    dictionary.#slab = slab;
    dictionary.#width = width;
    dictionary.#count = dictionary.#capacity = count;
    return dictionary;
  }

  image(): { readonly state: ElementState; readonly slab: Slab; readonly values: readonly Value[] } {
    return { state: { width: this.#width, count: this.#count }, slab: this.#slab, values: this.values };
  }

  get codes(): CodeArray {
    return { slab: this.#slab, width: this.#width, rows: this.#count, count: this.values.length };
  }

  codeOf(value: Value): number | undefined {
    for (let code = 1; code < this.values.length && !this.#isLookupFilled; code++)
      this.#lookup.set(this.values[code]!, code);
    this.#isLookupFilled = true;
    return this.#lookup.get(value);
  }

  /**
   * Adds the elements of lists. Overwrites elements that a failed call added in the same place. The dictionary must not be used before
   * the end of the task.
   *
   * @param first index of the first element to add in each list
   * @param step distance to the next element to add
   */
  *add(place: ElementPlace, lists: readonly Value[], first = 0, step = 1): Task<void> {
    const { count } = place;
    try {
      this.#reserve(this.values.length - 1, count * 4);
      const array = new Uint32Array(count);
      let at = 0;
      for (const list of lists) {
        const long = list instanceof LongList ? list : undefined;
        if (long === undefined && !Array.isArray(list)) continue;
        const elements = (long ?? list) as LongList | readonly Value[];
        const { length } = elements;
        for (let i = first; i < length;) {
          const begin = i;
          const end = Math.min(i + ELEMENTS_PER_BATCH * step, length);
          for (; i < end; i += step)
            array[at++] = this.#codeOf(long === undefined ? (elements as readonly Value[])[i] : long.at(i));
          countWork(((i - begin) / step) * UNITS_PER_ELEMENT);
          if (isStepOver()) yield* nextStep();
        }
      }
      this.addCodes(place, array);
    } finally {
      this.#reserve(this.values.length - 1, 0);
    }
  }

  /** Returns the codes of values, which are added if they are new. */
  codesOf(values: readonly Value[]): Uint32Array {
    try {
      return Uint32Array.from(values, (value) => this.#codeOf(value));
    } finally {
      this.#reserve(this.values.length - 1, 0);
    }
  }

  /** Like `add`, for elements by their codes. */
  addCodes({ from, share }: ElementPlace, codes: Uint32Array): void {
    this.#count = from;
    const end = from + codes.length;
    const width = widthOf(this.values.length);
    const planned = capacityForAll(end, this.#capacity, share);
    const isPlanned = tryAllocate(() => {
      this.#move(planned, width);
      return true;
    });
    if (isPlanned === undefined) this.#move(capacityFor(end, this.#capacity), width);
    typedCodes(this.codes).set(codes, from);
    this.#count = from + codes.length;
  }

  /** Returns the elements with indexes in `[from, end)`. */
  valuesBetween(from: number, end: number): Value[] {
    return Array.from(typedCodes(this.codes).subarray(from, end), (code) => this.values[code]!);
  }

  trim(): void {
    const capacity = capacityFor(this.#count, 0);
    if (capacity < this.#capacity) this.#move(capacity, this.#width);
  }

  release(): void {
    this.#reservation.release();
    this.#release(this.#slab);
  }

  #codeOf(element: unknown): number {
    if (isNullValue(element)) return 0;
    const value = element as Value;
    if (typeof value === "object") {
      // Dates are the only objects here: the reader replaces all others by null.
      if (!readInstant("dateTime", value)) return 0;
      const time = lastReadInstant.milliseconds;
      return this.#dates.get(time) ?? this.#addTo(this.#dates, time, value);
    }
    return this.#lookup.get(value) ?? this.#addTo(this.#lookup, value, value);
  }

  #addTo<K>(codes: ShardedMap<K, number>, key: K, value: Value): number {
    const code = this.values.length;
    if (code > this.#reservedEntries) this.#reserve(code + ENTRIES_PER_RESERVATION, this.#temporaryBytes);
    codes.set(key, code);
    this.values.push(value);
    return code;
  }

  #reserve(entries: number, temporaryBytes: number): void {
    this.#reservation.set(entries * DICTIONARY_ENTRY_BYTES + temporaryBytes);
    this.#reservedEntries = entries;
    this.#temporaryBytes = temporaryBytes;
  }

  #move(capacity: number, width: CodeArray["width"]): void {
    if (capacity === this.#capacity && width === this.#width) return;
    const before = this.codes;
    this.#slab = copyCodes(this.#kernels, before, capacity, width);
    this.#width = width;
    this.#capacity = capacity;
    this.#release(before.slab);
  }

  #release(slab: Slab): void {
    if (slab !== EMPTY_SLAB) this.#kernels.release(slab);
  }
}

export interface ElementState {
  readonly width: CodeArray["width"];
  readonly count: number;
}

const ENTRIES_PER_RESERVATION = 64;
/** Elements of a list between two checks whether the step is over. */
const ELEMENTS_PER_BATCH = 1024;
/** Work of looking up an element, in addition to reading it. */
const UNITS_PER_ELEMENT = 8;

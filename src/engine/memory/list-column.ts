import { readInstant } from "../../functions/compare.ts";
import { reading } from "../../values/instant.ts";
import { isNull, own } from "../../values/read-path.ts";
import type { Value } from "../../values/types.ts";
import { ENTRY_BYTES, PLACE_BYTES, Share } from "./budget.ts";
import { bitmapOf } from "./growing.ts";
import type { Kernels, Slab } from "./kernels/kernels.ts";

/**
 * Lists of single values: where the elements of each row begin, and the code of each element. The codes are those of the
 * different elements of all lists; 0 is null.
 */
export class ListColumn {
  readonly kind = "lists";
  /** The different elements by their codes. */
  readonly values: Value[] = [null];
  /** Where each row's elements begin, and at last where one more row's would. */
  starts = new Uint32Array(128);
  elements = new Uint32Array(128);
  readonly #kernels: Kernels;
  readonly #lookup = new Map<Value, number>([[null, 0]]);
  /** Dates by their time: one object is not the same as another. */
  readonly #dates = new Map<number, number>();
  readonly #nulls: boolean[] = [];
  readonly #share: Share;
  #valid: Slab | undefined;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#share = new Share(kernels.budget);
  }

  get rows(): number {
    return this.#nulls.length;
  }

  isNull(row: number): boolean {
    return this.#nulls[row]!;
  }

  append(values: readonly Value[]): boolean {
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
    this.#valid = undefined;
    let elements = this.starts[this.rows]!;
    for (const value of values) if (Array.isArray(value)) elements += value.length;
    const rows = this.rows + values.length;
    const [starts, places] = [roomIn(this.starts, rows + 1), roomIn(this.elements, elements)];
    const held = (starts + places) * 4 + rows * PLACE_BYTES;
    // Each element may be a new one. How many are is known when they have codes.
    this.#share.set(held + (this.values.length + elements - this.starts[this.rows]!) * ENTRY_BYTES);
    this.starts = larger(this.starts, starts);
    this.elements = larger(this.elements, places);
    for (const value of values) this.#add(value);
    this.#share.set(held + this.values.length * ENTRY_BYTES);
    return true;
  }

  /** The rows that have a list, be it an empty one. */
  valid(): Slab {
    this.#valid ??= bitmapOf(this.#kernels, this.rows, (row) => !this.#nulls[row]);
    return this.#valid;
  }

  release(): void {
    this.#share.release();
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
  }

  #add(list: Value): void {
    const row = this.#nulls.length;
    this.#nulls.push(!Array.isArray(list));
    let end = this.starts[row]!;
    if (Array.isArray(list)) {
      for (let i = 0; i < list.length; i++) this.elements[end++] = this.#code(own(list, String(i)));
    }
    this.starts[row + 1] = end;
  }

  #code(element: unknown): number {
    if (isNull(element)) return 0;
    const value = element as Value;
    if (typeof value === "object") {
      // Of objects only dates are elements: the reader has made null of whatever else.
      if (!readInstant("dateTime", value)) return 0;
      const time = reading.milliseconds;
      return this.#dates.get(time) ?? this.#addTo(this.#dates, time, value);
    }
    return this.#lookup.get(value) ?? this.#addTo(this.#lookup, value, value);
  }

  #addTo<K>(codes: Map<K, number>, key: K, value: Value): number {
    const code = this.values.length;
    codes.set(key, code);
    this.values.push(value);
    return code;
  }
}

/** How long an array is to be for so many numbers. */
function roomIn({ length }: Uint32Array, count: number): number {
  return count <= length ? length : Math.max(count, length * 2);
}

function larger(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length === array.length) return array;
  const copy = new Uint32Array(length);
  copy.set(array);
  return copy;
}

import { readInstant } from "../../functions/compare.ts";
import { reading } from "../../values/instant.ts";
import { isNull, own } from "../../values/read-path.ts";
import type { Value } from "../../values/types.ts";
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
  #valid: Slab | undefined;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
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
    for (const value of values) this.#add(value);
    return true;
  }

  /** The rows that have a list, be it an empty one. */
  valid(): Slab {
    this.#valid ??= bitmapOf(this.#kernels, this.rows, (row) => !this.#nulls[row]);
    return this.#valid;
  }

  release(): void {
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
  }

  #add(list: Value): void {
    const row = this.#nulls.length;
    this.#nulls.push(!Array.isArray(list));
    let end = this.starts[row]!;
    if (Array.isArray(list)) {
      if (end + list.length > this.elements.length) {
        this.elements = larger(this.elements, end + list.length);
      }
      for (let i = 0; i < list.length; i++) this.elements[end++] = this.#code(own(list, String(i)));
    }
    if (row + 2 > this.starts.length) this.starts = larger(this.starts, row + 2);
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

function larger(array: Uint32Array<ArrayBuffer>, count: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(Math.max(count, array.length * 2));
  copy.set(array);
  return copy;
}

import type { Value } from "../../../values/types.ts";
import { ElementDictionary } from "./element-dictionary.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";
import { countElements, ListOffsets } from "./list-offsets.ts";

/** Lists of single values: which elements are those of each row, and a code for each element. */
export class ListColumn {
  readonly kind = "lists";
  readonly offsets: ListOffsets;
  readonly elements: ElementDictionary;

  /** @param rows how many are to come first, as far as that is known */
  constructor(kernels: Kernels, rows = 0) {
    this.offsets = new ListOffsets(kernels, rows);
    this.elements = new ElementDictionary(kernels);
  }

  get rows(): number {
    return this.offsets.rows;
  }

  /** The different elements by their codes; null is the first. */
  get values(): readonly Value[] {
    return this.elements.values;
  }

  isNull(row: number): boolean {
    return this.offsets.isNull(row);
  }

  /** Adds rows: an array that the reader has made for each, or null. */
  append(values: readonly Value[]): boolean {
    const { offsets, elements } = this;
    const counts = countElements(values, 1);
    offsets.reserve(counts);
    elements.add(offsets.end, counts.sum, values);
    offsets.add(counts);
    return true;
  }

  /** Gives back room that is not used. */
  trim(): void {
    this.elements.trim();
  }

  /** The codes of a row's elements. */
  codesAt(row: number): Uint8Array | Uint16Array | Uint32Array {
    return typedCodes(this.elements.codes).subarray(...this.offsets.elementRange(row));
  }

  /** The rows that have a list, be it an empty one. */
  valid(): Slab {
    return this.offsets.valid();
  }

  release(): void {
    this.offsets.release();
    this.elements.release();
  }
}

import type { Value } from "../../../values/types.ts";
import { ElementCodes } from "./element-dictionary.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import { arrayOf } from "../kernels/plain.ts";
import { countsOf, Runs } from "./list-offsets.ts";

/** Lists of single values: which elements are those of each row, and a code for each element. */
export class ListColumn {
  readonly kind = "lists";
  readonly runs: Runs;
  readonly elements: ElementCodes;

  /** @param rows how many are to come first, as far as that is known */
  constructor(kernels: Kernels, rows = 0) {
    this.runs = new Runs(kernels, rows);
    this.elements = new ElementCodes(kernels);
  }

  get rows(): number {
    return this.runs.rows;
  }

  /** The different elements by their codes; null is the first. */
  get values(): readonly Value[] {
    return this.elements.values;
  }

  isNull(row: number): boolean {
    return this.runs.isNull(row);
  }

  /** Adds rows: an array that the reader has made for each, or null. */
  append(values: readonly Value[]): boolean {
    const { runs, elements } = this;
    const counts = countsOf(values, 1);
    runs.reserve(counts);
    elements.add(runs.end, counts.sum, values);
    runs.add(counts);
    return true;
  }

  /** Gives back room that is not used. */
  trim(): void {
    this.elements.trim();
  }

  /** The codes of a row's elements. */
  codesAt(row: number): Uint8Array | Uint16Array | Uint32Array {
    return arrayOf(this.elements.codes).subarray(...this.runs.placesOf(row));
  }

  /** The rows that have a list, be it an empty one. */
  valid(): Slab {
    return this.runs.valid();
  }

  release(): void {
    this.runs.release();
    this.elements.release();
  }
}

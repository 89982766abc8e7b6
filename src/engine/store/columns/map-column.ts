import type { Value } from "../../../values/types.ts";
import { ElementCodes } from "./element-dictionary.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import { countsOf, Runs } from "./list-offsets.ts";

/**
 * Maps: which entries are those of each row, and for each entry a code of its key and one of its value. Values that have
 * no text, such as those that are lists, are null.
 */
export class MapColumn {
  readonly kind = "maps";
  readonly runs: Runs;
  readonly keys: ElementCodes;
  readonly items: ElementCodes;

  /** @param rows how many are to come first, as far as that is known */
  constructor(kernels: Kernels, rows = 0) {
    this.runs = new Runs(kernels, rows);
    this.keys = new ElementCodes(kernels);
    this.items = new ElementCodes(kernels);
  }

  get rows(): number {
    return this.runs.rows;
  }

  /** Adds rows: an array that the reader has made for each, a key and its value in turns, or null. */
  append(values: readonly Value[]): boolean {
    const { runs, keys, items } = this;
    const counts = countsOf(values, 2);
    runs.reserve(counts);
    keys.add(runs.end, counts.sum, values, 0, 2);
    items.add(runs.end, counts.sum, values, 1, 2);
    runs.add(counts);
    return true;
  }

  /** Gives back room that is not used. */
  trim(): void {
    this.keys.trim();
    this.items.trim();
  }

  /** The rows that have a map, be it an empty one. */
  valid(): Slab {
    return this.runs.valid();
  }

  release(): void {
    this.runs.release();
    this.keys.release();
    this.items.release();
  }
}

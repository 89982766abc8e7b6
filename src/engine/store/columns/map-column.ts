import type { Value } from "../../../values/types.ts";
import { ElementDictionary } from "./element-dictionary.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import { countElements, ListOffsets } from "./list-offsets.ts";

/**
 * Maps: which entries are those of each row, and for each entry a code of its key and one of its value. Values that have
 * no text, such as those that are lists, are null.
 */
export class MapColumn {
  readonly kind = "maps";
  readonly offsets: ListOffsets;
  readonly keys: ElementDictionary;
  readonly items: ElementDictionary;

  /** @param rows how many are to come first, as far as that is known */
  constructor(kernels: Kernels, rows = 0) {
    this.offsets = new ListOffsets(kernels, rows);
    this.keys = new ElementDictionary(kernels);
    this.items = new ElementDictionary(kernels);
  }

  get rows(): number {
    return this.offsets.rows;
  }

  /** Adds rows: an array that the reader has made for each, a key and its value in turns, or null. */
  append(values: readonly Value[]): boolean {
    const { offsets, keys, items } = this;
    const counts = countElements(values, 2);
    offsets.reserve(counts);
    keys.add(offsets.end, counts.sum, values, 0, 2);
    items.add(offsets.end, counts.sum, values, 1, 2);
    offsets.add(counts);
    return true;
  }

  /** Gives back room that is not used. */
  trim(): void {
    this.keys.trim();
    this.items.trim();
  }

  /** The rows that have a map, be it an empty one. */
  valid(): Slab {
    return this.offsets.valid();
  }

  release(): void {
    this.offsets.release();
    this.keys.release();
    this.items.release();
  }
}

import type { Value } from "../../../values/types.ts";
import { countComparison, countWork } from "../../../values/work.ts";
import { DICTIONARY_ENTRY_BYTES, Reservation } from "../kernels/budget.ts";
import { DictionaryColumn } from "./dictionary-column.ts";
import { capacityFor, copyCodes, widthOf } from "../kernels/growable-buffers.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { CodeArray, Kernels, Slab } from "../kernels/kernels.ts";
import { ShardedMap } from "../../../values/sharded-map.ts";
import { sortTask } from "../tasks/sort-task.ts";
import { eachBatch, eachItem, numbersBetween, type Task } from "../tasks/task.ts";
import { StringDictionary } from "./string-dictionary.ts";

/** Builds a dictionary column. Values have ids in order of appearance at first; null has id 0. */
export class DictionaryBuilder {
  readonly #kernels: Kernels;
  readonly #expected: number;
  #ids: Map<Value, number> | undefined = new Map([[null, 0]]);
  #values: Value[] = [null];
  #strings: StringDictionary | undefined;
  /** Ids of the rows. Undefined once a column has them. */
  #slab: Slab | undefined;
  #width: CodeArray["width"] = 1;
  #rows = 0;

  /** @param rows expected number of rows */
  constructor(kernels: Kernels, rows: number) {
    this.#kernels = kernels;
    this.#expected = rows;
  }

  /** Distinct values by id. */
  get values(): Value[] {
    return this.#strings?.values ?? this.#values;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Adds a value per row. Returns false if there are more than `max` distinct values. */
  add(values: readonly Value[], max: number): boolean {
    const ids = this.idsOf(values, max);
    if (ids === undefined) return false;
    this.addIds(ids);
    return true;
  }

  /** Adds a row for each id. */
  addIds(ids: Uint32Array): void {
    this.#slab ??= this.#kernels.allocate(capacityFor(this.#expected, 0) * this.#width);
    this.#write(ids);
  }

  /** Returns the ids of values. Undefined if there are more than `max` distinct values. */
  idsOf(values: readonly Value[], max: number): Uint32Array | undefined {
    const ids = new Uint32Array(values.length);
    let idCount = 0;
    if (this.#ids !== undefined) {
      idCount = this.#find(values, ids, this.#ids, max);
      if (idCount === values.length) return ids;
      if (this.#values.length < STRING_DICTIONARY_SIZE) return undefined;
      this.#beginStrings(this.#values as (string | null)[]);
    }
    const otherStrings = (idCount === 0 ? values : values.slice(idCount)) as (string | null)[];
    this.#strings!.find(otherStrings, (from, part) => ids.set(part, idCount + from));
    return this.values.length <= max + 1 ? ids : undefined;
  }

  /** Makes the column. Its codes are the ids, replaced in place: codes ascend with the values. */
  *finish(): Task<DictionaryColumn> {
    this.#releaseStrings();
    const kernels = this.#kernels;
    const values = this.#values;
    const ids = new ShardedMap<Value, number>();
    ids.set(null, 0);
    const reservation = new Reservation(kernels.budget);
    try {
      reservation.set(values.length * (DICTIONARY_ENTRY_BYTES + 8));
      const order = yield* sortTask(yield* numbersBetween(1, values.length), (a, b) => {
        countComparison(values[a], values[b]);
        return values[a]! < values[b]! ? -1 : 1;
      });
      const codeOf = new Uint32Array(values.length);
      const sorted: Value[] = [null];
      yield* eachItem(order.length, (i) => {
        const value = values[order[i]!]!;
        codeOf[order[i]!] = sorted.length;
        ids.set(value, sorted.length);
        sorted.push(value);
        countWork(UNITS_PER_ID);
      });
      this.#slab ??= kernels.allocate(0);
      const codes = this.#codesIn(this.#slab);
      yield* eachBatch(this.#rows, (from, end) => {
        const array = typedCodes(codes);
        for (let row = from; row < end; row++) array[row] = codeOf[array[row]!]!;
      });
      reservation.release();
      const column = new DictionaryColumn(kernels, codes, sorted, ids);
      this.#slab = undefined;
      return column;
    } finally {
      reservation.release();
    }
  }

  release(): void {
    this.#releaseStrings();
    if (this.#slab !== undefined) this.#kernels.release(this.#slab);
    this.#slab = undefined;
  }

  /**
   * Writes the ids of values to `out`, until there are more than `max` distinct values, or too many for a map. Returns the
   * number of ids.
   */
  #find(values: readonly Value[], out: Uint32Array, ids: Map<Value, number>, max: number): number {
    const distinctValues = this.#values;
    for (let i = 0; i < values.length; i++) {
      if (distinctValues.length >= STRING_DICTIONARY_SIZE) return i;
      const value = values[i]!;
      let id = ids.get(value);
      if (id === undefined) {
        id = distinctValues.length;
        if (id > max) return i;
        ids.set(value, id);
        distinctValues.push(value);
      }
      out[i] = id;
    }
    return values.length;
  }

  #beginStrings(strings: readonly (string | null)[]): void {
    this.#ids = undefined;
    this.#strings = new StringDictionary(this.#kernels);
    // Add the strings one by one to keep their ids. In a batch, long and ambiguous strings would get the
    // last ids.
    for (const value of strings.slice(1)) this.#strings.find([value]);
  }

  #write(ids: Uint32Array): void {
    const width = widthOf(this.values.length);
    if (width > this.#width) {
      const before = this.#codesIn(this.#slab!);
      this.#slab = copyCodes(this.#kernels, before, before.slab.bytes / before.width, width);
      this.#width = width;
      this.#kernels.release(before.slab);
    }
    typedCodes(this.#codesIn(this.#slab!)).set(ids, this.#rows);
    this.#rows += ids.length;
  }

  #codesIn(slab: Slab): CodeArray {
    return { slab, width: this.#width, rows: this.#rows, count: this.values.length };
  }

  /** Releases the lookup tables but keeps the values. */
  #releaseStrings(): void {
    this.#values = this.values;
    this.#strings?.release();
    this.#strings = undefined;
  }
}

/**
 * Dictionaries with more values look strings up in copies of their bytes, because the strings are scattered
 * in memory.
 */
const STRING_DICTIONARY_SIZE = 2048;

/** Work of adding a value to a map. */
const UNITS_PER_ID = 40;

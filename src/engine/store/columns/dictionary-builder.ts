import type { Value } from "../../../values/types.ts";
import { countComparison, countWork } from "../../../values/work.ts";
import { DICTIONARY_ENTRY_BYTES, Reservation } from "../kernels/budget.ts";
import { DictionaryColumn } from "./dictionary-column.ts";
import { capacityFor, widthOf } from "../kernels/growable-buffers.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { CodeArray, Kernels, Slab } from "../kernels/kernels.ts";
import { ShardedMap } from "../tasks/sharded-map.ts";
import { sortTask } from "../tasks/sort-task.ts";
import { eachBatch, eachItem, numbersBetween, type Task } from "../tasks/task.ts";
import { StringDictionary } from "./string-dictionary.ts";

/** Assigns ids to distinct values in order of appearance. Null has id 0. */
export class DictionaryBuilder {
  readonly #kernels: Kernels;
  #ids: Map<Value, number> | undefined = new Map([[null, 0]]);
  #values: Value[] = [null];
  #strings: StringDictionary | undefined;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  get values(): Value[] {
    return this.#strings?.values ?? this.#values;
  }

  /**
   * Writes the ids of the values to `found`, from index `at` on. Returns false if there are more than `max`
   * distinct values.
   */
  find(values: readonly Value[], found: Slab, at: number, max: number): boolean {
    const ids = this.#ids;
    let i = 0;
    const written = found.u32();
    if (ids !== undefined) {
      for (; i < values.length && this.#values.length < STRING_DICTIONARY_SIZE; i++) {
        const value = values[i]!;
        let id = ids.get(value);
        if (id === undefined) {
          id = this.#values.length;
          if (id > max) return false;
          ids.set(value, id);
          this.#values.push(value);
        }
        written[at + i] = id;
      }
      if (i === values.length) return true;
      const strings = this.#values as (string | null)[];
      this.#ids = undefined;
      this.#strings = new StringDictionary(this.#kernels);
      // Add the strings one by one to keep their ids. In a batch, long and ambiguous strings would get the
      // last ids.
      for (const value of strings.slice(1)) this.#strings.find([value]);
    }
    this.#strings!.find(values.slice(i) as (string | null)[], (from, ids) =>
      found.u32().set(ids, at + i + from),
    );
    return this.values.length <= max + 1;
  }

  /** Releases the lookup tables but keeps the values. */
  release(): void {
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

export function* buildDictionaryColumn(
  kernels: Kernels,
  found: Slab,
  rows: number,
  values: readonly Value[],
): Task<DictionaryColumn> {
  const ids = new ShardedMap<Value, number>();
  ids.set(null, 0);
  const reservation = new Reservation(kernels.budget);
  reservation.set(values.length * (DICTIONARY_ENTRY_BYTES + 8));
  let slab: CodeArray["slab"] | undefined;
  try {
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
    const width = widthOf(values.length);
    slab = kernels.allocate(capacityFor(rows, 0) * width);
    const codes: CodeArray = { slab, width, rows, count: values.length };
    yield* eachBatch(rows, (from, end) => {
      const array = typedCodes(codes);
      const written = found.u32();
      for (let row = from; row < end; row++) array[row] = codeOf[written[row]!]!;
    });
    reservation.release();
    const column = new DictionaryColumn(kernels, codes, sorted, ids);
    slab = undefined;
    return column;
  } finally {
    if (slab !== undefined) kernels.release(slab);
    reservation.release();
  }
}

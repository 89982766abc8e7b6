import type { Value } from "../../../values/types.ts";
import { ENTRY_BYTES, Share } from "../kernels/budget.ts";
import { CodesColumn, widthOf } from "./dictionary-column.ts";
import { roomFor } from "../kernels/growable-buffers.ts";
import { arrayOf } from "../kernels/plain.ts";
import type { Codes, Kernels, Slab } from "../kernels/kernels.ts";
import { sortTask } from "../tasks/sort-task.ts";
import { eachBatch, type Task } from "../tasks/task.ts";
import { TextDictionary } from "./string-dictionary.ts";

/**
 * Different values, in the order in which they are found, and the place of each. The first is null. Where there come to
 * be many texts, they are looked up by their bytes from then on.
 */
export class Dictionary {
  readonly #kernels: Kernels;
  #places: Map<Value, number> | undefined = new Map([[null, 0]]);
  #values: Value[] = [null];
  #texts: TextDictionary | undefined;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  get values(): Value[] {
    return this.#texts?.values ?? this.#values;
  }

  /** Writes the place of each value, the first one at `at`; false if there come to be more different ones than `most`. */
  find(values: readonly Value[], found: Slab, at: number, most: number): boolean {
    const places = this.#places;
    let i = 0;
    const written = found.u32();
    if (places !== undefined) {
      for (; i < values.length && this.#values.length < MANY; i++) {
        const value = values[i]!;
        let place = places.get(value);
        if (place === undefined) {
          place = this.#values.length;
          if (place > most) return false;
          places.set(value, place);
          this.#values.push(value);
        }
        written[at + i] = place;
      }
      if (i === values.length) return true;
      const texts = this.#values as (string | null)[];
      this.#places = undefined;
      this.#texts = new TextDictionary(this.#kernels);
      // One by one: of several those that are looked up by themselves would come last.
      for (const text of texts.slice(1)) this.#texts.find([text]);
    }
    this.#texts!.find(values.slice(i) as (string | null)[], (from, places) =>
      found.u32().set(places, at + i + from),
    );
    return this.values.length <= most + 1;
  }

  /** The values stay. */
  release(): void {
    this.#values = this.values;
    this.#texts?.release();
    this.#texts = undefined;
  }
}

/** From so many texts on they lie too far from each other. Of other values there are not as many. */
const MANY = 2048;

/** The column of rows whose values' places in a dictionary were found. */
export function* codesColumn(
  kernels: Kernels,
  found: Slab,
  rows: number,
  values: readonly Value[],
): Task<CodesColumn> {
  const places = new Map<Value, number>([[null, 0]]);
  const share = new Share(kernels.budget);
  share.set(values.length * (ENTRY_BYTES + 8));
  let slab: Codes["slab"] | undefined;
  try {
    const added = Uint32Array.from({ length: values.length - 1 }, (_, i) => i + 1);
    const order = yield* sortTask(added, (a, b) => (values[a]! < values[b]! ? -1 : 1));
    const codeOf = new Uint32Array(values.length);
    const sorted: Value[] = [null];
    yield* eachBatch(order.length, (from, end) => {
      for (let i = from; i < end; i++) {
        const value = values[order[i]!]!;
        codeOf[order[i]!] = sorted.length;
        places.set(value, sorted.length);
        sorted.push(value);
      }
    });
    const width = widthOf(values.length);
    slab = kernels.allocate(roomFor(rows, 0) * width);
    const codes: Codes = { slab, width, rows, count: values.length };
    yield* eachBatch(rows, (from, end) => {
      const array = arrayOf(codes);
      const written = found.u32();
      for (let row = from; row < end; row++) array[row] = codeOf[written[row]!]!;
    });
    share.release();
    const column = new CodesColumn(kernels, codes, sorted, places);
    slab = undefined;
    return column;
  } finally {
    if (slab !== undefined) kernels.release(slab);
    share.release();
  }
}

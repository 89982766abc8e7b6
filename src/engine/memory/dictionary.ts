import type { Value } from "../../values/types.ts";
import { ENTRY_BYTES, Share } from "./budget.ts";
import { CodesColumn, widthOf } from "./codes-column.ts";
import { roomFor } from "./growing.ts";
import { arrayOf } from "./kernels/plain.ts";
import type { Codes, Kernels } from "./kernels/kernels.ts";
import { sortSteps } from "./orders/sort-steps.ts";
import { eachRange, type Steps } from "./steps.ts";

/** Different values, in the order in which they are found, and the place of each. The first is null. */
export class Dictionary {
  readonly values: Value[] = [null];
  readonly places = new Map<Value, number>([[null, 0]]);

  /** Writes the place of each value; false if there come to be more different ones than `most`. */
  find(values: readonly Value[], found: Uint32Array, most: number): boolean {
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      let place = this.places.get(value);
      if (place === undefined) {
        place = this.values.length;
        if (place > most) return false;
        this.places.set(value, place);
        this.values.push(value);
      }
      found[i] = place;
    }
    return true;
  }
}

/** The column of rows whose values' places in a dictionary were found. The dictionary becomes the column's. */
export function* codesColumn(
  kernels: Kernels,
  found: Uint32Array,
  { values, places }: Dictionary,
): Steps<CodesColumn> {
  const share = new Share(kernels.budget);
  share.set(values.length * (ENTRY_BYTES + 8));
  let slab: Codes["slab"] | undefined;
  try {
    const added = Uint32Array.from({ length: values.length - 1 }, (_, i) => i + 1);
    const order = yield* sortSteps(added, (a, b) => (values[a]! < values[b]! ? -1 : 1));
    const codeOf = new Uint32Array(values.length);
    const sorted: Value[] = [null];
    yield* eachRange(order.length, (from, end) => {
      for (let i = from; i < end; i++) {
        const value = values[order[i]!]!;
        codeOf[order[i]!] = sorted.length;
        places.set(value, sorted.length);
        sorted.push(value);
      }
    });
    const width = widthOf(values.length);
    const rows = found.length;
    slab = kernels.allocate(roomFor(rows, 0) * width);
    const codes: Codes = { slab, width, rows, count: values.length };
    yield* eachRange(rows, (from, end) => {
      const array = arrayOf(codes);
      for (let row = from; row < end; row++) array[row] = codeOf[found[row]!]!;
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

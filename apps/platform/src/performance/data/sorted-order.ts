import { STEP, type Slices } from "./slices.ts";

/** Number of values that are sorted without a pause. */
const RUN = 1_024;

/**
 * Returns the indexes of some values in descending order. Equal values keep their order.
 *
 * @param values without NaN
 */
export async function descendingOrder(values: Float64Array, slices: Slices): Promise<Uint32Array> {
  const size = values.length;
  let order = Uint32Array.from({ length: size }, (_, i) => i);
  let merged = new Uint32Array(size);
  for (let start = 0; start < size; start += RUN) {
    order.subarray(start, start + RUN).sort((a, b) => values[b]! - values[a]! || a - b);
    await slices.pause();
  }
  for (let width = RUN; width < size; width *= 2) {
    for (let start = 0; start < size; start += 2 * width) {
      const middle = Math.min(start + width, size);
      const end = Math.min(start + 2 * width, size);
      let left = start;
      let right = middle;
      for (let to = start; to < end; to++) {
        const takesLeft = right >= end || (left < middle && values[order[left]!]! >= values[order[right]!]!);
        merged[to] = takesLeft ? order[left++]! : order[right++]!;
        if (to % STEP === 0) await slices.pause();
      }
    }
    [order, merged] = [merged, order];
  }
  return order;
}

import { describe, expect, it } from "vitest";
import { BitmapPool } from "../../../../src/engine/store/kernels/bitmap-pool.ts";
import { bitmapBytes, bitmapWordCount } from "../../../../src/engine/store/kernels/kernels.ts";
import { plainKernels } from "../../../../src/engine/store/kernels/plain.ts";
import { Budget } from "../../../../src/engine/store/kernels/budget.ts";
import { selectPageRows } from "../../../../src/engine/store/order/select-page.ts";
import { ItemRanks } from "../../../../src/engine/store/columns/item-ranks.ts";
import type { OrderKey } from "../../../../src/engine/store/kernels/order-key.ts";
import { ROWS_PER_STEP, type Task } from "../../../../src/engine/store/tasks/task.ts";
import { TUNING } from "../../../../src/engine/store/tasks/unit-costs.ts";

/** A comparison can take a microsecond, so the number of comparisons per step is limited. */

const COUNT = 40_000;
const values = Array.from({ length: COUNT }, (_, i) => (i * 7919) % 4999);
const expected = Array.from(values, (_, row) => row).sort((a, b) => values[a]! - values[b]! || a - b);

/** Runs a task and checks the number of comparisons of each step. */
function counted<T>(make: (compare: (a: number, b: number) => number) => Task<T>): T {
  let compared = 0;
  let total = 0;
  const steps = make((a, b) => {
    compared++;
    return a - b;
  });
  for (;;) {
    const step = steps.next();
    expect(compared).toBeLessThanOrEqual(ROWS_PER_STEP);
    total += compared;
    compared = 0;
    if (step.done !== true) continue;
    expect(total).toBeGreaterThan(ROWS_PER_STEP);
    return step.value;
  }
}

describe("the number of comparisons per step is limited", () => {
  it("when all rows are ranked", () => {
    const sorted = counted((compare) => {
      const order = (a: number, b: number) => compare(values[a]!, values[b]!);
      const codes = new ItemRanks(() => COUNT, order, 0, new Budget());
      return (function* () {
        yield* codes.prepare();
        return codes;
      })();
    });
    expect([...sorted.sorted()]).toEqual(expected);
    expect(sorted.highest).toBe(4999);
  });

  it("when the rows with the first sort number are sorted", () => {
    const bits = new Uint32Array(COUNT / 32).fill(0xffff_ffff);
    const half = Uint8Array.from(values, (_, row) => row % 2);
    const page = counted((compare) => {
      const keys: OrderKey[] = [
        {
          kind: "numbers",
          numbers: () => half,
          min: 0,
          max: 1,
          isDescending: true,
          between: undefined,
          split: undefined,
          hasNaN: true,
          positionOf: () => undefined,
        },
        {
          kind: "compare",
          compare: (a, b) => compare(values[a]!, values[b]!),
          isDescending: false,
          prefixes: undefined,
          prefixesOf: undefined,
          wordsOf: undefined,
        },
      ];
      const kernels = plainKernels();
      const selected = kernels.allocate(bitmapBytes(COUNT));
      selected.u32().set(bits);
      const candidates = { kind: "bits", slab: selected, rows: COUNT, count: COUNT } as const;
      const lazy = keys.map((key) => ({
        *get() {
          yield;
          return key;
        },
      }));
      return selectPageRows(
        candidates,
        lazy,
        { start: 9, limit: 20 },
        {
          kernels,
          bitmaps: new BitmapPool(kernels),
          bitmapWords: bitmapWordCount(COUNT),
          rows: COUNT,
          tuning: TUNING,
        },
      );
    });
    expect(page).toEqual(expected.filter((row) => row % 2 === 1).slice(9, 29));
  });
});

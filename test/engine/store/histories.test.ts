import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainKernels } from "../../../src/engine/store/kernels/plain.ts";
import { wasmKernels } from "../../../src/engine/store/kernels/wasm.ts";
import { THRESHOLD_SETS } from "./against-rows.ts";
import { strictKernels, isPlanned } from "./strict-kernels.ts";
import { historiesOf, wrongIn } from "./histories.ts";
import { byEffort } from "../../effort.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = byEffort({ sample: 14, full: 40, proof: 3000 });

/** So many rows that a few more need larger slabs. */
const FULL = 100;

const KERNELS = [
  ["plain", plainKernels],
  ["WebAssembly", () => wasmKernels()!],
] as const;

describe.each(KERNELS)("whatever happens to a collection, %s kernels", (_kernels, make) => {
  it.each(THRESHOLD_SETS)(
    `it answers as its rows do, its snapshots as they did, and tells what became of pages, tuned %s (seed ${seed})`,
    (_tuning, thresholds) => {
      fc.assert(
        fc.property(historiesOf(0), (history) => {
          expect(wrongIn(history, strictKernels(make()).kernels, thresholds)).toBe(undefined);
        }),
        { numRuns, seed },
      );
    },
  );

  it.each(THRESHOLD_SETS)(
    `what fails for want of memory changes nothing, tuned %s (seed ${seed})`,
    (_tuning, thresholds) => {
      let failed = 0;
      fc.assert(
        fc.property(historiesOf(FULL), fc.infiniteStream(fc.nat(12)), (history, counts) => {
          const failing = strictKernels(make());
          const attempt = (work: () => void): boolean => {
            failing.failAfter(counts.next().value as number);
            try {
              work();
              return true;
            } catch (error) {
              if (!isPlanned(error)) throw error;
              failed++;
              return false;
            } finally {
              failing.failAfter(Infinity);
            }
          };
          // Who watches is told after the change is made.
          const steps = history.steps.filter(({ kind }) => kind !== "watch");
          expect(wrongIn({ ...history, steps }, failing.kernels, thresholds, { attempt })).toBe(undefined);
        }),
        { numRuns, seed },
      );
      expect(failed).toBeGreaterThan(numRuns / 4);
    },
  );
});

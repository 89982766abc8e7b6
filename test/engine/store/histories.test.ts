import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TUNINGS } from "./against-rows.ts";
import { strictKernels, isPlanned } from "./strict-kernels.ts";
import { historiesOf, wrongIn } from "./histories.ts";
import { KERNELS } from "../../sql/engines-memory.ts";
import { countOf, SEED as seed } from "../../effort.ts";

const numRuns = countOf("engine/store/histories: runs");

/** Rows such that a few more need larger slabs. */
const FULL = 100;

describe.each(KERNELS)("random histories of a collection, %s kernels", (_kernels, make) => {
  it.each(TUNINGS)(
    `queries, snapshots and watched pages are correct, tuning: %s (seed ${seed})`,
    (_tuning, tuning) => {
      fc.assert(
        fc.property(historiesOf(0), (history) => {
          expect(wrongIn(history, strictKernels(make()).kernels, tuning)).toBe(undefined);
        }),
        { numRuns, seed },
      );
    },
  );

  it.each(TUNINGS)(
    `a step that runs out of memory changes nothing, tuning: %s (seed ${seed})`,
    (_tuning, tuning) => {
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
          // Watchers are notified after the change is complete.
          const steps = history.steps.filter(({ kind }) => kind !== "watch");
          expect(wrongIn({ ...history, steps }, failing.kernels, tuning, { attempt })).toBe(undefined);
        }),
        { numRuns, seed },
      );
      expect(failed).toBeGreaterThan(numRuns / 4);
    },
  );
});

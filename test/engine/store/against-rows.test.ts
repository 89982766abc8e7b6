import { describe, expect, it } from "vitest";
import { compareCollections, TUNINGS } from "./against-rows.ts";
import { KERNELS } from "../../sql/engines-memory.ts";
import { countOf, SEED as seed } from "../../effort.ts";

const collections = countOf("engine/store/against-rows: collections");

const SOURCES = TUNINGS.flatMap(([name, tuning]) => [
  [name, "objects", tuning] as const,
  [name, "a text", tuning] as const,
]);

describe.each(KERNELS)("a collection in memory, %s kernels", (_kernels, make) => {
  it.each(SOURCES)(
    `gives the same results as the row predicate and comparator, tuning: %s, rows: %s (seed ${seed})`,
    (_name, source, tuning) => {
      let compared = 0;
      for (let i = 0; i < collections; i++) {
        const comparing = { seed: seed + i, expressions: 200, isText: source === "a text" };
        const result = compareCollections(make(), tuning, comparing);
        expect(result.wrong.slice(0, 3)).toEqual([]);
        compared += result.compared;
      }
      expect(compared).toBeGreaterThan(collections * 150);
    },
  );
});

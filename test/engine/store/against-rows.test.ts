import { describe, expect, it } from "vitest";
import { plainKernels } from "../../../src/engine/store/kernels/plain.ts";
import { wasmKernels } from "../../../src/engine/store/kernels/wasm/wasm-kernels.ts";
import { compareCollections, THRESHOLD_SETS } from "./against-rows.ts";
import { countOf } from "../../effort.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const collections = countOf("engine/store/against-rows: collections");

const KERNELS = [
  ["plain", plainKernels],
  ["WebAssembly", () => wasmKernels()!],
] as const;

const SOURCES = THRESHOLD_SETS.flatMap(([tuning, thresholds]) => [
  [tuning, "objects", thresholds] as const,
  [tuning, "a text", thresholds] as const,
]);

describe.each(KERNELS)("a collection in memory, %s kernels", (_kernels, make) => {
  it.each(SOURCES)(
    `gives the same results as the row predicate and comparator, thresholds: %s, rows: %s (seed ${seed})`,
    (_tuning, source, thresholds) => {
      let compared = 0;
      for (let i = 0; i < collections; i++) {
        const comparing = { seed: seed + i, expressions: 200, fromText: source === "a text" };
        const result = compareCollections(make(), thresholds, comparing);
        expect(result.differences).toEqual([]);
        compared += result.compared;
      }
      expect(compared).toBeGreaterThan(collections * 150);
    },
  );
});

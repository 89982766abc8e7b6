import { expect, it } from "vitest";
import { KERNELS } from "../../sql/engines-memory.ts";
import { compareLarge } from "./large.ts";
import { countOf, SEED as seed } from "../../effort.ts";

const trials = {
  rows: countOf("engine/store/large: rows"),
  expressions: countOf("engine/store/large: expressions"),
  orderEvery: 8,
};

it(`${trials.rows} rows are filtered and sorted like the row predicate and comparator do (seed ${seed})`, () => {
  const { compared, wrong } = compareLarge({ seed, ...trials }, KERNELS);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(trials.expressions * 0.7);
}, 1_800_000);

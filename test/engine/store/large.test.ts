import { expect, it } from "vitest";
import { KERNELS } from "../../sql/engines-memory.ts";
import { compareLarge } from "./large.ts";
import { byEffort } from "../../effort.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const trials = byEffort({
  sample: { rows: 22_000, expressions: 24, orderEvery: 8 },
  full: { rows: 22_000, expressions: 24, orderEvery: 8 },
  proof: { rows: 200_000, expressions: 300, orderEvery: 10 },
});

it(`${trials.rows} rows are filtered and sorted like the row predicate and comparator do (seed ${seed})`, () => {
  const { compared, wrong } = compareLarge({ seed, ...trials }, KERNELS);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(trials.expressions * 0.7);
}, 1_800_000);

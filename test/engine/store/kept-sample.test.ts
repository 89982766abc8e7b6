import fc from "fast-check";
import { expect, it } from "vitest";
import { KeptSample } from "../../../src/engine/store/indexes/kept-sample.ts";
import { Budget } from "../../../src/engine/store/kernels/budget.ts";

const numbers = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double(), fc.constant(NaN)), {
  minLength: 1,
  maxLength: 300,
});

it("a kept sample has rows with their numbers, in ascending order, and no NaN", () => {
  fc.assert(
    fc.property(numbers, (values) => {
      const all = Float64Array.from(values);
      const kept = new KeptSample(new Budget());
      kept.get(all.length, () => all);
      const sample = kept.get(all.length, () => all)!;
      expect(sample.rows.length).toBe(sample.numbers.length);
      sample.rows.forEach((row, at) => expect(sample.numbers[at]! + 0).toBe(all[row]! + 0));
      expect([...sample.numbers]).toEqual([...sample.numbers.toSorted()]);
      expect(sample.numbers.some(Number.isNaN)).toBe(false);
      if (!values.some(Number.isNaN)) expect(sample.rows.length).toBe(Math.ceil(8 * Math.sqrt(all.length)));
    }),
  );
});

it("a kept sample is drawn on the second use of the same rows, and again after a change", () => {
  const kept = new KeptSample(new Budget());
  const low = Float64Array.from({ length: 1000 }, (_, row) => row);
  const high = low.map((number) => number + 1e6);
  expect(kept.get(1000, () => low)).toBeUndefined();
  const first = kept.get(1000, () => low);
  expect(kept.get(1000, () => high)).toBe(first);
  expect(kept.get(999, () => high)).toBeUndefined();
  expect(kept.get(999, () => high)!.numbers[0]).toBeGreaterThanOrEqual(1e6);
  kept.clear();
  expect(kept.get(999, () => low)).toBeUndefined();
  expect(kept.get(999, () => low)!.numbers[0]).toBeLessThan(1e6);
});

it("a kept sample counts as memory of the collection, and is not drawn without memory", () => {
  const budget = new Budget(4000);
  const kept = new KeptSample(budget);
  const all = new Float64Array(10_000);
  kept.get(1000, () => all);
  expect(kept.get(1000, () => all)).toBeDefined();
  expect(budget.bytes).toBe(253 * 12);
  kept.get(10_000, () => all);
  expect(budget.bytes).toBe(0);
  expect(kept.get(10_000, () => all)).toBeUndefined();
  expect(budget.bytes).toBe(0);
});

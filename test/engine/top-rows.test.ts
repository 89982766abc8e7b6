import fc from "fast-check";
import { expect, it } from "vitest";
import { TopRows } from "../../src/engine/top-rows.ts";

it("holds the first rows of a stable sort, and no others", () => {
  const rows = fc.array(fc.record({ by: fc.integer({ min: 0, max: 5 }), id: fc.nat() }), { maxLength: 50 });
  fc.assert(
    fc.property(rows, fc.oneof(fc.nat({ max: 20 }), fc.constant(Infinity)), (list, size) => {
      const top = new TopRows<(typeof list)[number]>(size, (a, b) => a.by - b.by);
      for (const row of list) {
        top.add(row);
        expect(top.length).toBeLessThanOrEqual(size);
      }
      expect(top.sorted()).toEqual(list.toSorted((a, b) => a.by - b.by).slice(0, size));
    }),
  );
});

it("compares a row beyond the kept ones once, and other rows about log(size) times", () => {
  let comparisons = 0;
  const top = new TopRows<number>(100, (a, b) => {
    comparisons++;
    return a - b;
  });
  for (let i = 0; i < 100; i++) top.add(i);
  comparisons = 0;
  for (let i = 100; i < 10_100; i++) top.add(i);
  expect(comparisons).toBe(10_000);
  comparisons = 0;
  for (let i = 1; i <= 10_000; i++) top.add(-i);
  expect(comparisons).toBeLessThan(10_000 * 16);
});

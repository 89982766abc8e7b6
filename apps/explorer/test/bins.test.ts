import { expect, it } from "vitest";
import { binsOf } from "../src/values/bins.ts";

it("bins count every number, also integers beyond ±(2^53-1)", () => {
  const values = [1n, 2n, 3, 4, 5, 9_007_199_254_740_993n, "6", NaN];
  const bins = binsOf(
    values.map((value) => ({ value, count: 2 })),
    "integer",
  );
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(12);
  expect(bins[0]).toMatchObject({ from: 0, count: 10 });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TopRows } from "../../src/io/top-rows.ts";

describe("the top rows", () => {
  it("I1: are the first of a stable sort, ties in the order of arrival", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(8), { maxLength: 200 }), fc.nat(60), (keys, most) => {
        const rows = keys.map((key, arrival) => ({ key, arrival }));
        const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
        const top = new TopRows(most, compare);
        for (const row of rows) top.push(row);
        expect(top.seen).toBe(rows.length);
        expect(top.sorted()).toEqual(rows.toSorted(compare).slice(0, most));
      }),
      { numRuns: 1_000 },
    );
  });

  it("cost one comparison for a row that is out of reach, and few for the others", () => {
    let comparisons = 0;
    const compare = (a: number, b: number) => {
      comparisons++;
      return a - b;
    };
    const top = new TopRows(100, compare);
    for (let i = 0; i < 100; i++) top.push(i);
    comparisons = 0;
    for (let i = 100; i < 10_100; i++) top.push(i);
    expect(comparisons).toBe(10_000);
    comparisons = 0;
    for (let i = 1; i <= 10_000; i++) top.push(-i);
    expect(comparisons).toBeLessThan(10_000 * 16);
  });

  it("are a whole number of rows", () => {
    expect(() => new TopRows(1.5, () => 0)).toThrow(RangeError);
    expect(() => new TopRows(-1, () => 0)).toThrow(RangeError);
  });
});

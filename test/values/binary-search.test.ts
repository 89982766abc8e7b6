import fc from "fast-check";
import { expect, it } from "vitest";
import { firstIndexWhere, lastAtMost, nearbyLastAtMost } from "../../src/values/binary-search.ts";

const sortedNumbers = fc
  .array(fc.nat(50), { maxLength: 60 })
  .map((numbers) => Uint32Array.from(numbers).sort());

it("firstIndexWhere finds what a linear search finds", () => {
  fc.assert(
    fc.property(sortedNumbers, fc.nat(55), fc.nat(5), (sorted, value, skip) => {
      const from = Math.min(skip, sorted.length);
      let expected = from;
      while (expected < sorted.length && sorted[expected]! < value) expected++;
      expect(firstIndexWhere(from, sorted.length, (i) => sorted[i]! >= value)).toBe(expected);
    }),
  );
});

it("firstIndexWhere returns the end of an empty range and of a range without a match", () => {
  expect(firstIndexWhere(3, 3, () => true)).toBe(3);
  expect(firstIndexWhere(0, 4, () => false)).toBe(4);
});

it("lastAtMost and nearbyLastAtMost find what a linear search finds", () => {
  fc.assert(
    fc.property(sortedNumbers, fc.nat(55), fc.nat(5), (sorted, value, from) => {
      fc.pre(from < sorted.length && sorted[from]! <= value);
      let expected = from;
      while (expected + 1 < sorted.length && sorted[expected + 1]! <= value) expected++;
      expect(lastAtMost(sorted, value, from, sorted.length)).toBe(expected);
      expect(nearbyLastAtMost(sorted, value, from, sorted.length)).toBe(expected);
    }),
  );
});

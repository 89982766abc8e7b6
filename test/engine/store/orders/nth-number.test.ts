import fc from "fast-check";
import { expect, it } from "vitest";
import { selectNth } from "../../../../src/engine/store/tasks/nth-number.ts";
import { SEED as seed } from "../../../effort.ts";

it(`the n-th number is that of a sort, with lower ones before it and higher ones after it (seed ${seed})`, () => {
  const number = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double({ noNaN: true }));
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 400 }), fc.nat(), (drawn, pick) => {
      const numbers = Float64Array.from(drawn, (each) => each + 0);
      const n = pick % numbers.length;
      const sorted = numbers.toSorted();
      expect(selectNth(numbers, n)).toBe(sorted[n]);
      expect(numbers.subarray(0, n).every((each) => each <= sorted[n]!)).toBe(true);
      expect(numbers.subarray(n).every((each) => each >= sorted[n]!)).toBe(true);
      expect(numbers.toSorted()).toEqual(sorted);
    }),
    { seed },
  );
});

/** Numbers whose middle one is never a good pivot: the first, middle and last of each part are its lowest ones. */
function badForPivots(count: number): Float64Array {
  const places = Array.from({ length: count }, (_, i) => i);
  const numbers = new Float64Array(count);
  let next = 0;
  while (places.length > 2) {
    const middle = (places.length - 1) >>> 1;
    numbers[places[0]!] = next++;
    numbers[places[middle]!] = next++;
    places.splice(middle, 1);
    places.shift();
  }
  for (const place of places) numbers[place] = next++;
  return numbers;
}

it("bad pivots do not make it slow", () => {
  const numbers = badForPivots(20_000);
  let reads = 0;
  const counted = new Proxy(numbers, {
    get(target, key) {
      if (typeof key === "string" && /^\d+$/.test(key)) reads++;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  expect(selectNth(counted, 19_000)).toBe(19_000);
  expect(reads / numbers.length).toBeLessThan(200);
});

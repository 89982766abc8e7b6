import { expect, it } from "vitest";
import { RepeatMap } from "../../../src/values/caches/repeat-map.ts";

/** Returns the values that a map returns for keys, one after the other. Each new value is the number of its request. */
function request(map: RepeatMap<number>, keys: readonly string[]): number[] {
  return keys.map((key, i) => map.getOrMake(key, () => i));
}

it("keeps a value when it is made for the second time", () => {
  expect(request(new RepeatMap<number>(2), ["a", "a", "a", "a"])).toEqual([0, 1, 1, 1]);
});

it("evicts the least recently used value beyond its capacity, and keeps its key longer", () => {
  const keys = ["a", "a", "b", "b", "b", "a", "a", "b"];
  expect(request(new RepeatMap<number>(1), keys)).toEqual([0, 1, 2, 3, 3, 5, 5, 7]);
});

it("knows a key for at least four, and at most eight, times as many other keys as its capacity", () => {
  const others = (count: number) => Array.from({ length: count }, (_, i) => `other ${i}`);
  expect(request(new RepeatMap<number>(1), ["a", ...others(3), "a", "a"]).slice(-2)).toEqual([4, 4]);
  expect(request(new RepeatMap<number>(1), ["a", ...others(8), "a", "a"]).slice(-2)).toEqual([9, 10]);
});

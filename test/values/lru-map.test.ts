import { expect, it } from "vitest";
import { LruMap } from "../../src/values/lru-map.ts";

it("evicts the least recently used entry beyond its capacity", () => {
  const map = new LruMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c"), map.size]).toEqual([1, undefined, 3, 2]);
});

it("replaces a value without evicting another", () => {
  const map = new LruMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.set("b", 3);
  expect([map.get("a"), map.get("b")]).toEqual([1, 3]);
});

it("creates a missing value once", () => {
  const map = new LruMap<string, number>(1);
  let made = 0;
  const make = () => ++made;
  expect([map.getOrCreate("a", make), map.getOrCreate("a", make), map.getOrCreate("b", make)]).toEqual([
    1, 1, 2,
  ]);
});

it("rejects a capacity below 1", () => {
  expect(() => new LruMap(0)).toThrow(RangeError);
  expect(() => new LruMap(1.5)).toThrow(RangeError);
});

import { expect, it } from "vitest";
import { RepeatMap } from "../../../src/http/reading/repeat-map.ts";

it("keeps a value when its key is set for the second time", () => {
  const map = new RepeatMap<number>(2);
  map.set("a", 1);
  expect(map.get("a")).toBeUndefined();
  map.set("a", 2);
  expect(map.get("a")).toBe(2);
});

it("evicts the least recently used value beyond its capacity, and keeps its key longer", () => {
  const map = new RepeatMap<number>(1);
  for (const key of ["a", "a", "b", "b"]) map.set(key, 1);
  expect([map.get("a"), map.get("b")]).toEqual([undefined, 1]);
  map.set("a", 2);
  expect(map.get("a")).toBe(2);
});

it("forgets a key after four times as many other keys as its capacity", () => {
  for (const [others, kept] of [
    [3, 1],
    [4, undefined],
  ] as const) {
    const map = new RepeatMap<number>(1);
    map.set("a", 1);
    for (let i = 0; i < others; i++) map.set(`other ${i}`, 1);
    map.set("a", 1);
    expect(map.get("a")).toBe(kept);
  }
});

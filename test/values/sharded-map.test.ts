import { expect, it } from "vitest";
import { ShardedMap } from "../../src/values/sharded-map.ts";

const date = new Date(0);
const KEYS: readonly unknown[] = [
  ...Array.from({ length: 10_000 }, (_, i) => `key ${i}`),
  ...Array.from({ length: 5000 }, (_, i) => i / 4 - 100),
  ...Array.from({ length: 500 }, (_, i) => BigInt(i)),
  ...["", "\0", "ab", "ba", null, undefined, true, false, NaN, Infinity, -Infinity, date],
];

it("a sharded map has the same entries as a map, with few and with many keys", () => {
  const map = new Map<unknown, number>();
  const sharded = new ShardedMap<unknown, number>();
  for (const [i, key] of KEYS.entries()) {
    expect(sharded.has(key)).toBe(map.has(key));
    map.set(key, i);
    sharded.set(key, i);
  }
  for (const key of KEYS) expect(sharded.get(key)).toBe(map.get(key));
  expect(sharded.get(-0)).toBe(map.get(0));
  for (const missing of ["key 10000", 0.1, 500n, new Date(0), Symbol()]) {
    expect(sharded.get(missing)).toBeUndefined();
    expect(sharded.has(missing)).toBe(false);
  }
});

it("a sharded map replaces the value of a key", () => {
  const sharded = new ShardedMap<string, number>();
  for (let round = 0; round < 2; round++) for (let i = 0; i < 9000; i++) sharded.set(`key ${i}`, round + i);
  expect(sharded.get("key 8999")).toBe(9000);
});

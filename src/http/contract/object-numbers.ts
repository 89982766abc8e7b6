import { getOrInsert } from "../../values/caches/get-or-insert.ts";

const numbers = new WeakMap<object, number>();
let numbered = 0;

/** Returns a number that no other object has, for cache keys. */
export function objectNumber(object: object): number {
  return getOrInsert(numbers, object, () => ++numbered);
}

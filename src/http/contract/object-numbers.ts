const numbers = new WeakMap<object, number>();
let numbered = 0;

/** Returns a number that no other object has, for cache keys. */
export function objectNumber(object: object): number {
  let number = numbers.get(object);
  if (number === undefined) numbers.set(object, (number = ++numbered));
  return number;
}

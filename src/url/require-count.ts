/** @throws RangeError if the value is not an integer >= 0. */
export function requireCount(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${name} must be an integer >= 0, got ${value}`);
  return value;
}

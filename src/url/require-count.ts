/**
 * Returns the value if it is an integer >= 0.
 *
 * @throws RangeError otherwise.
 */
export function requireCount(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${name} must be an integer >= 0, got ${value}`);
  return value;
}

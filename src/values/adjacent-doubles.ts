/** Returns the least double greater than `number`. Requires a finite number. */
export function nextDouble(number: number): number {
  if (number === 0) return Number.MIN_VALUE;
  VIEW.setFloat64(0, number);
  VIEW.setBigInt64(0, VIEW.getBigInt64(0) + (number > 0 ? 1n : -1n));
  return VIEW.getFloat64(0);
}

export function previousDouble(number: number): number {
  return -nextDouble(-number);
}

const VIEW = new DataView(new ArrayBuffer(8));

/** Converts a bigint to a number if a double holds it exactly. */
export function narrowBigint(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

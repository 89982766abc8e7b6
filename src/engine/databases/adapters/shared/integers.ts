/** A whole number as a number where one can hold it, as a bigint where not. */
export function plainInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

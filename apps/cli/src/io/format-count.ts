/** @example formatCount(1200) // "1,200" */
export function formatCount(count: number): string {
  return (format ??= new Intl.NumberFormat("en-US")).format(count);
}

/** @example formatRows(1) // "1 row" */
export function formatRows(count: number): string {
  return count === 1 ? "1 row" : `${count === 0 ? "no" : formatCount(count)} rows`;
}

/** Created on first use, because it takes Node as long as a fifth of its own start. */
let format: Intl.NumberFormat | undefined;

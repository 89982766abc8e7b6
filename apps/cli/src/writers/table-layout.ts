/** Layout of a table: which columns a terminal has room for, and how wide each of them is. */

/** Columns between the cells of a line. */
export const GAP = "  ";
/** Sign at the end of a line that columns were left out. */
export const MORE = "…";
/** Minimum width of a narrowed column, unless its numbers need more. */
const MIN_WIDTH = 5;

const MORE_WIDTH = GAP.length + MORE.length;

/** Widths of a column in terminal columns. */
export interface ColumnWidths {
  /** Width of the widest cell, or of the name. */
  readonly natural: number;
  /** Width of the widest number, date or time: these are never cut. */
  readonly uncut: number;
}

/**
 * Returns the widths of the columns. Narrows the widest columns first, and each at most to its numbers. If that is not
 * enough, omits columns from the end. The list is empty if not even the first column fits.
 * @param room width of the terminal
 */
export function fitColumns(columns: readonly ColumnWidths[], room: number): readonly number[] {
  for (let count = columns.length; count > 0; count--) {
    const shown = columns.slice(0, count);
    const sign = count < columns.length ? MORE_WIDTH : 0;
    const space = room - GAP.length * (count - 1) - sign;
    const widths = narrow(shown, space);
    if (widths !== undefined) return widths;
  }
  return [];
}

/** Returns the widths with the largest maximum that fits into the space. Undefined if no maximum does. */
function narrow(columns: readonly ColumnWidths[], space: number): readonly number[] | undefined {
  const minWidths = columns.map(({ natural, uncut }) => Math.max(uncut, Math.min(natural, MIN_WIDTH)));
  const atMost = (cap: number) =>
    columns.map(({ natural }, i) => Math.max(minWidths[i]!, Math.min(natural, cap)));
  if (sum(minWidths) > space) return undefined;
  let low = MIN_WIDTH;
  let high = Math.max(low, ...columns.map(({ natural }) => natural));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sum(atMost(middle)) <= space) low = middle;
    else high = middle - 1;
  }
  return atMost(low);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

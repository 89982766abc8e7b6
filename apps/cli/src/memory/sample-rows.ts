import type { Row } from "../formats/row.ts";

export interface Sample {
  readonly sample: readonly Row[];
  /** Numbers of the rows in their file, from 1. Undefined if the sample is all rows. */
  readonly numbers: readonly number[] | undefined;
}

/**
 * Takes evenly distributed rows, because the first ones may be alike. Adds a row for each member that they
 * lack.
 */
export function sampleRows(rows: readonly Row[], limit: number): Sample {
  if (rows.length <= limit) return { sample: rows, numbers: undefined };
  const sample: Row[] = [];
  const numbers: number[] = [];
  for (let i = 0; i < limit; i++) {
    const at = Math.floor((i * rows.length) / limit);
    sample.push(rows[at]!);
    numbers.push(at + 1);
  }
  const names = new Set(sample.flatMap((row) => Object.keys(row)));
  for (const [at, row] of rows.entries()) {
    let hasNewName = false;
    for (const name in row) {
      if (names.has(name)) continue;
      names.add(name);
      hasNewName = true;
    }
    if (!hasNewName) continue;
    sample.push(row);
    numbers.push(at + 1);
  }
  return { sample, numbers };
}

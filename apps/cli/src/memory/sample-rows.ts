import type { Row } from "../formats/row.ts";

/**
 * Takes evenly distributed rows, because the first ones may be alike. Adds a row for each member that they
 * lack.
 */
export function sampleRows(rows: readonly Row[], limit: number): readonly Row[] {
  if (rows.length <= limit) return rows;
  const sample: Row[] = [];
  for (let i = 0; i < limit; i++) sample.push(rows[Math.floor((i * rows.length) / limit)]!);
  const names = new Set(sample.flatMap((row) => Object.keys(row)));
  for (const row of rows) {
    let hasNewName = false;
    for (const name in row) {
      if (names.has(name)) continue;
      names.add(name);
      hasNewName = true;
    }
    if (hasNewName) sample.push(row);
  }
  return sample;
}

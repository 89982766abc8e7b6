import type { Row } from "../formats/row.ts";

/**
 * Returns about `limit` rows for type inference, evenly distributed, because the first rows may be of one kind. Adds
 * the first row of each member that would otherwise be missing.
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

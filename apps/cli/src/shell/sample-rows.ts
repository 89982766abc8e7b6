/** Some rows that stand for all when types are told from them. */
import type { Row } from "../io/row-reader.ts";

/**
 * At most some rows, evenly from all places, since the first ones can be of one kind; and with them the first row of
 * each member that none of these has, however rare it is.
 */
export function sampleRows(rows: readonly Row[], most: number): readonly Row[] {
  if (rows.length <= most) return rows;
  const chosen: Row[] = [];
  for (let i = 0; i < most; i++) chosen.push(rows[Math.floor((i * rows.length) / most)]!);
  const names = new Set(chosen.flatMap((row) => Object.keys(row)));
  for (const row of rows) {
    let isNew = false;
    for (const name in row) {
      if (names.has(name)) continue;
      names.add(name);
      isNew = true;
    }
    if (isNew) chosen.push(row);
  }
  return chosen;
}

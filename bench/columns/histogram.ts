/**
 * Returns a page of rows that have ranks, as a reference: counts the rows of each rank, then collects the rows of the rank that
 * contains row `start` of the order.
 */
export function histogramPage(ranks: Uint16Array, start: number, limit: number): number[] {
  const counts = new Uint32Array(0x1_0000);
  for (let row = 0; row < ranks.length; row++) counts[ranks[row]!]!++;
  let rank = 0;
  for (let before = 0; before + counts[rank]! <= start; rank++) before += counts[rank]!;
  const found: number[] = [];
  for (let row = 0; row < ranks.length; row++) if (ranks[row] === rank) found.push(row);
  return found.slice(0, limit);
}

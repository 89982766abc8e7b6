/** What a page costs at the least where each row has a rank: counting, and collecting the rows of one rank. */
export function histogramPage(ranks: Uint16Array, start: number, limit: number): number[] {
  const counts = new Uint32Array(0x1_0000);
  for (let row = 0; row < ranks.length; row++) counts[ranks[row]!]!++;
  let rank = 0;
  for (let before = 0; before + counts[rank]! <= start; rank++) before += counts[rank]!;
  const found: number[] = [];
  for (let row = 0; row < ranks.length; row++) if (ranks[row] === rank) found.push(row);
  return found.slice(0, limit);
}

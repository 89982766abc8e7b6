import type { Manifest } from "./format.ts";
import type { RowBlock } from "./saved-rows.ts";
import type { SectionReader } from "./section-reader.ts";

/** The rows of a file, as texts. */
export async function readBlocks(reader: SectionReader): Promise<RowBlock[]> {
  const blocks: RowBlock[] = [];
  let first = 0;
  for (const { rows, texts, starts } of reader.manifest.blocks) {
    const part = `rows ${first} to ${first + rows - 1}`;
    const places = await reader.u32(starts, rows + 1, part);
    const bytes = await reader.bytes(texts, part);
    if (!areInOrder(places, bytes.length)) throw reader.impossible(starts, part);
    blocks.push({ texts: bytes, starts: places });
    first += rows;
  }
  return blocks;
}

/** From 0 on, none before the one before it, the last one at the end. */
export function areInOrder(places: Uint32Array, end: number): boolean {
  for (let i = 1; i < places.length; i++) if (places[i]! < places[i - 1]!) return false;
  return places[0] === 0 && places.at(-1) === end;
}

/** One bit a row for those that had not gone; undefined where none had. */
export async function readLive(
  reader: SectionReader,
  { live, rows }: Manifest,
): Promise<Uint32Array | undefined> {
  if (live === null) return undefined;
  const bits = await reader.u32(live, Math.ceil(rows / 32), "live rows");
  // A bit of no row would be counted as one.
  if (rows % 32 !== 0 && bits.at(-1)! >>> (rows % 32) !== 0) throw reader.impossible(live, "live rows");
  return bits;
}

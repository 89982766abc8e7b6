import type { Manifest } from "./format.ts";
import type { RowBlock, RowBlocks } from "../texts/text-rows.ts";
import { numbersOf, type SectionReader } from "./section-reader.ts";

export async function readBlocks(reader: SectionReader): Promise<RowBlock[]> {
  const blocks: RowBlock[] = [];
  let first = 0;
  for (const { rows, texts, starts } of reader.manifest.blocks) {
    const part = `rows ${first} to ${first + rows - 1}`;
    const offsets = await reader.u32(starts, rows + 1, part);
    const bytes = await reader.bytes(texts, part);
    if (!areOffsets(offsets, bytes.length)) throw reader.impossible(starts, part);
    blocks.push({ texts: bytes, starts: offsets });
    first += rows;
  }
  return blocks;
}

/** Returns the blocks of rows, each of which is read and checked when a row of it is first needed. */
export function blocksOnDemand(reader: SectionReader): RowBlocks {
  let first = 0;
  return reader.manifest.blocks.map(({ rows, texts, starts }) => {
    const part = `rows ${first} to ${first + rows - 1}`;
    first += rows;
    return {
      rows,
      read: () => {
        const offsets = reader.bytesNow(starts, part);
        const bytes = reader.bytesNow(texts, part);
        const block = { texts: bytes, starts: numbersOf(offsets) };
        if (block.starts.length !== rows + 1 || !areOffsets(block.starts, bytes.length))
          throw reader.impossible(starts, part);
        return block;
      },
    };
  });
}

/** Returns whether offsets begin with 0, never descend and end with `end`. */
function areOffsets(offsets: Uint32Array, end: number): boolean {
  for (let i = 1; i < offsets.length; i++) if (offsets[i]! < offsets[i - 1]!) return false;
  return offsets[0] === 0 && offsets.at(-1) === end;
}

/** Reads the bitmap of live rows, one bit per row. Returns undefined if all rows are live. */
export async function readLive(
  reader: SectionReader,
  { live, rows }: Manifest,
): Promise<Uint32Array | undefined> {
  if (live === null) return undefined;
  const bits = await reader.u32(live, Math.ceil(rows / 32), "live rows");
  // Set bits after the last row would be counted as rows.
  if (rows % 32 !== 0 && bits.at(-1)! >>> (rows % 32) !== 0) throw reader.impossible(live, "live rows");
  return bits;
}

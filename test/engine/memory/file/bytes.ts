import type { MemoryCollection } from "../../../../src/engine/memory/collection-types.ts";
import {
  writeCollection,
  type SaveOptions,
  type SaveResult,
} from "../../../../src/engine/memory/file/write-collection.ts";

/** What a file of the collection has in it. */
export async function savedBytes<T>(
  collection: MemoryCollection<T>,
  options: SaveOptions = {},
): Promise<{ readonly result: SaveResult; readonly bytes: Uint8Array }> {
  const parts: Uint8Array[] = [];
  const result = await writeCollection(collection, (part) => void parts.push(part.slice()), options);
  return { result, bytes: joined(parts) };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

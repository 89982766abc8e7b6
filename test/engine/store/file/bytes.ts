import { checksumOf } from "../../../../src/engine/store/file/checksum.ts";
import { FOOTER_BYTES, HEADER_BYTES } from "../../../../src/engine/store/file/format.ts";
import type { MemoryCollection } from "../../../../src/engine/store/collections/memory-collection.ts";
import {
  writeCollection,
  type SaveOptions,
  type SaveResult,
} from "../../../../src/engine/store/file/write-collection.ts";

/** Returns the bytes of a saved collection. */
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

export function manifestOf(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - FOOTER_BYTES);
  const at = Number(view.getBigUint64(0, true));
  return JSON.parse(new TextDecoder().decode(bytes.subarray(at, at + view.getUint32(8, true))));
}

/** Returns the file with another manifest and a correct checksum. */
export function forged(bytes: Uint8Array, manifest: unknown): Uint8Array {
  const footer = bytes.slice(-FOOTER_BYTES);
  const view = new DataView(footer.buffer);
  const text = new TextEncoder().encode(JSON.stringify(manifest));
  const at = Number(view.getBigUint64(0, true));
  view.setUint32(8, text.length, true);
  const parts = [bytes.subarray(0, HEADER_BYTES), text, footer.subarray(0, 12)];
  view.setUint32(
    12,
    parts.reduce((sum, part) => checksumOf(part, sum), 0),
    true,
  );
  const all = new Uint8Array(at + text.length + FOOTER_BYTES);
  all.set(bytes.subarray(0, at));
  all.set(text, at);
  all.set(footer, at + text.length);
  return all;
}

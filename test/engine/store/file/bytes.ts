import { checksumOf } from "../../../../src/engine/store/file/checksum.ts";
import { END_MAGIC, FOOTER_BYTES, HEADER_BYTES } from "../../../../src/engine/store/file/format.ts";
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
  return { result, bytes: new Uint8Array(Buffer.concat(parts)) };
}

export function manifestOf(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - FOOTER_BYTES);
  const at = Number(view.getBigUint64(0, true));
  return JSON.parse(new TextDecoder().decode(bytes.subarray(at, at + view.getUint32(8, true))));
}

/** Returns the file with another manifest and a correct checksum. */
export function forged(bytes: Uint8Array, manifest: unknown): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - FOOTER_BYTES);
  return withManifest(bytes.subarray(0, Number(view.getBigUint64(0, true))), manifest);
}

/** Returns a file with a manifest and a footer after the given sections, which begin with the header. */
export function withManifest(sections: Uint8Array, manifest: unknown): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(manifest));
  const footer = new Uint8Array(FOOTER_BYTES);
  const view = new DataView(footer.buffer);
  view.setBigUint64(0, BigInt(sections.length), true);
  view.setUint32(8, text.length, true);
  const parts = [sections.subarray(0, HEADER_BYTES), text, footer.subarray(0, 12)];
  view.setUint32(
    12,
    parts.reduce((sum, part) => checksumOf(part, sum), 0),
    true,
  );
  footer.set(END_MAGIC, 16);
  return new Uint8Array(Buffer.concat([sections, text, footer]));
}

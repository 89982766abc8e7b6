import { checksumOf } from "./checksum.ts";
import { END_MAGIC, FOOTER_BYTES, headerBytes, padded, type Manifest, type SectionNumber } from "./format.ts";

/** Consecutive bytes of a file, chunk by chunk. Yields undefined after a step of work that made no bytes. */
export type Chunks<T> = Generator<Uint8Array | undefined, T, void>;

/** Writes the sections of a saved collection. The manifest comes last, so that the writer never seeks back. */
export class SectionWriter {
  readonly #sections: [bytes: number, checksum: number][] = [];
  readonly #header = headerBytes();
  #position = 0;

  *header(): Chunks<void> {
    yield* this.#write(this.#header);
  }

  /** Writes a section and returns its number. Each part can be overwritten once the next part is requested. */
  *section(parts: Iterable<Uint8Array>): Chunks<SectionNumber> {
    let bytes = 0;
    let checksum = 0;
    for (const part of parts) {
      bytes += part.length;
      checksum = checksumOf(part, checksum);
      yield* this.#write(part);
    }
    const padding = new Uint8Array(padded(bytes) - bytes);
    checksum = checksumOf(padding, checksum);
    yield* this.#write(padding);
    return this.#sections.push([bytes, checksum]) - 1;
  }

  *manifest(content: Omit<Manifest, "sections">): Chunks<void> {
    const manifest = new TextEncoder().encode(JSON.stringify({ ...content, sections: this.#sections }));
    const footer = new Uint8Array(FOOTER_BYTES);
    const view = new DataView(footer.buffer);
    view.setBigUint64(0, BigInt(this.#position), true);
    view.setUint32(8, manifest.length, true);
    view.setUint32(12, endChecksum(this.#header, manifest, footer), true);
    footer.set(END_MAGIC, 16);
    yield* this.#write(manifest);
    yield* this.#write(footer);
  }

  *#write(bytes: Uint8Array): Chunks<void> {
    this.#position += bytes.length;
    if (bytes.length > 0) yield bytes;
  }
}

/** Returns the checksum of the header, the manifest and the first twelve bytes of the footer. */
export function endChecksum(header: Uint8Array, manifest: Uint8Array, footer: Uint8Array): number {
  return checksumOf(footer.subarray(0, 12), checksumOf(manifest, checksumOf(header)));
}

/**
 * Splits zstd data (RFC 8878) at the ends of its frames. The decompressor of Node silently drops the rest of a chunk in which
 * a frame ends.
 */

const FRAME_MAGIC = 0xfd2fb528;
/** Magic number of a skippable frame, without its last 4 bits. */
const SKIPPABLE_MAGIC = 0x184d2a50;
const LARGEST_HEADER_BYTES = 18;
const BLOCK_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;

/** Yields the chunks so that no chunk contains bytes of two frames. Leaves damaged data to the decompressor. */
export async function* splitFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const frames = new FrameScanner();
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length;) {
      const end = frames.scan(chunk, start);
      yield chunk.subarray(start, end);
      start = end;
    }
  }
}

type Part = "frame" | "block" | "end";

/** Finds the ends of frames by the sizes in their headers. */
class FrameScanner {
  /** Bytes of the current header so far. */
  readonly #header = Buffer.alloc(LARGEST_HEADER_BYTES);
  #headerBytes = 0;
  /** Bytes of the current block that are skipped. */
  #skipped = 0;
  #next: Part = "frame";
  #hasChecksum = false;

  /** Returns the end of the frame, or of the chunk if the frame does not end in it. */
  scan(chunk: Uint8Array, start: number): number {
    for (let at = start; at < chunk.length;) {
      if (this.#skipped === 0) {
        this.#header[this.#headerBytes++] = chunk[at++]!;
        this.#readHeader();
      }
      const skipped = Math.min(this.#skipped, chunk.length - at);
      at += skipped;
      this.#skipped -= skipped;
      if (this.#skipped > 0 || this.#next !== "end") continue;
      this.#next = "frame";
      return at;
    }
    return chunk.length;
  }

  #readHeader(): void {
    const bytes = this.#headerBytes;
    if (this.#next === "frame") {
      if (bytes < 5) return;
      const magic = this.#header.readUInt32LE(0);
      if ((magic & 0xfffffff0) === SKIPPABLE_MAGIC) {
        if (bytes < 8) return;
        this.#skip(this.#header.readUInt32LE(4), "end");
        return;
      }
      if (magic !== FRAME_MAGIC) {
        this.#skip(Infinity, "end");
        return;
      }
      const descriptor = this.#header[4]!;
      if (bytes < headerBytes(descriptor)) return;
      this.#hasChecksum = (descriptor & 4) !== 0;
      this.#skip(0, "block");
      return;
    }
    if (bytes < BLOCK_HEADER_BYTES) return;
    const block = this.#header.readUIntLE(0, BLOCK_HEADER_BYTES);
    const isLast = (block & 1) !== 0;
    // A block of type 1 repeats one byte.
    const size = ((block >> 1) & 3) === 1 ? 1 : block >> 3;
    this.#skip(size + (isLast && this.#hasChecksum ? CHECKSUM_BYTES : 0), isLast ? "end" : "block");
  }

  #skip(bytes: number, next: Part): void {
    this.#headerBytes = 0;
    this.#skipped = bytes;
    this.#next = next;
  }
}

function headerBytes(descriptor: number): number {
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
  const contentSizeBytes = sizeFlag === 0 ? Number(isSingleSegment) : 1 << sizeFlag;
  return 5 + Number(!isSingleSegment) + dictionaryBytes + contentSizeBytes;
}

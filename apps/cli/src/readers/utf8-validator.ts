/** Validates UTF-8 in chunks. Decoding without validation would replace invalid bytes by U+FFFD. */
import { isUtf8 } from "node:buffer";

export interface InvalidBytes {
  readonly byte: number;
}

export interface ValidatedChunk {
  readonly bytes: Buffer;
  readonly bad: InvalidBytes | undefined;
}

const NOTHING = Buffer.alloc(0);
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export class Utf8Validator {
  /** Number of skipped bytes: 3 for a byte order mark. Valid once `push` has returned bytes. */
  skipped = 0;
  #started = false;
  /** Incomplete character or byte order mark at the end of the last chunk. */
  #incomplete: Buffer = NOTHING;

  push(chunk: Uint8Array): ValidatedChunk {
    let bytes: Buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.#incomplete.length > 0) bytes = Buffer.concat([this.#incomplete, bytes]);
    this.#incomplete = NOTHING;
    if (!this.#started) {
      if (bytes.length < 3 && bytes.equals(BYTE_ORDER_MARK.subarray(0, bytes.length))) {
        this.#incomplete = bytes;
        return { bytes: NOTHING, bad: undefined };
      }
      this.#started = true;
      if (bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) {
        this.skipped = 3;
        bytes = bytes.subarray(3);
      }
    }
    const whole = wholeCharacters(bytes);
    const good = bytes.subarray(0, whole);
    if (!isUtf8(good)) {
      const at = firstBadByte(good);
      return { bytes: good.subarray(0, at), bad: { byte: good[at]! } };
    }
    // Copies the bytes, because the caller may reuse the memory of the chunk.
    if (whole < bytes.length) this.#incomplete = Buffer.from(bytes.subarray(whole));
    return { bytes: good, bad: undefined };
  }

  /** Returns the first byte of a character that is incomplete at the end of the input. */
  end(): InvalidBytes | undefined {
    return this.#incomplete.length > 0 ? { byte: this.#incomplete[0]! } : undefined;
  }
}

/** Returns the length of `bytes` without an incomplete character at the end. */
function wholeCharacters(bytes: Buffer): number {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back]!;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? length - back : length;
  }
  return length;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** Returns the index of the first invalid byte (Unicode Standard, table 3-7). */
function firstBadByte(bytes: Buffer): number {
  let i = 0;
  while (i < bytes.length) {
    const lead = bytes[i]!;
    const length = lead < 0x80 ? 1 : sequenceLength(lead);
    if (!isUtf8(bytes.subarray(i, i + length))) return i;
    i += length;
  }
  return i;
}

/**
 * Lets through what is valid UTF-8 and holds back what is not, chunk by chunk. Decoding alone would put U+FFFD in the
 * place of bad bytes, and a filter would then compare what is not in the file.
 */
import { isUtf8 } from "node:buffer";

/** Bytes that are no UTF-8. */
export interface BadBytes {
  /** The first byte of what is no character. */
  readonly byte: number;
}

/** What a chunk gives: the good bytes, and what is wrong after them. */
export interface Admitted {
  readonly bytes: Buffer;
  readonly bad?: BadBytes;
}

const NOTHING = Buffer.alloc(0);
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export class Utf8Gate {
  /** Bytes that were dropped at the start: 3 for a byte order mark. Known once bytes were let through. */
  skipped = 0;
  #started = false;
  /** The beginning of a character (or of a byte order mark) whose rest is still to come. */
  #held: Buffer = NOTHING;

  push(chunk: Uint8Array): Admitted {
    let bytes: Buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.#held.length > 0) bytes = Buffer.concat([this.#held, bytes]);
    this.#held = NOTHING;
    if (!this.#started) {
      if (bytes.length < 3 && bytes.equals(BYTE_ORDER_MARK.subarray(0, bytes.length))) {
        this.#held = bytes;
        return { bytes: NOTHING };
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
    // A copy: the caller may use the memory of the chunk again.
    if (whole < bytes.length) this.#held = Buffer.from(bytes.subarray(whole));
    return { bytes: good };
  }

  /** The input is at its end: what is still held back is the beginning of a character that never came. */
  end(): BadBytes | undefined {
    return this.#held.length > 0 ? { byte: this.#held[0]! } : undefined;
  }
}

/** How many bytes there are without a sequence at the end that has begun and may go on. */
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

/** The index of the first byte that does not belong to a well-formed sequence (Unicode, table 3-7). */
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

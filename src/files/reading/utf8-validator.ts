/** Validates UTF-8 in chunks. Decoding without validation would replace invalid bytes without a report. */
import { characterLength, sequenceLength } from "../bytes/character-length.ts";
import { concatBytes, isUtf8, NO_BYTES } from "../bytes/decode.ts";

export interface InvalidBytes {
  readonly byte: number;
  /** The first invalid byte, and the bytes after it. The last character is complete. */
  readonly rest: Uint8Array;
}

export interface ValidatedChunk {
  /** Valid bytes before the first invalid one. */
  readonly bytes: Uint8Array;
  readonly bad: InvalidBytes | undefined;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export class Utf8Validator {
  /** Number of skipped bytes: 3 for a byte order mark. Valid once `push` has returned bytes. */
  skipped = 0;
  #started = false;
  /** Incomplete character or byte order mark at the end of the last chunk. */
  #incomplete: Uint8Array = NO_BYTES;

  push(chunk: Uint8Array): ValidatedChunk {
    let bytes = this.#incomplete.length > 0 ? concatBytes([this.#incomplete, chunk]) : chunk;
    this.#incomplete = NO_BYTES;
    if (!this.#started) {
      if (bytes.length < 3 && bytes.every((byte, i) => byte === BYTE_ORDER_MARK[i])) {
        this.#incomplete = bytes;
        return { bytes: NO_BYTES, bad: undefined };
      }
      this.#started = true;
      if (BYTE_ORDER_MARK.every((byte, i) => byte === bytes[i])) {
        this.skipped = 3;
        bytes = bytes.subarray(3);
      }
    }
    const whole = wholeCharacters(bytes);
    const good = bytes.subarray(0, whole);
    // Copies the bytes, because the caller may reuse the memory of the chunk.
    if (whole < bytes.length) this.#incomplete = new Uint8Array(bytes.subarray(whole));
    return isUtf8(good) ? { bytes: good, bad: undefined } : splitAt(good, firstBadByte(good));
  }

  /** Returns the character that is incomplete at the end of the input. */
  end(): InvalidBytes | undefined {
    const rest = this.#incomplete;
    return rest.length > 0 ? { byte: rest[0]!, rest } : undefined;
  }
}

function splitAt(bytes: Uint8Array, at: number): ValidatedChunk {
  return { bytes: bytes.subarray(0, at), bad: { byte: bytes[at]!, rest: bytes.subarray(at) } };
}

/** Returns the length of `bytes` without an incomplete character at the end. */
function wholeCharacters(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back]!;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? length - back : length;
  }
  return length;
}

/** Returns the index of the first invalid byte. */
function firstBadByte(bytes: Uint8Array): number {
  let i = 0;
  for (let length = 0; i < bytes.length; i += length) {
    length = characterLength(bytes, i);
    if (length < 0) break;
  }
  return i;
}

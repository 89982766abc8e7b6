/**
 * Validates UTF-8 in chunks, replaces invalid bytes by U+FFFD, and maps positions after them to those of the file. Decoding without
 * validation would replace invalid bytes without a report.
 */
import { firstIndexWhere } from "../../values/binary-search.ts";
import { encodingOfMark, mayBeMark } from "../bytes/encodings.ts";
import { concatBytes, encodeUtf8, isUtf8, NO_BYTES } from "../bytes/decode.ts";
import { ReadingFault } from "../rows/reading-fault.ts";

const REPLACEMENT = encodeUtf8("\uFFFD");
/** Maximum number of replacements whose places are kept. Errors refer to bytes that were read recently. */
const MAX_PLACES = 100_000;

export class Utf8Validator {
  /** Number of skipped bytes: 3 for a byte order mark. Valid once `push` has returned bytes. */
  skipped = 0;
  /** Number of replacements. */
  count = 0;
  /** Number of bytes up to the end of those that were returned. */
  passed = 0;
  #started = false;
  /** Incomplete character or byte order mark at the end of the last chunk. */
  #incomplete: Uint8Array = NO_BYTES;
  #hasNull = false;
  /** Number of bytes that replacements have added. */
  #added = 0;
  /** Ends of the latest replacements in the bytes that were returned, and the bytes added up to them. */
  #ends: number[] = [];
  #sums: number[] = [];

  /**
   * Returns the valid bytes before the first invalid one, and the invalid one with the bytes after it. The last character of both is
   * complete.
   */
  push(chunk: Uint8Array): { readonly bytes: Uint8Array; readonly bad: Uint8Array | undefined } {
    let bytes = this.#incomplete.length > 0 ? concatBytes([this.#incomplete, chunk]) : chunk;
    this.#incomplete = NO_BYTES;
    if (!this.#started) {
      if (mayBeMark(bytes)) {
        this.#incomplete = new Uint8Array(bytes);
        return { bytes: NO_BYTES, bad: undefined };
      }
      this.#started = true;
      if (encodingOfMark(bytes) === "utf-8") {
        this.skipped = this.passed = 3;
        bytes = bytes.subarray(3);
      }
    }
    const length = wholeCharacters(bytes);
    const good = bytes.subarray(0, length);
    // Copies the bytes, because the caller may reuse the memory of the chunk.
    if (length < bytes.length) this.#incomplete = new Uint8Array(bytes.subarray(length));
    const end = isUtf8(good) ? length : validEnd(good, 0);
    return { bytes: this.#pass(good.subarray(0, end)), bad: end < length ? good.subarray(end) : undefined };
  }

  /** Returns the character that is incomplete at the end of the input. */
  end(): Uint8Array | undefined {
    return this.#incomplete.length > 0 ? this.#incomplete : undefined;
  }

  #pass(bytes: Uint8Array): Uint8Array {
    this.passed += bytes.length;
    this.#hasNull ||= bytes.includes(0);
    return bytes;
  }

  /**
   * Replaces invalid bytes. Stops at one after a null byte: only binary files have both.
   *
   * @param bytes begin with an invalid byte
   */
  replace(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly isBinary: boolean } {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < bytes.length;) {
      const end = validEnd(bytes, at);
      parts.push(this.#pass(bytes.subarray(at, end)));
      if (end === bytes.length) break;
      if (this.#hasNull) return { bytes: concatBytes(parts), isBinary: true };
      parts.push(REPLACEMENT);
      const replaced = -characterLength(bytes, end);
      this.#count(replaced);
      at = end + replaced;
    }
    return { bytes: concatBytes(parts), isBinary: false };
  }

  #count(replaced: number): void {
    this.count++;
    this.passed += REPLACEMENT.length;
    this.#added += REPLACEMENT.length - replaced;
    if (this.#ends.length === 2 * MAX_PLACES) {
      this.#ends = this.#ends.slice(MAX_PLACES);
      this.#sums = this.#sums.slice(MAX_PLACES);
    }
    this.#ends.push(this.passed);
    this.#sums.push(this.#added);
  }

  /** Returns an error of the reader with the position in the file. */
  inFile(error: ReadingFault): ReadingFault {
    if (this.count === 0 || error.position.byte === undefined) return error;
    const { byte, ...position } = error.position;
    const added = this.#addedBefore(byte - 1);
    const inFile = added === undefined ? position : { ...position, byte: byte - added };
    return new ReadingFault(inFile, error.reason, error.option);
  }

  /** Returns undefined for a place before those that are kept. */
  #addedBefore(offset: number): number | undefined {
    const next = firstIndexWhere(0, this.#ends.length, (i) => this.#ends[i]! > offset);
    if (next > 0) return this.#sums[next - 1];
    return this.count > this.#ends.length ? undefined : 0;
  }
}

/** Returns the number of bytes of a character by its first byte, which is none of ASCII. */
function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/**
 * Returns the number of bytes of a character (Unicode Standard, table 3-7). For invalid bytes, returns the negative number of bytes
 * that one U+FFFD replaces.
 */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const length = sequenceLength(lead);
  let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i];
    if (byte === undefined || byte < low || byte > high) return -i;
    low = 0x80;
    high = 0xbf;
  }
  return length;
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

/** Returns the offset of the first invalid byte from an offset on, or the length. */
function validEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = 0; at < bytes.length && (length = characterLength(bytes, at)) > 0;) at += length;
  return at;
}

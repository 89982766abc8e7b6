/** Replaces invalid bytes of UTF-8 by U+FFFD, and maps positions after them to those of the file. */
import { firstIndexWhere } from "../../values/binary-search.ts";
import { concatBytes, encodeUtf8 } from "../bytes/decode.ts";
import { ReadingFault } from "../rows/reading-fault.ts";
import { characterLength } from "../bytes/character-length.ts";

const REPLACEMENT = encodeUtf8("\uFFFD");
/** Maximum number of replacements whose places are kept. Errors refer to bytes that were read recently. */
const MAX_PLACES = 100_000;

export class InvalidByteReplacer {
  /** Number of replacements. */
  count = 0;
  #hasNull = false;
  /** Number of bytes that were passed to the reader, and of those before them. */
  passed: number;
  /** Number of bytes that replacements have added. */
  #added = 0;
  /** Ends of the latest replacements in the bytes of the reader, and the bytes added up to them. */
  #ends: number[] = [];
  #sums: number[] = [];

  /** @param skipped number of bytes before the first one that is passed */
  constructor(skipped: number) {
    this.passed = skipped;
  }

  /** Counts valid bytes that are passed to the reader. */
  pass(bytes: Uint8Array): void {
    this.passed += bytes.length;
    this.#hasNull ||= bytes.includes(0);
  }

  /**
   * Replaces the invalid bytes, and counts all bytes as passed. Stops at an invalid byte after a null byte: only binary files have
   * both.
   */
  replace(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly binary: number | undefined } {
    const parts: Uint8Array[] = [];
    let copied = 0;
    const copy = (end: number) => {
      if (end === copied) return;
      const part = bytes.subarray(copied, end);
      this.pass(part);
      parts.push(part);
    };
    for (let at = 0; at < bytes.length;) {
      const length = characterLength(bytes, at);
      if (length > 0) {
        at += length;
        continue;
      }
      copy(at);
      if (this.#hasNull) return { bytes: concatBytes(parts), binary: bytes[at] };
      parts.push(REPLACEMENT);
      at -= length;
      copied = at;
      this.#count(-length);
    }
    copy(bytes.length);
    return { bytes: concatBytes(parts), binary: undefined };
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

/**
 * Filters lines of NDJSON without parsing them as a whole. Rows of a file mostly have the same members in the same order, so
 * a line is compared with the previous ones: everything between its scalar values must have the same bytes. All other
 * lines are left to the JSON parser.
 */
import { NO_BYTES, decodeUtf8, encodeUtf8 } from "../bytes/decode.ts";
import type { FileRow } from "../rows/row.ts";
import { MATCHING_ROW, REJECTED_ROW, type RowFilter } from "../rows/row-filter.ts";
import { byteSet, ByteText, NumberReader } from "../bytes/byte-values.ts";
import { BACKSLASH, CARRIAGE_RETURN, DOUBLE_QUOTE, LINE_FEED, SPACE } from "../bytes/bytes.ts";
import { linePattern, MAXIMUM_LINE_BYTES, type LinePattern } from "./ndjson-pattern.ts";

/** A pattern that matches fewer lines is not worth its cost: the scanner then pauses. */
const USEFUL_MATCHES = 2;
/** Maximum number of lines of a pause. */
const MAXIMUM_PAUSE = 255;

/** Bytes that end the unescaped part of a string: quotes, backslashes and invalid control characters. */
const STRING_ENDS = byteSet([DOUBLE_QUOTE, BACKSLASH, ...Array(SPACE).keys()]);

/** Bytes after the backslash of an escape with two characters. */
const SHORT_ESCAPES = byteSet(encodeUtf8('"\\\\/bfnrt'));

export class NdjsonScanner {
  /** Number of lines that the last scan consumed. */
  lines = 0;
  readonly #filter: RowFilter;
  readonly #path: readonly string[];
  readonly #onRow: (placeholder: FileRow) => void;
  readonly #numbers = new NumberReader();
  #pattern: LinePattern | undefined;
  #row: FileRow = {};
  #text = new ByteText(NO_BYTES);
  /** Number of bytes up to the last line feed. */
  #limit = 0;
  /** Number of lines that the current pattern has matched. */
  #matched = USEFUL_MATCHES;
  /** Number of lines that are left to the JSON parser before the next comparison. */
  #pause = 0;
  #lastPause = 0;
  /** Whether the last scan ended for another reason than a line that the pattern does not match. */
  #keepsPattern = false;
  #value: unknown = null;

  /**
   * @param path names that lead to the row of each line
   * @param onRow called for each scanned line with a placeholder
   */
  constructor(filter: RowFilter, path: readonly string[], onRow: (placeholder: FileRow) => void) {
    this.#filter = filter;
    this.#path = path;
    this.#onRow = onRow;
  }

  /** Sets the bytes of the next scans. */
  begin(bytes: Uint8Array): void {
    this.#limit = bytes.lastIndexOf(LINE_FEED) + 1;
    this.#text = new ByteText(bytes);
  }

  /** Scans lines from an offset. Returns the offset of the first line that was not scanned. */
  scan(from: number): number {
    this.lines = 0;
    this.#keepsPattern = this.#pause > 0;
    if (this.#pause > 0) {
      this.#pause--;
      return from;
    }
    const pattern = this.#pattern;
    if (pattern === undefined) return from;
    const { matches, isReadable, countsOnly } = this.#filter;
    let at = from;
    while (at < this.#limit) {
      const end = this.#scanLine(at, pattern);
      if (end < 0 || end - at > MAXIMUM_LINE_BYTES) break;
      this.#matched++;
      this.#keepsPattern = isReadable?.(this.#row) === false;
      if (this.#keepsPattern) break;
      const isMatch = matches(this.#row);
      this.#keepsPattern = isMatch && !countsOnly;
      if (this.#keepsPattern) break;
      this.#onRow(isMatch ? MATCHING_ROW : REJECTED_ROW);
      this.lines++;
      at = end;
    }
    return at;
  }

  /** Compares the next lines with a line that was not scanned and is a valid row. */
  learn(start: number, end: number): void {
    if (this.#keepsPattern) return;
    const isUseful = this.#matched >= USEFUL_MATCHES;
    this.#lastPause = isUseful ? 0 : Math.min(2 * this.#lastPause + 1, MAXIMUM_PAUSE);
    this.#pause = this.#lastPause;
    this.#matched = 0;
    this.#pattern = linePattern(this.#text.bytes, start, end, this.#path, this.#filter.members);
    this.#row = {};
    for (const { member } of this.#pattern?.values ?? []) if (member !== undefined) this.#row[member] = null;
  }

  /** Sets the members of the row. Returns the offset after the line, or -1 if it does not match the pattern. */
  #scanLine(from: number, { values, rest }: LinePattern): number {
    let at = from;
    for (const { before, member } of values) {
      at = this.#literal(at, before);
      if (at >= 0) at = this.#scanValue(at, member !== undefined);
      if (at < 0) return -1;
      if (member !== undefined) this.#row[member] = this.#value;
    }
    at = this.#literal(at, rest);
    if (at < 0) return -1;
    const { bytes } = this.#text;
    if (bytes[at] === CARRIAGE_RETURN) at++;
    return bytes[at] === LINE_FEED ? at + 1 : -1;
  }

  /** Returns the offset after the given bytes, or -1 if other bytes follow. They have no line feed. */
  #literal(from: number, expected: Uint8Array): number {
    const { bytes } = this.#text;
    for (let i = 0; i < expected.length; i++) if (bytes[from + i] !== expected[i]) return -1;
    return from + expected.length;
  }

  /** Reads a scalar value. Returns the offset after it, or -1 for an invalid value and for one that needs a parser. */
  #scanValue(from: number, isNeeded: boolean): number {
    const { bytes } = this.#text;
    switch (bytes[from]) {
      case DOUBLE_QUOTE:
        return this.#scanString(from, isNeeded);
      case LOWER_N:
        return this.#word(from, "null", null);
      case LOWER_T:
        return this.#word(from, "true", true);
      case LOWER_F:
        return this.#word(from, "false", false);
      default:
        this.#value = this.#numbers.read(bytes, from);
        return this.#value === this.#value ? this.#numbers.end : -1;
    }
  }

  #scanString(from: number, isNeeded: boolean): number {
    const { bytes } = this.#text;
    let at = from + 1;
    let hasEscape = false;
    for (;;) {
      // The last byte before the limit is a line feed, so the loop ends.
      while (STRING_ENDS[bytes[at]!] === 0) at++;
      if (bytes[at] !== BACKSLASH) break;
      if (SHORT_ESCAPES[bytes[at + 1]!] === 0) return -1;
      hasEscape = true;
      at += 2;
    }
    if (bytes[at] !== DOUBLE_QUOTE) return -1;
    if (isNeeded)
      this.#value = hasEscape ? JSON.parse(decodeUtf8(bytes, from, at + 1)) : this.#text.slice(from + 1, at);
    return at + 1;
  }

  #word(from: number, word: string, value: boolean | null): number {
    const end = from + word.length;
    if (!this.#text.equals(from, end, word)) return -1;
    this.#value = value;
    return end;
  }
}

const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;

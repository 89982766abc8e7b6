/**
 * Splits CSV into records and cells by RFC 4180. Lines end with LF, CR LF or CR. Blank lines are skipped.
 *
 * After an invalid record, reading continues with the next line. A quote that is never closed therefore makes only one line
 * invalid.
 */
import { CARRIAGE_RETURN, DOUBLE_QUOTE, LINE_FEED } from "./scan/bytes.ts";
import type { CsvScanner } from "./scan/csv-scanner.ts";
import { MAXIMUM_ROW_BYTES, ROW_TOO_LARGE } from "./shared/format-reader.ts";

export interface CsvRecordHandler {
  /** @param line number of the record's first line */
  record(cells: string[], line: number): void;
  /** Called for an invalid record. Splitting continues if it returns. */
  invalid(reason: string, line: number): void;
  /** Called if the input cannot be split any further. */
  fatal(reason: string, line: number): never;
}

const TEXT_AFTER_QUOTE = "text follows the closing quote of a cell; double the quotes inside a quoted cell";
const QUOTE_IN_CELL = "a quote inside an unquoted cell; quote the whole cell and double the quote";
export const UNCLOSED_QUOTE = "a quoted cell that begins in this row is not closed";

/** Size in bytes above which an incomplete record is split again only after it has grown by half. */
const LARGE_RECORD = 65_536;

/** The chunk ends before the record. */
const INCOMPLETE = -1;

export class CsvRecords {
  /** Number of the line where the next record begins. */
  line = 1;
  /** Number of bytes before the next record. */
  byte: number;
  /** Consumes records that need no cells. */
  scanner: CsvScanner | undefined;
  readonly #handler: CsvRecordHandler;
  readonly #delimiter: string;
  readonly #delimiterByte: number;
  #bytes: Buffer = Buffer.alloc(0);
  /** Chunks after {@link #bytes} that were not split yet. */
  #parts: Buffer[] = [];
  #size = 0;
  /** Number of bytes from which the incomplete record is split again. */
  #enough = 0;
  /** Cells of the quoted record that was split last. */
  #cells: string[] = [];

  /**
   * @param delimiter an ASCII character
   * @param byte number of bytes of the file before the first record
   */
  constructor(delimiter: string, byte: number, handler: CsvRecordHandler) {
    this.#delimiter = delimiter;
    this.#delimiterByte = delimiter.charCodeAt(0);
    this.byte = byte;
    this.#handler = handler;
  }

  /** Number of bytes of the incomplete record. */
  get pending(): number {
    return this.#size;
  }

  /** Number of the line that contains the end of the input so far. */
  get lastLine(): number {
    const pending = Buffer.concat([this.#bytes, ...this.#parts]);
    return this.line + countLines(pending, 0, pending.length);
  }

  push(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= this.#enough) this.#split(false);
  }

  end(): void {
    if (this.#size > 0) this.#split(true);
  }

  /** Takes the records that are complete, before an input that ends with invalid bytes. */
  stop(): void {
    this.#split(false);
  }

  #split(isFinal: boolean): void {
    this.#splitBytes(isFinal);
    while (this.#size > MAXIMUM_ROW_BYTES) {
      const end = lineEnd(this.#bytes, 0);
      if (end === this.#size) this.#handler.fatal(ROW_TOO_LARGE, this.line);
      // A quote that is never closed makes a row too large. Reading continues with the next line.
      this.#handler.invalid(ROW_TOO_LARGE, this.line);
      const next = afterLineEnd(this.#bytes, end);
      this.line++;
      this.byte += next;
      this.#bytes = this.#bytes.subarray(next);
      this.#splitBytes(isFinal);
    }
  }

  #splitBytes(isFinal: boolean): void {
    const bytes = this.#parts.length === 0 ? this.#bytes : Buffer.concat([this.#bytes, ...this.#parts]);
    this.#parts = [];
    const { length } = bytes;
    const base = this.byte;
    const { scanner } = this;
    scanner?.begin(bytes);
    let at = 0;
    // Next offsets of these bytes, which are searched only once.
    let feed = -1;
    let carriage = -1;
    let quote = -1;
    while (at < length) {
      if (scanner !== undefined) {
        at = scanner.scan(at);
        this.line += scanner.lines;
        this.byte = base + at;
        if (at === length) break;
      }
      if (feed < at) feed = indexOf(bytes, LINE_FEED, at);
      if (carriage < at) carriage = indexOf(bytes, CARRIAGE_RETURN, at);
      if (quote < at) quote = indexOf(bytes, DOUBLE_QUOTE, at);
      let end = Math.min(feed, carriage);
      if (!isFinal && isUndecidedEnd(bytes, end)) end = length;
      const { line } = this;
      if (quote < end) {
        const next = this.#quotedRecord(bytes, at, isFinal);
        if (next === INCOMPLETE) break;
        this.line += countLines(bytes, at, next);
        at = next;
        this.byte = base + at;
        if (this.#cells.length > 0) this.#handler.record(this.#cells, line);
        continue;
      }
      if (end === length && !isFinal) break;
      const text = end > at ? bytes.toString("utf8", at, end) : "";
      at = afterLineEnd(bytes, end);
      this.byte = base + at;
      if (end < length) this.line++;
      if (text !== "") this.#handler.record(text.split(this.#delimiter), line);
    }
    // Copies the bytes, because the caller may reuse the memory of the chunk.
    this.#bytes = Buffer.from(bytes.subarray(at));
    this.#size = this.#bytes.length;
    this.#enough = this.#size > LARGE_RECORD ? this.#size * 1.5 : 0;
  }

  /** Splits a record that contains quotes. Returns the offset after it, or {@link INCOMPLETE}. */
  #quotedRecord(bytes: Buffer, from: number, isFinal: boolean): number {
    const { length } = bytes;
    const cells: string[] = [];
    this.#cells = [];
    let at = from;
    for (;;) {
      let end: number;
      if (bytes[at] === DOUBLE_QUOTE) {
        const close = closingQuote(bytes, at + 1);
        if (close < 0 || (close + 1 === length && !isFinal))
          return isFinal ? this.#skipLine(bytes, from, UNCLOSED_QUOTE, isFinal) : INCOMPLETE;
        const text = bytes.toString("utf8", at + 1, close);
        cells.push(text.includes('"') ? text.replaceAll('""', '"') : text);
        end = close + 1;
        if (end < length && bytes[end] !== this.#delimiterByte && !isLineEnd(bytes[end]!))
          return this.#skipLine(bytes, from, TEXT_AFTER_QUOTE, isFinal);
      } else {
        end = this.#cellEnd(bytes, at);
        if (end < length && bytes[end] === DOUBLE_QUOTE)
          return this.#skipLine(bytes, from, QUOTE_IN_CELL, isFinal);
        cells.push(bytes.toString("utf8", at, end));
      }
      if (end === length || isLineEnd(bytes[end]!)) {
        if (!isFinal && (end === length || isUndecidedEnd(bytes, end))) return INCOMPLETE;
        this.#cells = cells;
        return afterLineEnd(bytes, end);
      }
      at = end + 1;
    }
  }

  /** Returns the offset of the delimiter, line end or quote after an unquoted cell. */
  #cellEnd(bytes: Buffer, from: number): number {
    const { length } = bytes;
    const delimiter = this.#delimiterByte;
    let i = from;
    while (i < length) {
      const byte = bytes[i]!;
      if (byte === delimiter || byte === DOUBLE_QUOTE || isLineEnd(byte)) break;
      i++;
    }
    return i;
  }

  /** Reports an invalid record once its first line is complete. Returns the offset of the next line. */
  #skipLine(bytes: Buffer, from: number, reason: string, isFinal: boolean): number {
    const end = lineEnd(bytes, from);
    if (!isFinal && (end === bytes.length || isUndecidedEnd(bytes, end))) return INCOMPLETE;
    this.#handler.invalid(reason, this.line);
    return afterLineEnd(bytes, end);
  }
}

/** Returns the offset of a byte, or the length if it does not occur. */
function indexOf(bytes: Buffer, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at < 0 ? bytes.length : at;
}

/** Returns the offset of the quote that closes a cell, or -1. Doubled quotes are part of the cell. */
function closingQuote(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(DOUBLE_QUOTE, from);
  while (at >= 0 && bytes[at + 1] === DOUBLE_QUOTE) at = bytes.indexOf(DOUBLE_QUOTE, at + 2);
  return at;
}

function lineEnd(bytes: Buffer, from: number): number {
  let i = from;
  while (i < bytes.length && !isLineEnd(bytes[i]!)) i++;
  return i;
}

/** Returns whether the line end is a CR at the end of the chunk, which an LF may follow. */
function isUndecidedEnd(bytes: Buffer, end: number): boolean {
  return end === bytes.length - 1 && bytes[end] === CARRIAGE_RETURN;
}

function afterLineEnd(bytes: Buffer, end: number): number {
  if (end >= bytes.length) return bytes.length;
  return end + (bytes[end] === CARRIAGE_RETURN && bytes[end + 1] === LINE_FEED ? 2 : 1);
}

function isLineEnd(byte: number): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}

/** Counts the line ends (LF, CR LF and CR) in the range. */
export function countLines(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i];
    if (byte === LINE_FEED && bytes[i - 1] !== CARRIAGE_RETURN) count++;
    else if (byte === CARRIAGE_RETURN) count++;
  }
  return count;
}

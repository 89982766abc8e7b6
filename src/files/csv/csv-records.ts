/**
 * Splits CSV into records and cells. Lines end with LF, CR LF or CR. Blank lines are skipped. A quote inside a cell without
 * quotes is a part of the cell.
 *
 * After an invalid record, reading continues with the next line. A quote that is never closed therefore makes only one line
 * invalid.
 */
import { NO_BYTES, concatBytes, decodeUtf8, encodeUtf8 } from "../bytes/decode.ts";
import { CARRIAGE_RETURN, LINE_FEED, SPACE, TAB } from "../bytes/bytes.ts";
import { splitWords, type CsvDialect } from "./csv-dialect.ts";
import { afterLineEnd, countLines, hasAt, indexOf, isLineEnd, isUndecidedEnd, lineEnd } from "./line-ends.ts";
import { MAXIMUM_ROW_BYTES, ROW_TOO_LARGE } from "../rows/row.ts";

/** Consumes records from an offset of the bytes on. */
export interface RecordScanner {
  /** Number of lines that the last scan consumed. */
  readonly lines: number;
  begin(bytes: Uint8Array): void;
  /** Returns the offset of the first record that was not consumed. */
  scan(from: number): number;
}

export interface CsvRecordHandler {
  /**
   * @param line number of the record's first line
   * @param hasStrayQuote true if a cell without quotes contains one
   */
  record(cells: string[], line: number, hasStrayQuote: boolean): void;
  /** Called for an invalid record. Splitting continues if it returns. */
  invalid(reason: string, line: number): void;
  /** Called if the input cannot be split any further. */
  fatal(reason: string, line: number): never;
}

const TEXT_AFTER_QUOTE = "text follows the closing quote of a cell; double the quotes inside a quoted cell";
export const QUOTE_IN_CELL = "a quote inside an unquoted cell; quote the whole cell and double the quote";
export const UNCLOSED_QUOTE = "a quoted cell that begins in this row is not closed";

/** Size in bytes above which an incomplete record is split again only after it has grown by half. */
const LARGE_RECORD = 65_536;

/** The chunk ends before the record. */
const INCOMPLETE = -1;
/** No byte equals this. */
const NO_BYTE = -1;

export class CsvRecords {
  /** Number of the line where the next record begins. */
  line = 1;
  /** Number of bytes before the next record. */
  byte: number;
  /** Number of bytes before the record that was split last. */
  start = 0;
  /** Consumes records that need no cells. */
  scanner: RecordScanner | undefined;
  readonly #handler: CsvRecordHandler;
  readonly #dialect: CsvDialect;
  readonly #delimiter: Uint8Array;
  readonly #quote: number;
  readonly #escape: number;
  readonly #comment: Uint8Array;
  #bytes: Uint8Array = NO_BYTES;
  /** Chunks after {@link #bytes} that were not split yet. */
  #parts: Uint8Array[] = [];
  #size = 0;
  /** Number of bytes from which the incomplete record is split again. */
  #enough = 0;
  /** Cells of the quoted record that was split last. */
  #cells: string[] = [];
  #hasStrayQuote = false;

  /** @param byte number of bytes of the file before the first record */
  constructor(dialect: CsvDialect, byte: number, handler: CsvRecordHandler) {
    this.#dialect = dialect;
    this.#delimiter = encodeUtf8(dialect.delimiter);
    this.#quote = dialect.quote === "" ? NO_BYTE : dialect.quote.charCodeAt(0);
    this.#escape = dialect.escape === "" ? NO_BYTE : dialect.escape.charCodeAt(0);
    this.#comment = encodeUtf8(dialect.comment);
    this.byte = byte;
    this.#handler = handler;
  }

  /** Number of bytes of the incomplete record. */
  get pending(): number {
    return this.#size;
  }

  /** Number of the line that contains the end of the input so far. */
  get lastLine(): number {
    const pending = concatBytes([this.#bytes, ...this.#parts]);
    return this.line + countLines(pending, 0, pending.length);
  }

  push(bytes: Uint8Array): void {
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
    const bytes = this.#parts.length === 0 ? this.#bytes : concatBytes([this.#bytes, ...this.#parts]);
    this.#parts = [];
    const { length } = bytes;
    const base = this.byte;
    const { scanner } = this;
    const { delimiter, trims, words } = this.#dialect;
    // A line end can be escaped, so that a line is not always a record.
    const isSplitByLines = this.#escape === NO_BYTE;
    scanner?.begin(bytes);
    let at = 0;
    // Next offsets of these bytes, which are searched only once.
    let feed = -1;
    let carriage = -1;
    let quote = -1;
    while (at < length) {
      // A record can end the use of the scanner.
      if (scanner !== undefined && scanner === this.scanner) {
        at = scanner.scan(at);
        this.line += scanner.lines;
        this.byte = base + at;
        if (at === length) break;
      }
      if (feed < at) feed = indexOf(bytes, LINE_FEED, at);
      if (carriage < at) carriage = indexOf(bytes, CARRIAGE_RETURN, at);
      if (quote < at) quote = indexOf(bytes, this.#quote, at);
      let end = Math.min(feed, carriage);
      if (!isFinal && isUndecidedEnd(bytes, end)) end = length;
      const { line } = this;
      this.start = base + at;
      if (end > at && !this.#isComment(bytes, at) && (quote < end || !isSplitByLines)) {
        const next = this.#quotedRecord(bytes, at, isFinal);
        if (next === INCOMPLETE) break;
        this.line += countLines(bytes, at, next);
        at = next;
        this.byte = base + at;
        if (this.#cells.length > 0) this.#handler.record(this.#cells, line, this.#hasStrayQuote);
        continue;
      }
      if (end === length && !isFinal) break;
      const isRecord = end > at && !this.#isComment(bytes, at);
      const text = isRecord ? decodeUtf8(bytes, at, end) : "";
      at = afterLineEnd(bytes, end);
      this.byte = base + at;
      if (end < length) this.line++;
      if (text === "" || (trims && text.trim() === "")) continue;
      const cells = words === undefined ? text.split(delimiter) : splitWords(text, words);
      this.#handler.record(trims ? cells.map((cell) => cell.trim()) : cells, line, false);
    }
    // Copies the bytes, because the caller may reuse the memory of the chunk.
    this.#bytes = new Uint8Array(bytes.subarray(at));
    this.#size = this.#bytes.length;
    this.#enough = this.#size > LARGE_RECORD ? this.#size * 1.5 : 0;
  }

  #isComment(bytes: Uint8Array, at: number): boolean {
    return this.#comment.length > 0 && hasAt(bytes, this.#comment, at);
  }

  /** Splits a record that contains quotes or escapes. Returns the offset after it, or {@link INCOMPLETE}. */
  #quotedRecord(bytes: Uint8Array, from: number, isFinal: boolean): number {
    const { length } = bytes;
    const { trims } = this.#dialect;
    const cells: string[] = [];
    this.#cells = [];
    this.#hasStrayQuote = false;
    let at = from;
    for (;;) {
      let end: number;
      const open = trims ? this.#afterSpaces(bytes, at) : at;
      if (bytes[open] === this.#quote) {
        const close = this.#closingQuote(bytes, open + 1);
        if (close < 0 || (close + 1 === length && !isFinal))
          return isFinal ? this.#skipLine(bytes, from, UNCLOSED_QUOTE, isFinal) : INCOMPLETE;
        cells.push(this.#unescaped(decodeUtf8(bytes, open + 1, close), true));
        end = this.#afterSpaces(bytes, close + 1);
        // The delimiter can continue in the next chunk.
        if (!isFinal && length - end < this.#delimiter.length) return INCOMPLETE;
        if (end < length && !hasAt(bytes, this.#delimiter, end) && !isLineEnd(bytes[end]!))
          return this.#skipLine(bytes, from, TEXT_AFTER_QUOTE, isFinal);
      } else {
        end = this.#cellEnd(bytes, at);
        const text = this.#unescaped(decodeUtf8(bytes, at, end), false);
        cells.push(trims ? text.trim() : text);
      }
      if (end === length || isLineEnd(bytes[end]!)) {
        if (!isFinal && (end === length || isUndecidedEnd(bytes, end))) return INCOMPLETE;
        this.#cells = cells;
        return afterLineEnd(bytes, end);
      }
      at = end + this.#delimiter.length;
    }
  }

  /** Returns the offset after spaces and tabs that are not the delimiter. */
  #afterSpaces(bytes: Uint8Array, from: number): number {
    let i = from;
    while ((bytes[i] === SPACE || bytes[i] === TAB) && bytes[i] !== this.#delimiter[0]) i++;
    return i;
  }

  /** Returns the offset of the quote that closes a cell, or -1. Doubled and escaped quotes are part of the cell. */
  #closingQuote(bytes: Uint8Array, from: number): number {
    const quote = this.#quote;
    if (this.#escape === NO_BYTE) {
      let at = bytes.indexOf(quote, from);
      while (at >= 0 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2);
      return at;
    }
    for (let at = from; at < bytes.length; at++) {
      if (bytes[at] === this.#escape) at++;
      else if (bytes[at] !== quote) continue;
      else if (bytes[at + 1] !== quote) return at;
      else at++;
    }
    return -1;
  }

  /** Returns the offset of the delimiter or line end after an unquoted cell. */
  #cellEnd(bytes: Uint8Array, from: number): number {
    const { length } = bytes;
    let i = from;
    while (i < length) {
      const byte = bytes[i]!;
      if (isLineEnd(byte) || (byte === this.#delimiter[0] && hasAt(bytes, this.#delimiter, i))) break;
      if (byte === this.#quote) this.#hasStrayQuote = true;
      i += byte === this.#escape ? 2 : 1;
    }
    return Math.min(i, length);
  }

  /** Returns the text of a cell without the characters that double or escape others. Other backslashes stay: C:\temp is a path. */
  #unescaped(text: string, isQuoted: boolean): string {
    const { quote, escape, delimiter } = this.#dialect;
    const undoubled = isQuoted && text.includes(quote) ? text.replaceAll(quote + quote, quote) : text;
    if (escape === "" || !undoubled.includes(escape)) return undoubled;
    let result = "";
    for (let i = 0; i < text.length; i++) {
      const next = text[i + 1];
      const isPair =
        text[i] === escape && next !== undefined && `${quote}${escape}${delimiter}\r\n`.includes(next);
      const isDoubled = isQuoted && text[i] === quote && next === quote;
      if (isPair || isDoubled) i++;
      result += text[i]!;
    }
    return result;
  }

  /** Reports an invalid record once its first line is complete. Returns the offset of the next line. */
  #skipLine(bytes: Uint8Array, from: number, reason: string, isFinal: boolean): number {
    const end = lineEnd(bytes, from);
    if (!isFinal && (end === bytes.length || isUndecidedEnd(bytes, end))) return INCOMPLETE;
    this.#handler.invalid(reason, this.line);
    return afterLineEnd(bytes, end);
  }
}

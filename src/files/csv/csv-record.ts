/** Splits one record of CSV into cells. A quote inside a cell without quotes is a part of the cell. */
import { decodeUtf8, encodeUtf8, NO_BYTES } from "../bytes/decode.ts";
import { CARRIAGE_RETURN, indexOf, LINE_FEED, SPACE, TAB } from "../bytes/bytes.ts";
import { afterLineEnd, countLines, hasAt, isLineEnd, isUndecidedEnd, lineEnd } from "./line-ends.ts";

/** How the cells of CSV are written. */
export interface CsvDialect {
  /** Text between cells. */
  readonly delimiter: string;
  /** ASCII character around cells, which is doubled inside them. Empty: no cell is quoted. */
  readonly quote: string;
  /** ASCII character in front of a quote, delimiter or line end that is a part of a cell. Empty: there is none. */
  readonly escape: string;
  /** Beginning of lines that are skipped. Empty: no line is. */
  readonly comment: string;
  /** True if white space around cells and quotes is not a part of the cells. */
  readonly trims: boolean;
  /** Number of cells that white space of any length separates. The last one takes the rest of its line. */
  readonly words?: number;
}

/** RFC 4180. */
export const PLAIN_CSV: CsvDialect = { delimiter: ",", quote: '"', escape: "", comment: "", trims: false };

/** Returns whether a dialect differs from RFC 4180 only by another ASCII delimiter. */
export function isPlain({ delimiter, quote, escape, comment, trims, words }: CsvDialect): boolean {
  return (
    /^[\0-\x7f]$/.test(delimiter) &&
    quote === '"' &&
    escape === "" &&
    comment === "" &&
    !trims &&
    words === undefined
  );
}

const TEXT_AFTER_QUOTE = "text follows the closing quote of a cell; double the quotes inside a quoted cell";
export const QUOTE_IN_CELL = "a quote inside an unquoted cell; quote the whole cell and double the quote";
const UNCLOSED_QUOTE = "a quoted cell that begins in this row is not closed";

/** The bytes end before the record. */
export const INCOMPLETE = -1;
/** No byte equals this. */
const NO_BYTE = -1;
const NO_CELLS: string[] = [];

export class CsvRecord {
  /** Empty for a blank line, a comment and an invalid record. */
  cells = NO_CELLS;
  /** Number of line ends in the record, its own included. */
  lines = 0;
  /** True if a cell without quotes contains one. */
  hasStrayQuote = false;
  /** Why the record is invalid. Reading can continue with the next line. */
  reason: string | undefined;
  readonly #dialect: CsvDialect;
  readonly #delimiter: Uint8Array;
  readonly #quote: number;
  readonly #escape: number;
  readonly #comment: Uint8Array;
  /** Next offsets of these bytes, which are searched only once in the same bytes. */
  #feed = -1;
  #carriage = -1;
  #nextQuote = -1;
  #bytes: Uint8Array = NO_BYTES;

  constructor(dialect: CsvDialect) {
    this.#dialect = dialect;
    this.#delimiter = encodeUtf8(dialect.delimiter);
    this.#quote = dialect.quote === "" ? NO_BYTE : dialect.quote.charCodeAt(0);
    this.#escape = dialect.escape === "" ? NO_BYTE : dialect.escape.charCodeAt(0);
    this.#comment = encodeUtf8(dialect.comment);
  }

  /**
   * Reads the record at an offset, which must be after those read before in the same bytes. Returns the offset after it, or
   * {@link INCOMPLETE}.
   *
   * @param isFinal true if no bytes follow
   */
  read(bytes: Uint8Array, at: number, isFinal: boolean): number {
    const { length } = bytes;
    const { delimiter, trims, words } = this.#dialect;
    this.cells = NO_CELLS;
    this.hasStrayQuote = false;
    this.reason = undefined;
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#feed = this.#carriage = this.#nextQuote = -1;
    }
    if (this.#feed < at) this.#feed = indexOf(bytes, LINE_FEED, at);
    if (this.#carriage < at) this.#carriage = indexOf(bytes, CARRIAGE_RETURN, at);
    if (this.#nextQuote < at) this.#nextQuote = indexOf(bytes, this.#quote, at);
    let end = Math.min(this.#feed, this.#carriage);
    if (!isFinal && isUndecidedEnd(bytes, end)) end = length;
    const isRecord = end > at && !(this.#comment.length > 0 && hasAt(bytes, this.#comment, at));
    // A line end can be escaped, so that a line is not always a record.
    if (isRecord && (this.#nextQuote < end || this.#escape !== NO_BYTE)) {
      const next = this.#quotedRecord(bytes, at, isFinal);
      if (next !== INCOMPLETE) this.lines = countLines(bytes, at, next);
      return next;
    }
    if (end === length && !isFinal) return INCOMPLETE;
    this.lines = end < length ? 1 : 0;
    const text = isRecord ? decodeUtf8(bytes, at, end) : "";
    if (text !== "" && !(trims && text.trim() === "")) {
      const cells = words === undefined ? text.split(delimiter) : splitWords(text, words);
      this.cells = trims ? cells.map((cell) => cell.trim()) : cells;
    }
    return afterLineEnd(bytes, end);
  }

  /** Splits a record that contains quotes or escapes. Returns the offset after it, or {@link INCOMPLETE}. */
  #quotedRecord(bytes: Uint8Array, from: number, isFinal: boolean): number {
    const { length } = bytes;
    const { trims } = this.#dialect;
    const cells: string[] = [];
    let at = from;
    for (;;) {
      let end: number;
      const open = trims ? this.#afterSpaces(bytes, at) : at;
      if (bytes[open] === this.#quote) {
        const close = this.#closingQuote(bytes, open + 1);
        if (close < 0 || (close + 1 === length && !isFinal))
          return isFinal ? this.#skipLine(bytes, from, UNCLOSED_QUOTE, isFinal) : INCOMPLETE;
        cells.push(this.#unescape(decodeUtf8(bytes, open + 1, close), true));
        end = this.#afterSpaces(bytes, close + 1);
        // The next chunk can have the rest of the delimiter.
        if (!isFinal && length - end < this.#delimiter.length) return INCOMPLETE;
        if (end < length && !hasAt(bytes, this.#delimiter, end) && !isLineEnd(bytes[end]!))
          return this.#skipLine(bytes, from, TEXT_AFTER_QUOTE, isFinal);
      } else {
        end = this.#cellEnd(bytes, at);
        const text = this.#unescape(decodeUtf8(bytes, at, end), false);
        cells.push(trims ? text.trim() : text);
      }
      if (end === length || isLineEnd(bytes[end]!)) {
        if (!isFinal && (end === length || isUndecidedEnd(bytes, end))) return INCOMPLETE;
        this.cells = cells;
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
      if (byte === this.#quote) this.hasStrayQuote = true;
      i += byte === this.#escape ? 2 : 1;
    }
    return Math.min(i, length);
  }

  /** Returns the text of a cell without the characters that double or escape others. Other backslashes stay: C:\temp is a path. */
  #unescape(text: string, isQuoted: boolean): string {
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

  /** Ends an invalid record with its first line. Returns the offset of the next line, or {@link INCOMPLETE}. */
  #skipLine(bytes: Uint8Array, from: number, reason: string, isFinal: boolean): number {
    const end = lineEnd(bytes, from);
    if (!isFinal && (end === bytes.length || isUndecidedEnd(bytes, end))) return INCOMPLETE;
    this.reason = reason;
    return afterLineEnd(bytes, end);
  }
}

/**
 * Splits a line at white space into at most `limit` cells, the last of which takes the rest.
 * @example splitWords(" a  b c ", 2) // ["a", "b c"]
 */
function splitWords(line: string, limit: number): string[] {
  const cells: string[] = [];
  for (const { 0: word, index } of line.matchAll(/\S+/g)) {
    if (cells.length === limit - 1) return [...cells, line.slice(index).trimEnd()];
    cells.push(word);
  }
  return cells;
}

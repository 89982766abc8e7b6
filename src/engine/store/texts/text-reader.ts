import { MAXIMUM_ROW_BYTES } from "../../../files/rows/row.ts";
import { advancePosition, type StreamPosition } from "../../../files/rows/file-position.ts";
import { ReadingFault } from "../../../files/rows/reading-fault.ts";
import { shareableBytes } from "../../../wasm/instantiate.ts";
import { MAX_BLOCK_BYTES, type RowKernel } from "../../../wasm/row-kernel.ts";
import { encodingOfMark } from "../../../files/bytes/encodings.ts";
import { LINE_FEED } from "../../../files/bytes/bytes.ts";
import { INCOMPLETE } from "../../../files/csv/csv-record.ts";
import type { RowFault } from "../../../files/json-rows/parse-row.ts";
import type { InvalidRow } from "../../../files/located/invalid-row.ts";
import type { TextFormat } from "../../../files/located/text-format.ts";
import { PARSE_ROW, type IndexedBlock } from "./loaded-rows.ts";

/** Divides a text that arrives in chunks into rows, and finds their values. Threads can share what it finds. */
export class TextReader {
  readonly blocks: IndexedBlock[] = [];
  /** Number of valid rows. */
  rows = 0;
  /** Number of valid rows that must be parsed to read their values. */
  parsedRows = 0;
  readonly #format: TextFormat;
  readonly #onInvalidRow: (row: InvalidRow) => void;
  readonly #kernel: RowKernel | undefined;
  /** Bytes that were received, but not read yet. */
  #text = new Uint8Array(1);
  #end = 0;
  /** Number of bytes before those of `#text`. */
  #byte: number;
  #isFirst = true;
  #line: number;
  #invalid = 0;
  /** Offset of each row of the block. */
  #starts = new Uint32Array(INITIAL_ROWS);
  #blockRows = 0;
  #offsets = new Uint16Array(INITIAL_OFFSETS);
  #width = 1;

  /**
   * @param onInvalidRow called for each invalid row, which is left out. An error that it throws ends the reading.
   * @param kernel without it, the values of all rows are only found by parsing
   * @param start number of the line where the text begins, and number of bytes before it
   */
  constructor(
    format: TextFormat,
    onInvalidRow: (row: InvalidRow) => void,
    kernel?: RowKernel,
    start: Pick<StreamPosition, "line" | "byte"> = { line: 1, byte: 0 },
  ) {
    this.#format = format;
    this.#onInvalidRow = onInvalidRow;
    this.#kernel = kernel;
    this.#line = start.line;
    this.#byte = start.byte;
  }

  /** Reads the rows that end in the chunk. */
  push(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length;) {
      const part = chunk.subarray(from, from + this.#roomFor(chunk.length - from));
      this.#text.set(part, this.#end);
      this.#end += part.length;
      from += part.length;
      if (from < chunk.length) this.#readText(false);
    }
  }

  /** Returns how many of the next bytes fit into the text, which grows up to the length of a block. */
  #roomFor(bytes: number): number {
    const { length } = this.#text;
    // One byte remains free for the line end of the last row.
    const minLength = this.#end + bytes + 1;
    if (minLength > length && length < BLOCK_BYTES)
      this.#moveText(0, Math.min(BLOCK_BYTES, Math.max(minLength, length * 2)));
    return this.#text.length - 1 - this.#end;
  }

  /** Moves the text from an offset on to a new array. */
  #moveText(from: number, length: number): void {
    const text = this.#text.subarray(from, this.#end);
    this.#text = shareableBytes(length);
    this.#text.set(text);
    this.#end = text.length;
  }

  end(): void {
    this.#text[this.#end++] = LINE_FEED;
    this.#readText(true);
  }

  /** Reads the complete rows of the text, and keeps the rest for the next call. */
  #readText(isEnd: boolean): void {
    if (this.#isFirst) this.#skipMark();
    const lines = this.#text.subarray(0, this.#text.lastIndexOf(LINE_FEED, this.#end - 1) + 1);
    const readBytes = this.#readRows(lines, isEnd);
    const unreadBytes = this.#end - readBytes;
    this.#requireLength(unreadBytes);
    const next = Math.min(Math.max(BLOCK_BYTES, unreadBytes * 2), MAXIMUM_ROW_BYTES + 2);
    this.#moveText(readBytes, isEnd ? unreadBytes : next);
    this.#byte += readBytes;
  }

  #skipMark(): void {
    this.#isFirst = false;
    if (encodingOfMark(this.#text.subarray(0, this.#end)) !== "utf-8") return;
    this.#byte += MARK_BYTES;
    this.#text.copyWithin(0, MARK_BYTES, this.#end);
    this.#end -= MARK_BYTES;
  }

  /** Returns the offset after the last row. */
  #readRows(text: Uint8Array, isEnd: boolean): number {
    const format = this.#format;
    const kernel = this.#kernel;
    let load = kernel?.load(text, text.length);
    let at = 0;
    while (at < text.length) {
      if (kernel !== undefined && load !== undefined) {
        // A function that is told of an invalid row can load another text.
        if (!kernel.isLoaded(load)) load = kernel.load(text, text.length);
        at = this.#readMany(kernel, text, at);
        if (at >= text.length) break;
      }
      const { end, lines, row, fault } = format.parse(text, at, isEnd);
      if (end === INCOMPLETE) break;
      this.#requireLength(end - at - 1);
      // The kernel can probably read the row with its names.
      const isLearned = row !== undefined && format.learn?.(row) === true && load !== undefined;
      const next = isLearned ? this.#readMany(kernel!, text, at) : at;
      if (next > at) {
        at = next;
        continue;
      }
      if (row !== undefined) {
        // The record can need a longer array.
        const record = this.#addRecords(1);
        this.#offsets[record] = PARSE_ROW;
        this.#starts[this.#blockRows - 1] = at;
        this.parsedRows++;
      } else {
        if (fault !== undefined) this.#report(at, text.subarray(at, end), fault);
        // The text of a row ends where the next row begins, so the previous row includes this one. Line feeds have no effect there.
        text.fill(LINE_FEED, at, end);
      }
      at = end;
      this.#line += lines;
    }
    this.#endBlock(text, at);
    return at;
  }

  /** Adds the rows that the kernel reads. Returns the offset after them. */
  #readMany(kernel: RowKernel, text: Uint8Array, start: number): number {
    for (let at = start; ;) {
      if (this.#format.names.length >= this.#width) this.#endBlock(text, at);
      const { starts, records, end, lines, isFull } = this.#format.readRows(kernel, at, this.#width);
      if (starts.length === 0) return at;
      const index = this.#addRecords(starts.length);
      this.#offsets.set(records, index);
      this.#starts.set(starts, this.#blockRows - starts.length);
      this.#line += lines;
      if (!isFull) return end;
      at = end;
    }
  }

  #requireLength(bytes: number): void {
    if (bytes > MAXIMUM_ROW_BYTES)
      throw new RangeError(`The row in line ${this.#line} is longer than 64 MB.`);
  }

  #report(start: number, row: Uint8Array, { message, lead, option }: RowFault): void {
    const text = row.slice(0, row.at(-1) === LINE_FEED ? -1 : row.length);
    const number = this.rows + ++this.#invalid;
    const line = this.#line;
    const byte = this.#byte + start;
    const place = this.#format.isJson ? advancePosition({ byte, line, column: 1 }, lead) : { line };
    const fault = new ReadingFault({ ...place, row: number }, message, option);
    this.#onInvalidRow({ line, row: number, byte, text, message, fault });
  }

  /** Adds rows to the block, and returns the index of the first record. */
  #addRecords(count: number): number {
    const index = this.#blockRows * this.#width;
    const end = index + count * this.#width;
    if (end > this.#offsets.length) this.#offsets = grow(this.#offsets, end, Uint16Array);
    this.rows += count;
    this.#blockRows += count;
    if (this.#blockRows > this.#starts.length)
      this.#starts = grow(this.#starts, this.#blockRows, Uint32Array);
    return index;
  }

  /** Ends the block before the offset `end`, and begins one whose records have room for all known members. */
  #endBlock(text: Uint8Array, end: number): void {
    const rows = this.#blockRows;
    if (rows > 0) {
      const numbers = rows * this.#width;
      const starts = new Uint32Array(shareableBytes((rows + 1) * 4).buffer);
      starts.set(this.#starts.subarray(0, rows));
      starts[rows] = end;
      const offsets = new Uint16Array(shareableBytes(numbers * 2).buffer);
      offsets.set(this.#offsets.subarray(0, numbers));
      this.blocks.push({ texts: text, starts, offsets, width: this.#width });
    }
    this.#blockRows = 0;
    this.#width = this.#format.names.length + 1;
  }
}

function grow<A extends Uint16Array | Uint32Array>(array: A, length: number, Type: new (n: number) => A): A {
  const larger = new Type(Math.max(array.length * 2, length));
  larger.set(array);
  return larger;
}

const MARK_BYTES = 3;
/** Bytes of text that are read at once, in a few milliseconds. */
const BLOCK_BYTES = MAX_BLOCK_BYTES;
const INITIAL_OFFSETS = 1 << 16;
const INITIAL_ROWS = 1 << 12;

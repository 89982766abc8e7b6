import { LINE_FEED } from "../formats/bytes.ts";
import { DataError, type FilePosition } from "../io/errors.ts";
import { findJsonFault } from "../formats/json-fault.ts";
import { parseJson, TooManyDigits } from "tamis/catalog";
import {
  MAXIMUM_ROW_BYTES,
  MAXIMUM_ROW_DEPTH,
  ROW_TOO_DEEP,
  ROW_TOO_LARGE,
  type FormatReader,
  type RowErrorHandler,
} from "./format-reader.ts";
import type { Row } from "../formats/row.ts";
import { NdjsonScanner } from "./scan/ndjson-scanner.ts";
import type { RowFilter } from "../formats/row-filter.ts";
import { rowsAtPath } from "./json-path.ts";
import { isTooDeep, kindOf } from "./row-shape.ts";
import { hasInfiniteNumber, NUMBER_TOO_LARGE } from "./infinite-numbers.ts";

export interface NdjsonReaderOptions {
  /** Names of the members that lead to the row, or to the list of rows, of each line. */
  readonly path?: readonly string[] | undefined;
  /** Called for each invalid row, which is skipped. Without it, reading stops at the first. */
  readonly onRowError?: RowErrorHandler | undefined;
  /** Returns the filter to apply to the next rows. Undefined: all rows are returned. */
  readonly rowFilter?: (() => RowFilter | undefined) | undefined;
  /** Numbers of the first line and row, from 1. Default: 1. */
  readonly first?: { readonly line: number; readonly row: number } | undefined;
}

export class NdjsonReader implements FormatReader {
  rows: Row[] = [];
  readonly #file: string;
  readonly #path: readonly string[];
  readonly #onRowError: RowErrorHandler | undefined;
  readonly #rowFilter: (() => RowFilter | undefined) | undefined;
  #scanner: NdjsonScanner | undefined;
  #parts: Buffer[] = [];
  #partsLength = 0;
  #line: number;
  /** Number of the last row. */
  #row: number;
  #byte: number;

  constructor(
    file: string,
    skipped = 0,
    { path = [], onRowError, rowFilter, first = { line: 1, row: 1 } }: NdjsonReaderOptions = {},
  ) {
    this.#line = first.line;
    this.#row = first.row - 1;
    this.#path = path;
    this.#onRowError = onRowError;
    this.#rowFilter = rowFilter;
    this.#file = file;
    this.#byte = skipped;
  }

  push(bytes: Buffer): void {
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) this.#lines(this.#withParts(bytes.subarray(0, end)));
    if (end === bytes.length) return;
    this.#parts.push(bytes.subarray(end));
    this.#partsLength += bytes.length - end;
    if (this.#partsLength > MAXIMUM_ROW_BYTES) this.#fail(0, ROW_TOO_LARGE);
  }

  end(): void {
    const last = this.#withParts(Buffer.alloc(0));
    if (last.length > 0) this.#lines(last);
  }

  stop(): FilePosition {
    const characters = this.#parts.reduce((sum, part) => sum + countCharacters(part), 0);
    return {
      line: this.#line,
      column: characters + 1,
      byte: this.#byte + this.#partsLength + 1,
      row: this.#row + 1,
    };
  }

  #withParts(bytes: Buffer): Buffer {
    if (this.#parts.length === 0) return bytes;
    const whole = Buffer.concat([...this.#parts, bytes]);
    this.#parts = [];
    this.#partsLength = 0;
    return whole;
  }

  #lines(bytes: Buffer): void {
    this.#scanner ??= this.#createScanner();
    if (this.#scanner === undefined) this.#parseLines(bytes);
    else this.#scanLines(bytes, this.#scanner);
    this.#byte += bytes.length;
  }

  #createScanner(): NdjsonScanner | undefined {
    const filter = this.#rowFilter?.();
    if (filter === undefined) return undefined;
    return new NdjsonScanner(filter, this.#path, (placeholder) => {
      this.#row++;
      this.rows.push(placeholder);
    });
  }

  /** Parses the lines that the scanner does not consume. */
  #scanLines(bytes: Buffer, scanner: NdjsonScanner): void {
    scanner.begin(bytes);
    for (let at = 0; at < bytes.length;) {
      const start = scanner.scan(at);
      this.#line += scanner.lines;
      if (start === bytes.length) return;
      const feed = bytes.indexOf(LINE_FEED, start);
      const end = feed < 0 ? bytes.length : feed;
      const line = bytes.toString("utf8", start, end);
      if (line !== "" && line !== "\r") {
        const rows = this.#parseOrSkip(line, () => start);
        for (const row of rows) this.rows.push(row);
        if (rows.length > 0) scanner.learn(start, line.endsWith("\r") ? end - 1 : end);
      }
      this.#line++;
      at = end + 1;
    }
  }

  #parseLines(bytes: Buffer): void {
    const text = bytes.toString("utf8");
    for (let start = 0; start < text.length;) {
      let end = text.indexOf("\n", start);
      if (end < 0) end = text.length;
      const line = text.slice(start, end);
      if (line !== "" && line !== "\r") {
        for (const row of this.#parseOrSkip(line, () => Buffer.byteLength(text.slice(0, start))))
          this.rows.push(row);
      }
      this.#line++;
      start = end + 1;
    }
  }

  #parseOrSkip(line: string, bytesBefore: () => number): readonly Row[] {
    try {
      return this.#parse(line, bytesBefore);
    } catch (error) {
      if (this.#onRowError === undefined || !(error instanceof DataError)) throw error;
      this.#row++;
      this.#onRowError(error);
      return [];
    }
  }

  /** Returns the row of a line, or with a path its rows. A line that has only white space has none. */
  #parse(line: string, bytesBefore: () => number): readonly Row[] {
    let value: unknown;
    try {
      value = parseJson(line);
    } catch (error) {
      if (line.trim() === "") return [];
      const before = bytesBefore();
      if (error instanceof TooManyDigits) return this.#fail(before, error.message);
      // The stack overflowed: the reviver for large integers makes `JSON.parse` recursive.
      if (error instanceof RangeError) return this.#fail(before, ROW_TOO_DEEP);
      const fault = findJsonFault(line.endsWith("\r") ? line.slice(0, -1) : line);
      return this.#fail(before, fault?.reason ?? "this is not JSON", line.slice(0, fault?.offset ?? 0));
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return this.#fail(bytesBefore(), `a row must be a JSON object, but this is ${kindOf(value)}`);
    }
    // Checks the depth of long lines only, because each level takes at least two characters.
    if (line.length > 2 * MAXIMUM_ROW_DEPTH && isTooDeep(line)) this.#fail(bytesBefore(), ROW_TOO_DEEP);
    if (line.length > MAXIMUM_ROW_BYTES) this.#fail(bytesBefore(), ROW_TOO_LARGE);
    if (hasInfiniteNumber(line, value)) this.#fail(bytesBefore(), NUMBER_TOO_LARGE);
    const rows = this.#path.length === 0 ? [value as Row] : rowsAtPath(value as Row, this.#path);
    if (typeof rows === "string") return this.#fail(bytesBefore(), rows);
    this.#row += rows.length;
    return rows;
  }

  /** @param lead part of the line before the fault */
  #fail(bytesBefore: number, reason: string, lead = ""): never {
    throw new DataError(
      this.#file,
      {
        line: this.#line,
        column: Array.from(lead).length + 1,
        byte: this.#byte + bytesBefore + Buffer.byteLength(lead) + 1,
        row: this.#row + 1,
      },
      reason,
    );
  }
}

/** Counts the code points in UTF-8. */
function countCharacters(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) count++;
  return count;
}

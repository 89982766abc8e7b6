/**
 * Reads an array, an envelope (object whose `items` are rows), or a single row, without holding the file in memory.
 * Parsing all rows of a chunk together is twice as fast as one by one.
 */
import {
  CARRIAGE_RETURN,
  CLOSE_BRACKET,
  COMMA,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  SPACE,
  TAB,
} from "./bytes.ts";
import { EnvelopeScanner } from "./envelope-scanner.ts";
import { DataError, type FilePosition } from "../io/errors.ts";
import { findJsonFault } from "../formats/json-fault.ts";
import { NestingScanner } from "./nesting-scanner.ts";
import { parseJson } from "../formats/exact-json.ts";
import {
  MAXIMUM_ROW_BYTES,
  MAXIMUM_ROW_DEPTH,
  ROW_TOO_DEEP,
  ROW_TOO_LARGE,
  type FormatReader,
} from "./format-reader.ts";
import type { Row } from "../formats/row.ts";
import { advancePosition, type StreamPosition } from "./file-position.ts";
import { characterAt, isTooDeep, kindAt } from "./row-shape.ts";

/** Part of the input that is read. "first": before the first row; "next": before another row. */
type ReaderState = "before" | "first" | "next" | "row" | "after" | "envelope" | "done";

export class JsonReader implements FormatReader {
  rows: Row[] = [];
  readonly #file: string;
  readonly #scanner = new NestingScanner();
  #state: ReaderState = "before";
  /** Number of bytes before the current chunk. */
  #base: number;
  #line = 1;
  /** Byte offset of the current line. */
  #lineStart: number;
  /** True while the line has only ASCII punctuation and white space, so that a column is a byte count. */
  #isPlain = true;
  #row = 0;
  /** Chunks of the current row, which is incomplete. */
  #parts: Buffer[] = [];
  /** Range of the chunk that contains the rows completed by it. */
  #from = 0;
  #to = 0;
  /** Number of rows that the chunk completes. */
  #count = 0;
  #batchStart: StreamPosition;
  /** Index in the chunk where the current row begins, or 0 if it began in an earlier chunk. */
  #rowFrom = 0;
  #rowStart: StreamPosition;
  #envelope: EnvelopeScanner | undefined;

  constructor(file: string, skipped = 0) {
    this.#file = file;
    this.#base = skipped;
    this.#lineStart = skipped;
    this.#batchStart = this.#rowStart = this.#here(0);
  }

  push(bytes: Buffer): void {
    this.#from = this.#to = this.#rowFrom = this.#count = 0;
    this.#batchStart = this.#rowStart;
    for (let i = 0; i < bytes.length;) {
      if (this.#state === "row") i = this.#scanRow(bytes, i);
      else if (this.#state === "envelope") i = this.#scanEnvelope(bytes, i);
      else i = this.#between(bytes, i);
    }
    this.#parseRows(bytes);
    if (this.#state === "row") this.#parts.push(bytes.subarray(this.#rowFrom));
    this.#base += bytes.length;
  }

  end(): void {
    const position = this.stop();
    const fail = (reason: string): never => {
      throw new DataError(this.#file, position, reason);
    };
    switch (this.#state) {
      case "before":
        return fail("the input is empty; a JSON array of rows is expected");
      case "first":
      case "next":
      case "after":
        return fail("the input ends before ']' closes the list of rows");
      case "row":
        return fail(`the input ends within this row, which begins on line ${this.#rowStart.line}`);
      case "envelope":
        return fail(
          `the input ends before the object that begins on line ${this.#envelope!.start.line} is closed`,
        );
      case "done":
    }
  }

  stop(): FilePosition {
    const { line, column, byte } = this.#here(0);
    const within = this.#state === "row" || this.#state === "next";
    return {
      line,
      ...(column !== undefined && this.#state !== "row" && this.#state !== "envelope" && { column }),
      byte: byte + 1,
      ...(within && { row: this.#row + 1 }),
    };
  }

  #between(bytes: Buffer, i: number): number {
    const byte = bytes[i]!;
    if (byte === LINE_FEED) this.#newLine(this.#base + i + 1);
    if (byte === LINE_FEED || byte === SPACE || byte === CARRIAGE_RETURN || byte === TAB) return i + 1;
    switch (this.#state) {
      case "before":
        if (byte === OPEN_BRACKET) this.#state = "first";
        else if (byte === OPEN_BRACE) {
          this.#state = "envelope";
          this.#envelope = new EnvelopeScanner(this.#here(i));
          return i;
        } else this.#fail(bytes, i, "a JSON array of rows, or an object, is expected at the start");
        return i + 1;
      case "first":
      case "next":
        if (byte === OPEN_BRACE) {
          this.#beginRow(i);
          return i;
        }
        if (byte !== CLOSE_BRACKET)
          this.#fail(bytes, i, `a row must be a JSON object, but this is ${kindAt(bytes, i)}`, true);
        if (this.#state === "next")
          this.#fail(bytes, i, "there is a comma before ']', but no row follows it");
        return this.#closeItems(i);
      case "after":
        if (byte === CLOSE_BRACKET) return this.#closeItems(i);
        if (byte !== COMMA)
          this.#fail(bytes, i, `',' or ']' is expected after a row, not ${characterAt(bytes, i)}`);
        this.#state = "next";
        return i + 1;
      default: {
        const objects = byte === OPEN_BRACE || byte === OPEN_BRACKET;
        const hint = objects ? "; for one object per line, use --input ndjson" : "";
        return this.#fail(
          bytes,
          i,
          `the JSON value is complete, and ${characterAt(bytes, i)} follows it${hint}`,
        );
      }
    }
  }

  #beginRow(i: number): void {
    this.#state = "row";
    this.#scanner.begin();
    this.#rowFrom = i;
    this.#rowStart = this.#here(i);
    if (this.#count === 0) {
      this.#from = i;
      this.#batchStart = this.#rowStart;
    }
  }

  #scanRow(bytes: Buffer, i: number): number {
    const scanner = this.#scanner;
    const before = scanner.lines;
    const end = scanner.scan(bytes, i);
    if (scanner.lineStart >= 0) {
      this.#line += scanner.lines - before;
      this.#lineStart = this.#base + scanner.lineStart;
    }
    const size = this.#base + (end < 0 ? bytes.length : end) - this.#rowStart.byte;
    if (scanner.deepest > MAXIMUM_ROW_DEPTH) this.#failRow(bytes, ROW_TOO_DEEP);
    if (size > MAXIMUM_ROW_BYTES) this.#failRow(bytes, ROW_TOO_LARGE);
    if (end < 0) return bytes.length;
    this.#isPlain = false;
    this.#state = "after";
    this.#to = end;
    this.#count++;
    return end;
  }

  #parseRows(bytes: Buffer): void {
    if (this.#count === 0) return;
    let batch = bytes.subarray(this.#from, this.#to);
    if (this.#parts.length > 0) batch = Buffer.concat([...this.#parts, batch]);
    this.#parts = [];
    let rows: Row[];
    try {
      rows = parseJson(`[${batch.toString("utf8")}]`) as Row[];
    } catch {
      this.#parseOneByOne(batch);
      return;
    }
    if (this.rows.length === 0) this.rows = rows;
    else for (const row of rows) this.rows.push(row);
    this.#row += rows.length;
    this.#count = 0;
  }

  /** Parses the rows of an invalid batch one by one, to deliver those before the invalid one. */
  #parseOneByOne(batch: Buffer): void {
    const scanner = new NestingScanner();
    let last = -1;
    for (let at = batch.indexOf(OPEN_BRACE); at >= 0;) {
      scanner.begin();
      const end = scanner.scan(batch, at);
      const text = batch.toString("utf8", at, end);
      try {
        this.rows.push(parseJson(text) as Row);
      } catch (error) {
        const fault = findJsonFault(text);
        const reason = fault?.reason ?? (error instanceof Error ? error.message : "this is not JSON");
        const position = advancePosition(
          this.#rowStartIn(batch, at, last),
          text.slice(0, fault?.offset ?? 0),
        );
        throw new DataError(this.#file, { ...position, row: this.#row + 1 }, reason);
      }
      this.#row++;
      last = end;
      at = batch.indexOf(OPEN_BRACE, end);
    }
    this.#count = 0;
  }

  /**
   * Returns the position of a row in the batch. The column is undefined if another row precedes on the line.
   */
  #rowStartIn(batch: Buffer, at: number, endOfLast: number): StreamPosition {
    const { byte, line, column } = advancePosition(this.#batchStart, batch.toString("utf8", 0, at));
    const shared = endOfLast > (at === 0 ? -1 : batch.lastIndexOf(LINE_FEED, at - 1));
    return { byte: byte - 1, line, column: shared ? undefined : column };
  }

  #scanEnvelope(bytes: Buffer, from: number): number {
    const envelope = this.#envelope!;
    const i = envelope.scan(bytes, from);
    for (let at = bytes.indexOf(LINE_FEED, from); at >= 0 && at < i; at = bytes.indexOf(LINE_FEED, at + 1)) {
      this.#newLine(this.#base + at + 1);
    }
    if (envelope.size > MAXIMUM_ROW_BYTES) this.#failEnvelope(bytes, ROW_TOO_LARGE);
    if (envelope.stop === "items") {
      if (envelope.hasItems) this.#fail(bytes, i - 1, "the object has two members named 'items'");
      this.#isPlain = false;
      envelope.openItems(this.#here(i));
      this.#state = "first";
    } else if (envelope.stop === "end") {
      this.#isPlain = false;
      this.#endEnvelope(bytes, envelope);
    }
    return i;
  }

  #closeItems(i: number): number {
    if (this.#envelope === undefined) {
      this.#state = "done";
      return i + 1;
    }
    this.#envelope.closeItems(this.#here(i));
    this.#state = "envelope";
    return i;
  }

  #endEnvelope(bytes: Buffer, envelope: EnvelopeScanner): void {
    const text = envelope.text();
    if (text.length > 2 * MAXIMUM_ROW_DEPTH && isTooDeep(text)) this.#failEnvelope(bytes, ROW_TOO_DEEP);
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      const fault = findJsonFault(text);
      const reason = fault?.reason ?? (error as Error).message;
      return this.#failEnvelope(bytes, reason, text.slice(0, fault?.offset ?? 0));
    }
    this.#state = "done";
    if (envelope.hasItems) return;
    this.rows.push(value as Row);
    this.#row++;
  }

  #newLine(start: number): void {
    this.#line++;
    this.#lineStart = start;
    this.#isPlain = true;
  }

  #here(i: number): StreamPosition {
    const byte = this.#base + i;
    return { byte, line: this.#line, column: this.#isPlain ? byte - this.#lineStart + 1 : undefined };
  }

  #fail(bytes: Buffer, i: number, reason: string, isRow = false): never {
    this.#parseRows(bytes);
    throw new DataError(
      this.#file,
      { ...advancePosition(this.#here(i), ""), ...(isRow && { row: this.#row + 1 }) },
      reason,
    );
  }

  #failRow(bytes: Buffer, reason: string): never {
    this.#parseRows(bytes);
    throw new DataError(this.#file, { ...advancePosition(this.#rowStart, ""), row: this.#row + 1 }, reason);
  }

  /** @param lead text of the envelope before the fault, without its items */
  #failEnvelope(bytes: Buffer, reason: string, lead = ""): never {
    this.#parseRows(bytes);
    const { hasItems } = this.#envelope!;
    const position = this.#envelope!.advancePosition(lead);
    throw new DataError(this.#file, hasItems ? position : { ...position, row: 1 }, reason);
  }
}

/** Reads an array, an envelope (object whose `items` are rows), or a single row, without holding the file in memory. */
import {
  CARRIAGE_RETURN,
  CLOSE_BRACKET,
  COMMA,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  SPACE,
  TAB,
} from "../formats/bytes.ts";
import { EnvelopeScanner } from "./envelope-scanner.ts";
import { DataError, type FilePosition } from "../io/errors.ts";
import { findJsonFault } from "../formats/json-fault.ts";
import { NestingScanner } from "./nesting-scanner.ts";
import { parseJson } from "tamis/catalog";
import {
  MAXIMUM_ROW_BYTES,
  MAXIMUM_ROW_DEPTH,
  ROW_TOO_DEEP,
  ROW_TOO_LARGE,
  type FormatReader,
  type RowErrorHandler,
} from "./format-reader.ts";
import type { Row } from "../formats/row.ts";
import { advancePosition, ChunkPosition, type StreamPosition } from "./file-position.ts";
import { JsonRowParser } from "./json-row-parser.ts";
import { isValueStart, ScalarScanner } from "./json-values.ts";
import { characterAt, isTooDeep, kindAt } from "./row-shape.ts";

/**
 * Part of the input that is read. "first": before the first row; "next": before another row; "scalar": within a string,
 * number or word in place of a row.
 */
type ReaderState = "before" | "first" | "next" | "row" | "scalar" | "after" | "envelope" | "done";

export interface JsonReaderOptions {
  readonly start?: StreamPosition | undefined;
  /** Called for each invalid row, which is skipped. Without it, reading stops at the first. */
  readonly onRowError?: RowErrorHandler | undefined;
  /** Called if the input is one object that is a row. */
  readonly onSingleObject?: (() => void) | undefined;
}

export class JsonReader implements FormatReader {
  readonly #file: string;
  readonly #options: JsonReaderOptions;
  readonly #parser: JsonRowParser;
  readonly #scanner = new NestingScanner();
  readonly #scalar = new ScalarScanner();
  #state: ReaderState = "before";
  readonly #at: ChunkPosition;
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

  constructor(file: string, options: JsonReaderOptions = {}) {
    this.#options = options;
    this.#file = file;
    this.#parser = new JsonRowParser(file, options.onRowError);
    this.#at = new ChunkPosition(options.start ?? { byte: 0, line: 1, column: 1 });
    this.#batchStart = this.#rowStart = this.#at.after(0);
  }

  get rows(): Row[] {
    return this.#parser.rows;
  }

  set rows(rows: Row[]) {
    this.#parser.rows = rows;
  }

  push(bytes: Buffer): void {
    this.#from = this.#to = this.#rowFrom = this.#count = 0;
    this.#batchStart = this.#rowStart;
    for (let i = 0; i < bytes.length;) {
      if (this.#state === "row") i = this.#scanRow(bytes, i);
      else if (this.#state === "scalar") i = this.#scanScalar(bytes, i);
      else if (this.#state === "envelope") i = this.#scanEnvelope(bytes, i);
      else i = this.#between(bytes, i);
    }
    this.#parseRows(bytes);
    if (this.#state === "row" || this.#state === "scalar") this.#parts.push(bytes.subarray(this.#rowFrom));
    this.#at.base += bytes.length;
  }

  end(): void {
    if (this.#state === "envelope" && this.#envelope!.isKeptCollection) this.#readKept(this.#envelope!, 0);
    const position = this.stop();
    const fail = (reason: string) => new DataError(this.#file, position, reason);
    switch (this.#state) {
      case "before":
        throw fail("the input is empty; a JSON array of rows is expected");
      case "first":
      case "next":
      case "after":
        throw fail("the input ends before ']' closes the list of rows");
      case "row":
      case "scalar":
        throw fail(`the input ends within this row, which begins on line ${this.#rowStart.line}`);
      case "envelope":
        throw fail(
          `the input ends before the object that begins on line ${this.#envelope!.start.line} is closed`,
        );
      case "done":
    }
  }

  stop(): FilePosition {
    const { line, column, byte } = this.#at.after(0);
    const within = this.#state === "row" || this.#state === "next";
    return {
      line,
      ...(column !== undefined && this.#state !== "row" && this.#state !== "envelope" && { column }),
      byte: byte + 1,
      ...(within && { row: this.#parser.row + 1 }),
    };
  }

  #between(bytes: Buffer, i: number): number {
    const byte = bytes[i]!;
    if (byte === LINE_FEED) this.#at.newLine(this.#at.base + i + 1);
    if (byte === LINE_FEED || byte === SPACE || byte === CARRIAGE_RETURN || byte === TAB) return i + 1;
    switch (this.#state) {
      case "before":
        if (byte === OPEN_BRACKET) this.#state = "first";
        else if (byte === OPEN_BRACE) {
          this.#state = "envelope";
          this.#envelope = new EnvelopeScanner(this.#at.after(i));
          return i;
        } else this.#fail(bytes, i, "a JSON array of rows, or an object, is expected at the start");
        return i + 1;
      case "first":
      case "next":
        if (byte === OPEN_BRACE) {
          this.#beginRow(i);
          return i;
        }
        if (byte !== CLOSE_BRACKET) return this.#skipNonObject(bytes, i);
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

  /** Reports a value that is not an object, in place of a row. */
  #skipNonObject(bytes: Buffer, i: number): number {
    const reason = `a row must be a JSON object, but this is ${kindAt(bytes, i)}`;
    const byte = bytes[i]!;
    const { onRowError } = this.#options;
    if (onRowError === undefined || !isValueStart(byte)) this.#fail(bytes, i, reason, true);
    const position = { ...advancePosition(this.#at.after(i), ""), row: this.#parser.row + this.#count + 1 };
    onRowError(new DataError(this.#file, position, reason));
    this.#parser.hasNonObjects = true;
    this.#beginRow(i);
    if (byte === OPEN_BRACKET) return i;
    this.#state = "scalar";
    this.#scalar.begin(byte);
    return i + 1;
  }

  #scanScalar(bytes: Buffer, from: number): number {
    const end = this.#scalar.scan(bytes, from);
    if (end >= 0) return this.#endRow(end);
    if (this.#at.base + bytes.length - this.#rowStart.byte > MAXIMUM_ROW_BYTES)
      this.#failRow(bytes, ROW_TOO_LARGE);
    return bytes.length;
  }

  #beginRow(i: number): void {
    this.#state = "row";
    this.#scanner.begin();
    this.#rowFrom = i;
    this.#rowStart = this.#at.after(i);
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
      this.#at.line += scanner.lines - before;
      this.#at.lineStart = this.#at.base + scanner.lineStart;
    }
    const size = this.#at.base + (end < 0 ? bytes.length : end) - this.#rowStart.byte;
    if (scanner.deepest > MAXIMUM_ROW_DEPTH) this.#failRow(bytes, ROW_TOO_DEEP);
    if (size > MAXIMUM_ROW_BYTES) this.#failRow(bytes, ROW_TOO_LARGE);
    return end < 0 ? bytes.length : this.#endRow(end);
  }

  #endRow(end: number): number {
    this.#at.isPlain = false;
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
    this.#count = 0;
    this.#parser.parse(batch, this.#batchStart);
  }

  #scanEnvelope(bytes: Buffer, from: number): number {
    const envelope = this.#envelope!;
    const i = envelope.scan(bytes, from);
    for (let at = bytes.indexOf(LINE_FEED, from); at >= 0 && at < i; at = bytes.indexOf(LINE_FEED, at + 1)) {
      this.#at.newLine(this.#at.base + at + 1);
    }
    const isTooLarge = envelope.size > MAXIMUM_ROW_BYTES;
    if ((isTooLarge || envelope.stop === "end") && envelope.isKeptCollection)
      return this.#readKept(envelope, i);
    if (isTooLarge) this.#failEnvelope(bytes, ROW_TOO_LARGE);
    if (envelope.stop === "items") {
      if (envelope.hasItems) this.#fail(bytes, i - 1, "the object has two members named 'items'");
      this.#at.isPlain = false;
      envelope.openItems(this.#at.after(i));
      this.#state = "first";
    } else if (envelope.stop === "end") {
      this.#at.isPlain = false;
      this.#endEnvelope(bytes, envelope);
    }
    return i;
  }

  /** Reads the items of an object that was kept as a row. Returns `i`, where reading continues in the chunk. */
  #readKept(envelope: EnvelopeScanner, i: number): number {
    const base = this.#at.base;
    this.#at.moveTo(envelope.start);
    this.#envelope = new EnvelopeScanner(envelope.start, true);
    this.push(envelope.bytes());
    this.#at.base = base;
    this.#from = this.#to = this.#rowFrom = i;
    this.#batchStart = this.#rowStart;
    return i;
  }

  #closeItems(i: number): number {
    if (this.#envelope === undefined) {
      this.#state = "done";
      return i + 1;
    }
    this.#envelope.closeItems(this.#at.after(i));
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
    this.#parser.rows.push(value as Row);
    this.#parser.row++;
    this.#options.onSingleObject?.();
  }

  #fail(bytes: Buffer, i: number, reason: string, isRow = false): never {
    return this.#failAt(this.#at.after(i), bytes, reason, isRow);
  }

  #failRow(bytes: Buffer, reason: string): never {
    return this.#failAt(this.#rowStart, bytes, reason, true);
  }

  #failAt(at: StreamPosition, bytes: Buffer, reason: string, isRow: boolean): never {
    this.#parseRows(bytes);
    const position = { ...advancePosition(at, ""), ...(isRow && { row: this.#parser.row + 1 }) };
    throw new DataError(this.#file, position, reason);
  }

  /** @param lead text of the envelope before the fault, without its items */
  #failEnvelope(bytes: Buffer, reason: string, lead = ""): never {
    this.#parseRows(bytes);
    const { hasItems } = this.#envelope!;
    const position = this.#envelope!.advancePosition(lead);
    throw new DataError(this.#file, hasItems ? position : { ...position, row: 1 }, reason);
  }
}

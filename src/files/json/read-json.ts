/**
 * Reads arrays, envelopes (objects whose `items` or features are rows) and objects that are rows, also several of them one after
 * the other, without holding the file in memory.
 */
import { ReadingFault, type FilePosition } from "../rows/reading-fault.ts";
import {
  CLOSE_BRACKET,
  COMMA,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  RECORD_SEPARATOR,
} from "../bytes/bytes.ts";
import { concatBytes, decodeUtf8 } from "../bytes/decode.ts";
import { EnvelopeScanner, type ItemsName } from "./envelope-scanner.ts";
import {
  MAXIMUM_ROW_BYTES,
  MAXIMUM_ROW_DEPTH,
  ROW_TOO_DEEP,
  ROW_TOO_LARGE,
  type FormatReader,
} from "../rows/format-reader.ts";
import type { FileRow } from "../rows/row.ts";
import { advancePosition, ChunkPosition, type StreamPosition } from "../rows/file-position.ts";
import { JsonRowParser } from "./json-row-parser.ts";
import type { ReaderOptions } from "../cells/reader-options.ts";
import { unfinishedReason, type ReaderState } from "./reader-state.ts";
import { isJsonSpace, isValueStart, ValueScanner } from "./value-scanner.ts";
import { characterAt, kindAt } from "../rows/row-shape.ts";

const FEATURES_NOTE = { text: "the rows are the member features of the FeatureCollection" };

export class JsonReader implements FormatReader {
  readonly #options: ReaderOptions;
  readonly #parser: JsonRowParser;
  readonly #scanner = new ValueScanner();
  #state: ReaderState = "before";
  /** True within a list of rows. */
  #inList = false;
  /** True if the current row is the first list of a list, which can be a header. */
  #mayBeHeader = false;
  #objectsAreRows: boolean;
  #topLevelValues = 0;
  #isRow = false;
  /** Error of the first object. It is the error of a row only if other values follow. */
  #firstError: ReadingFault | undefined;
  readonly #at: ChunkPosition;
  /** Start of the current row, its chunks that ended before it, and where it begins in the current chunk. */
  #rowStart: StreamPosition;
  #parts: Uint8Array[] = [];
  #rowFrom = 0;
  /** True if the current value is no row, and was reported. */
  #isSkipped = false;
  #envelope: EnvelopeScanner | undefined;

  constructor(options: ReaderOptions = {}) {
    this.#options = options;
    this.#objectsAreRows = options.objectsAreRows ?? false;
    this.#parser = new JsonRowParser(options);
    this.#at = new ChunkPosition(options.start ?? { byte: 0, line: 1, column: 1 });
    this.#rowStart = this.#at.after(0);
  }

  get rows(): FileRow[] {
    return this.#parser.rows;
  }

  set rows(rows: FileRow[]) {
    this.#parser.rows = rows;
  }

  get line(): number {
    return this.#at.line;
  }

  /** Skips bytes between two values at the top level. */
  moveTo(start: StreamPosition): void {
    this.#at.moveTo(start);
  }

  /** Reports a value at the top level that is not read, in place of a row. */
  skipValue(at: StreamPosition, kind: string): void {
    this.#parser.skip(at, kind);
  }

  push(bytes: Uint8Array): void {
    this.#rowFrom = 0;
    for (let i = 0; i < bytes.length;) {
      if (this.#state === "row") i = this.#scanRow(bytes, i);
      else if (this.#state === "envelope") i = this.#scanEnvelope(bytes, i);
      else i = this.#between(bytes, i);
    }
    if (this.#state === "row") this.#parts.push(bytes.subarray(this.#rowFrom));
    this.#at.base += bytes.length;
  }

  end(): void {
    if (this.#state === "envelope" && this.#envelope!.keptItemsName !== undefined)
      this.#readKept(this.#envelope!, this.#envelope!.keptItemsName, 0);
    const reason = unfinishedReason(this.#state, this.#rowStart.line, this.#envelope?.start.line);
    if (reason !== undefined) throw new ReadingFault(this.stop(), reason);
    if (this.#topLevelValues > 1) return;
    if (this.#firstError !== undefined) throw this.#firstError;
    if (this.#isRow) this.#options.onSingleObject?.();
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

  #between(bytes: Uint8Array, i: number): number {
    const byte = bytes[i]!;
    if (byte === LINE_FEED) this.#at.newLine(this.#at.base + i + 1);
    if (isJsonSpace(byte)) return i + 1;
    switch (this.#state) {
      case "first":
      case "next":
        if (byte === CLOSE_BRACKET && this.#state === "next")
          this.#fail(i, "there is a comma before ']', but no row follows it");
        if (byte === CLOSE_BRACKET) return this.#closeItems(i);
        this.#isSkipped = byte !== OPEN_BRACE && !(byte === OPEN_BRACKET && this.#isRowList());
        if (this.#isSkipped) this.#parser.skip(this.#at.after(i), kindAt(bytes, i), isValueStart(byte));
        this.#beginRow(bytes, i);
        return i;
      case "after":
        if (byte === CLOSE_BRACKET) return this.#closeItems(i);
        if (byte !== COMMA) this.#fail(i, `',' or ']' is expected after a row, not ${characterAt(bytes, i)}`);
        this.#state = "next";
        return i + 1;
      default:
        return byte === RECORD_SEPARATOR ? i + 1 : this.#beginValue(bytes, i, byte);
    }
  }

  /** Returns whether a list in a list is read: as the header, or as a row after a header. */
  #isRowList(): boolean {
    this.#mayBeHeader = this.#state === "first";
    return this.#mayBeHeader || this.#parser.table.names !== undefined;
  }

  #beginValue(bytes: Uint8Array, i: number, byte: number): number {
    if (byte !== OPEN_BRACKET && byte !== OPEN_BRACE) {
      const what =
        this.#state === "before"
          ? "a JSON array of rows, or an object, is expected at the start"
          : `the JSON value is complete, and ${characterAt(bytes, i)} follows it`;
      return this.#fail(i, what);
    }
    this.#topLevelValues++;
    if (this.#firstError !== undefined) this.#options.onFault!(this.#firstError);
    this.#firstError = undefined;
    if (byte === OPEN_BRACKET) {
      this.#inList = true;
      this.#state = "first";
      return i + 1;
    }
    if (this.#objectsAreRows) this.#beginRow(bytes, i);
    else {
      this.#state = "envelope";
      this.#envelope = new EnvelopeScanner(this.#at.after(i));
    }
    return i;
  }

  #beginRow(bytes: Uint8Array, i: number): void {
    this.#state = "row";
    this.#scanner.begin(bytes[i]!);
    this.#rowStart = this.#at.after(i);
    this.#rowFrom = i;
  }

  #scanRow(bytes: Uint8Array, i: number): number {
    const scanner = this.#scanner;
    const before = scanner.lines;
    const end = scanner.scan(bytes, i);
    if (scanner.lineStart >= 0) {
      this.#at.line += scanner.lines - before;
      this.#at.lineStart = this.#at.base + scanner.lineStart;
    }
    const to = end < 0 ? bytes.length : end;
    if (scanner.deepest > MAXIMUM_ROW_DEPTH) this.#failAt(this.#rowStart, ROW_TOO_DEEP, true);
    if (this.#at.base + to - this.#rowStart.byte > MAXIMUM_ROW_BYTES)
      this.#failAt(this.#rowStart, ROW_TOO_LARGE, true);
    if (end >= 0) this.#endRow(bytes, end);
    return to;
  }

  #endRow(bytes: Uint8Array, end: number): void {
    this.#at.isPlain = false;
    this.#state = this.#inList ? "after" : "done";
    const last = bytes.subarray(this.#rowFrom, end);
    const text = this.#isSkipped
      ? ""
      : decodeUtf8(this.#parts.length === 0 ? last : concatBytes([...this.#parts, last]));
    this.#parts = [];
    const mayBeHeader = this.#mayBeHeader;
    this.#mayBeHeader = false;
    if (this.#isSkipped || (mayBeHeader && this.#parser.readHeader(text, this.#rowStart))) {
      this.#isSkipped = false;
      return;
    }
    const start = this.#rowStart;
    if (mayBeHeader && this.#parser.table.names === undefined) this.#parser.skip(start, "a list");
    else this.#parser.parse(text, (lead) => advancePosition(start, lead));
  }

  #scanEnvelope(bytes: Uint8Array, from: number): number {
    const envelope = this.#envelope!;
    const i = envelope.scan(bytes, from);
    const scanned = bytes.subarray(from, i);
    for (let at = scanned.indexOf(LINE_FEED); at >= 0; at = scanned.indexOf(LINE_FEED, at + 1))
      this.#at.newLine(this.#at.base + from + at + 1);
    const isTooLarge = envelope.size > MAXIMUM_ROW_BYTES;
    const kept = isTooLarge || envelope.stop === "end" ? envelope.keptItemsName : undefined;
    if (kept !== undefined) return this.#readKept(envelope, kept, i);
    if (isTooLarge) this.#failAt(envelope.start, ROW_TOO_LARGE, !envelope.hasItems);
    if (envelope.stop === "items") {
      if (envelope.hasItems) this.#fail(i - 1, `the object has two members named '${envelope.name!}'`);
      if (envelope.name === "features") this.#options.onNote?.(FEATURES_NOTE);
      this.#at.isPlain = false;
      this.#inList = true;
      envelope.openItems(this.#at.after(i));
      this.#state = "first";
    } else if (envelope.stop === "end") {
      this.#at.isPlain = false;
      this.#endEnvelope(envelope);
    }
    return i;
  }

  /** Reads the items of an object that was kept as a row. Returns `i`, where reading continues in the chunk. */
  #readKept(envelope: EnvelopeScanner, items: ItemsName, i: number): number {
    const base = this.#at.base;
    this.#at.moveTo(envelope.start);
    this.#envelope = new EnvelopeScanner(envelope.start, items);
    this.push(envelope.bytes());
    this.#at.base = base;
    this.#rowFrom = i;
    return i;
  }

  #closeItems(i: number): number {
    this.#inList = false;
    if (this.#envelope === undefined) {
      this.#state = "done";
      return i + 1;
    }
    this.#envelope.closeItems(this.#at.after(i));
    this.#state = "envelope";
    return i;
  }

  #endEnvelope(envelope: EnvelopeScanner): void {
    this.#state = "done";
    this.#envelope = undefined;
    const text = envelope.text();
    const positionOf = (lead: string) => envelope.advancePosition(lead);
    if (envelope.hasItems) {
      this.#parser.checkEnvelope(text, positionOf);
      return;
    }
    const onError = (error: ReadingFault) => {
      this.#firstError = error;
    };
    this.#isRow = this.#parser.parse(text, positionOf, this.#options.onFault && onError);
    this.#objectsAreRows = true;
  }

  #fail(i: number, reason: string): never {
    return this.#failAt(this.#at.after(i), reason, false);
  }

  #failAt(at: StreamPosition, reason: string, isRow: boolean): never {
    const position = { ...advancePosition(at, ""), ...(isRow && { row: this.#parser.row + 1 }) };
    throw new ReadingFault(position, reason);
  }
}

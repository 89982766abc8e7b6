/**
 * Reads arrays, envelopes (objects whose `items` or features are rows) and objects that are rows, also several of them one after
 * the other, without holding the file in memory.
 */
import { ReadingFault, type FilePosition } from "../rows/reading-fault.ts";
import * as ascii from "../bytes/bytes.ts";
import { concatBytes, decodeUtf8, NO_BYTES } from "../bytes/decode.ts";
import { Envelope, type ItemsName } from "./envelope.ts";
import { MAXIMUM_ROW_BYTES, ROW_TOO_LARGE, type FormatReader } from "../rows/format-reader.ts";
import { advancePosition, ChunkPosition, type StreamPosition } from "../rows/file-position.ts";
import { JsonRowParser } from "./json-row-parser.ts";
import type { ReaderOptions } from "../cells/file-options.ts";
import { COMMAS_NOTE } from "../json-rows/parse-row.ts";
import { isValueStart, ValueScanner } from "./value-scanner.ts";
import { characterAt } from "../rows/descriptions.ts";

const FEATURES_NOTE = { text: "the rows are the member features of the FeatureCollection" };

export class JsonReader implements FormatReader {
  readonly rows: FormatReader["rows"];
  readonly #options: ReaderOptions;
  readonly #parser: JsonRowParser;
  readonly #scanner = new ValueScanner();
  /**
   * Part of the input that is read. "first": before the first row of a list; "next": before another row; "done": after a
   * complete value.
   */
  #state: "before" | "first" | "next" | "row" | "after" | "envelope" | "done" = "before";
  /** True within a list of rows. */
  #inList = false;
  /** True if the current row is the first value of a list. */
  #isFirst = false;
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
  #envelope: Envelope | undefined;

  constructor(options: ReaderOptions = {}) {
    this.#options = options;
    this.#objectsAreRows = options.objectsAreRows ?? false;
    this.#parser = new JsonRowParser(options);
    this.rows = this.#parser.rows;
    this.#at = new ChunkPosition(options.start ?? { byte: 0, line: 1, column: 1 });
    this.#rowStart = this.#at.after(0);
  }

  get line(): number {
    return this.#at.line;
  }

  /** Skips bytes between two values at the top level. */
  moveTo(start: StreamPosition): void {
    this.#at.moveTo(start);
  }

  push(bytes: Uint8Array): void {
    this.#rowFrom = 0;
    for (let i = 0; i < bytes.length;) {
      if (this.#state === "row") i = this.#scanRow(bytes, i);
      else if (this.#state === "envelope") i = this.#scanEnvelope(bytes, i);
      else i = this.#readBetween(bytes, i);
    }
    if (this.#state === "row") this.#parts.push(bytes.subarray(this.#rowFrom));
    this.#at.base += bytes.length;
  }

  end(): void {
    if (this.#state === "row" && this.#scanner.isWord) this.#endRow(NO_BYTES, 0);
    if (this.#state === "envelope" && this.#envelope!.keptItemsName !== undefined)
      this.#readKept(this.#envelope!, this.#envelope!.keptItemsName, 0);
    const reason = this.#unfinishedReason();
    if (reason !== undefined) throw new ReadingFault(this.stop(), reason);
    if (this.#topLevelValues > 1) return;
    if (this.#firstError !== undefined) throw this.#firstError;
    if (this.#isRow) this.#options.onSingleObject?.();
  }

  /** Returns why the input must not end here. */
  #unfinishedReason(): string | undefined {
    switch (this.#state) {
      case "before":
        return "the input is empty; a JSON array of rows is expected";
      case "row":
        return `the input ends within this row, which begins on line ${this.#rowStart.line}`;
      case "envelope":
        return `the input ends before the object that begins on line ${this.#envelope!.start.line} is closed`;
      case "done":
        return undefined;
      default:
        return "the input ends before ']' closes the list of rows";
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

  #readBetween(bytes: Uint8Array, i: number): number {
    const byte = bytes[i]!;
    if (byte === ascii.LINE_FEED) this.#at.newLine(i + 1);
    if (ascii.isJsonSpace(byte)) return i + 1;
    switch (this.#state) {
      case "first":
      case "next":
        if (byte === ascii.CLOSE_BRACKET && this.#state === "next") {
          if (this.#options.strict === true)
            this.#fail(i, "there is a comma before ']', but no row follows it");
          this.#options.onNote?.(COMMAS_NOTE);
        }
        if (byte === ascii.CLOSE_BRACKET) return this.#closeItems(bytes, i);
        return this.#beginRow(bytes, i);
      case "after":
        if (byte === ascii.CLOSE_BRACKET) return this.#closeItems(bytes, i);
        if (byte !== ascii.COMMA)
          this.#fail(i, `',' or ']' is expected after a row, not ${characterAt(bytes, i)}`);
        this.#state = "next";
        return i + 1;
      default:
        return byte === ascii.RECORD_SEPARATOR ? i + 1 : this.#beginValue(bytes, i, byte);
    }
  }

  #beginValue(bytes: Uint8Array, i: number, byte: number): number {
    if (byte !== ascii.OPEN_BRACKET && byte !== ascii.OPEN_BRACE && this.#options.objectsAreRows !== true) {
      const expected =
        this.#state === "before"
          ? "a JSON array of rows, or an object, is expected at the start"
          : `the JSON value is complete, and ${characterAt(bytes, i)} follows it`;
      return this.#fail(i, expected);
    }
    this.#topLevelValues++;
    if (this.#firstError !== undefined) this.#options.onFault?.(this.#firstError);
    this.#firstError = undefined;
    if (byte === ascii.OPEN_BRACKET) {
      this.#inList = true;
      this.#state = "first";
      return i + 1;
    }
    if (this.#objectsAreRows) return this.#beginRow(bytes, i);
    this.#state = "envelope";
    this.#envelope = new Envelope(this.#at.after(i));
    return i;
  }

  #beginRow(bytes: Uint8Array, i: number): number {
    if (!isValueStart(bytes[i]!))
      this.#fail(i, `a row must be a JSON object, but this is ${characterAt(bytes, i)}`, true);
    this.#isFirst = this.#state === "first";
    this.#state = "row";
    this.#scanner.begin(bytes[i]!);
    this.#rowStart = this.#at.after(i);
    this.#rowFrom = i;
    return i;
  }

  #scanRow(bytes: Uint8Array, i: number): number {
    const end = this.#scanner.scan(bytes, i);
    const to = end < 0 ? bytes.length : end;
    this.#at.pass(bytes, i, to);
    if (this.#at.base + to - this.#rowStart.byte > MAXIMUM_ROW_BYTES)
      this.#failAt(this.#rowStart, ROW_TOO_LARGE, true);
    if (end >= 0) this.#endRow(bytes, end);
    return to;
  }

  #endRow(bytes: Uint8Array, end: number): void {
    this.#state = this.#inList ? "after" : "done";
    const last = bytes.subarray(this.#rowFrom, end);
    const text = decodeUtf8(this.#parts.length === 0 ? last : concatBytes([...this.#parts, last]));
    this.#parts = [];
    const start = this.#rowStart;
    const isFirst = this.#isFirst;
    this.#parser.parse({ text, positionOf: (lead) => advancePosition(start, lead), isFirst });
  }

  #scanEnvelope(bytes: Uint8Array, from: number): number {
    const envelope = this.#envelope!;
    const i = envelope.scan(bytes, from);
    this.#at.pass(bytes, from, i);
    const isTooLarge = envelope.size > MAXIMUM_ROW_BYTES;
    const itemsName = isTooLarge || envelope.stop === "end" ? envelope.keptItemsName : undefined;
    if (itemsName !== undefined) return this.#readKept(envelope, itemsName, i);
    if (isTooLarge) this.#failAt(envelope.start, ROW_TOO_LARGE, !envelope.hasItems);
    if (envelope.stop === "items") {
      if (envelope.hasItems)
        this.#fail(i - 1, `the object has two members named '${envelope.members.name!}'`);
      if (envelope.members.name === "features") this.#options.onNote?.(FEATURES_NOTE);
      this.#inList = true;
      envelope.openItems(this.#at.after(i));
      this.#state = "first";
    } else if (envelope.stop === "end") this.#endEnvelope(envelope);
    return i;
  }

  /** Reads the items of an object that was kept as a row. Returns `i`, where reading continues in the chunk. */
  #readKept(envelope: Envelope, items: ItemsName, i: number): number {
    const base = this.#at.base;
    this.#at.moveTo(envelope.start);
    this.#envelope = new Envelope(envelope.start, items);
    this.push(envelope.bytes());
    this.#at.base = base;
    this.#rowFrom = i;
    return i;
  }

  /** Ends a list of rows. */
  #closeItems(bytes: Uint8Array, i: number): number {
    this.#inList = false;
    this.#state = this.#envelope === undefined ? "done" : "envelope";
    this.#envelope?.closeItems(bytes.subarray(i, i + 1), this.#at.after(i));
    return i + 1;
  }

  #endEnvelope(envelope: Envelope): void {
    this.#state = "done";
    this.#envelope = undefined;
    const source = {
      text: decodeUtf8(envelope.bytes()),
      positionOf: (lead: string) => envelope.advancePosition(lead),
    };
    if (envelope.hasItems) {
      this.#parser.checkEnvelope(source);
      return;
    }
    const onError = (error: ReadingFault) => {
      this.#firstError = error;
    };
    this.#isRow = this.#parser.parse(source, onError);
    this.#objectsAreRows = true;
  }

  #fail(i: number, reason: string, isRow = false): never {
    return this.#failAt(this.#at.after(i), reason, isRow);
  }

  #failAt(at: StreamPosition, reason: string, isRow: boolean): never {
    const position = { ...advancePosition(at, ""), ...(isRow && { row: this.#parser.row + 1 }) };
    throw new ReadingFault(position, reason);
  }
}

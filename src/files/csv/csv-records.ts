/**
 * Splits CSV into records and cells. Lines end with LF, CR LF or CR. Blank lines are skipped. A quote inside a cell without
 * quotes is a part of the cell.
 *
 * After an invalid record, reading continues with the next line. A quote that is never closed therefore makes only one line
 * invalid.
 */
import { NO_BYTES, concatBytes } from "../bytes/decode.ts";
import { MAXIMUM_ROW_BYTES, ROW_TOO_LARGE, type RowScanner } from "../rows/row.ts";
import { CsvRecord, INCOMPLETE, type CsvDialect } from "./csv-record.ts";
import { afterLineEnd, countLines, lineEnd } from "./line-ends.ts";

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

/** Size in bytes above which an incomplete record is split again only after it has grown by half. */
const LARGE_RECORD = 65_536;

export class CsvRecords {
  /** Number of the line where the next record begins. */
  line = 1;
  /** Number of bytes before the next record. */
  byte: number;
  /** Consumes records that need no cells. */
  scanner: RowScanner | undefined;
  readonly #handler: CsvRecordHandler;
  readonly #record: CsvRecord;
  #bytes: Uint8Array = NO_BYTES;
  /** Chunks after {@link #bytes} that were not split yet. */
  #parts: Uint8Array[] = [];
  #size = 0;
  /** Number of bytes from which the incomplete record is split again. */
  #enough = 0;

  /** @param byte number of bytes of the file before the first record */
  constructor(dialect: CsvDialect, byte: number, handler: CsvRecordHandler) {
    this.#record = new CsvRecord(dialect);
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
    scanner?.begin(bytes);
    let at = 0;
    while (at < length) {
      // A record can end the use of the scanner.
      if (scanner !== undefined && scanner === this.scanner) {
        at = scanner.scan(at);
        this.line += scanner.lines;
        this.byte = base + at;
        if (at === length) break;
      }
      const next = this.#record.read(bytes, at, isFinal);
      if (next === INCOMPLETE) break;
      const { line } = this;
      const { cells, lines, reason, hasStrayQuote } = this.#record;
      if (reason !== undefined) this.#handler.invalid(reason, line);
      at = next;
      this.line += lines;
      this.byte = base + at;
      if (cells.length > 0) this.#handler.record(cells, line, hasStrayQuote);
    }
    // Copies the bytes, because the caller may reuse the memory of the chunk.
    this.#bytes = new Uint8Array(bytes.subarray(at));
    this.#size = this.#bytes.length;
    this.#enough = this.#size > LARGE_RECORD ? this.#size * 1.5 : 0;
  }
}

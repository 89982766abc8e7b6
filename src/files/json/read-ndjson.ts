import { NO_BYTES, concatBytes, decodeUtf8 } from "../bytes/decode.ts";
import { advancePosition } from "../rows/file-position.ts";
import { ReadingFault, type FilePosition } from "../rows/reading-fault.ts";
import { LINE_FEED } from "../bytes/bytes.ts";
import { MAXIMUM_ROW_BYTES, ROW_TOO_LARGE, type FormatReader } from "../rows/format-reader.ts";
import type { ReaderOptions } from "../cells/reader-options.ts";
import type { EarlyFilters, LearningScanner } from "../cells/early-filters.ts";
import { isRecord } from "../../values/is-object.ts";
import type { FileRow } from "../rows/row.ts";
import { isDynamic, rowsAtPath } from "./json-path.ts";
import { KeyMember } from "../json-rows/key-member.ts";
import { hasOtherLines, notARow, RowFault, RowParser, withoutMark } from "../json-rows/parse-row.ts";
import { ListTable } from "../json-rows/list-table.ts";
import { keepNumberTexts } from "../json-rows/number-texts.ts";

export class NdjsonReader implements FormatReader {
  rows: FileRow[] = [];
  filters: EarlyFilters | undefined;
  readonly #path: readonly string[];
  readonly #options: ReaderOptions;
  #scanner: LearningScanner | undefined;
  #parts: Uint8Array[] = [];
  #partsLength = 0;
  #line = 1;
  /** Number of the last row. */
  #row = 0;
  readonly #parser = new RowParser();
  readonly #table: ListTable;
  /** True before the first line that is not blank. */
  #isFirst = true;
  readonly #key: KeyMember;
  #byte: number;

  constructor(skipped = 0, options: ReaderOptions = {}) {
    this.#path = options.path ?? [];
    this.#options = options;
    this.#table = new ListTable(options);
    this.#key = new KeyMember(options.onNote);
    this.#byte = skipped;
  }

  get line(): number {
    return this.#line;
  }

  push(bytes: Uint8Array): void {
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) this.#lines(this.#withParts(bytes.subarray(0, end)));
    if (end === bytes.length) return;
    this.#parts.push(bytes.subarray(end));
    this.#partsLength += bytes.length - end;
    if (this.#partsLength > MAXIMUM_ROW_BYTES) throw new ReadingFault(this.#positionOf(0, ""), ROW_TOO_LARGE);
  }

  end(): void {
    const last = this.#withParts(NO_BYTES);
    if (last.length > 0) this.#lines(last);
  }

  stop(): FilePosition {
    return this.#positionOf(0, decodeUtf8(concatBytes(this.#parts)));
  }

  #withParts(bytes: Uint8Array): Uint8Array {
    if (this.#parts.length === 0) return bytes;
    const whole = concatBytes([...this.#parts, bytes]);
    this.#parts = [];
    this.#partsLength = 0;
    return whole;
  }

  #lines(bytes: Uint8Array): void {
    this.#scanner ??= this.#createScanner();
    this.#scanner?.begin(bytes);
    for (let at = 0; at < bytes.length;) {
      if (this.#scanner !== undefined) {
        at = this.#scanner.scan(at);
        this.#line += this.#scanner.lines;
        if (at === bytes.length) break;
      }
      const feed = bytes.indexOf(LINE_FEED, at);
      const end = feed < 0 ? bytes.length : feed;
      const line = decodeUtf8(bytes, at, end);
      if (line !== "" && line !== "\r") for (const row of this.#parseOrSkip(line, at)) this.rows.push(row);
      this.#line++;
      at = end + 1;
    }
    this.#byte += bytes.length;
  }

  #createScanner(): LearningScanner | undefined {
    const filter =
      this.filters === undefined || isDynamic(this.#path) ? undefined : this.#options.rowFilter?.();
    return (
      filter &&
      this.filters!.ofJson(filter, this.#path, (placeholder) => {
        this.#row++;
        this.rows.push(placeholder);
      })
    );
  }

  #parseOrSkip(line: string, bytesBefore: number): readonly FileRow[] {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    try {
      return this.#parse(line, bytesBefore, isFirst);
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      const option = isFirst && hasOtherLines(line) ? "format" : error.option;
      this.#report(new RowFault(error.message, error.lead, option), bytesBefore);
      return [];
    }
  }

  /** @throws ReadingFault without a handler */
  #report(fault: RowFault, bytesBefore: number): void {
    const position = this.#positionOf(bytesBefore, fault.lead);
    const error = new ReadingFault(position, fault.message, fault.option);
    if (this.#options.onFault === undefined) throw error;
    this.#row++;
    this.#options.onFault(error);
  }

  /**
   * Returns the row of a line, or with a path its rows. A line that has only white space has none.
   * @throws RowFault
   */
  #parse(given: string, bytesBefore: number, isFirst: boolean): readonly FileRow[] {
    const line = withoutMark(given);
    if (line.trim() === "") {
      this.#isFirst = isFirst;
      return [];
    }
    const { onUnreadableNumbers } = this.#options;
    const value = this.#parser.parse(
      line,
      onUnreadableNumbers &&
        (({ count, first, offset }) => {
          const position = () => this.#positionOf(bytesBefore, line.slice(0, offset));
          onUnreadableNumbers({ count, text: first, position });
        }),
    );
    if (line.length > MAXIMUM_ROW_BYTES) throw new RowFault(ROW_TOO_LARGE);
    if (isRecord(value)) this.#scanner?.learn(value);
    const isWalked =
      this.#path.length > 0 && (isRecord(value) || (Array.isArray(value) && isDynamic(this.#path)));
    const rows = !isWalked
      ? this.#rowOf(line, value, isFirst)
      : rowsAtPath(value, this.#path, this.#key, (problem) => {
          this.#report(new RowFault(problem), bytesBefore);
        });
    this.#row += rows.length;
    return rows;
  }

  /**
   * Returns no row for the header of a table.
   * @throws RowFault
   */
  #rowOf(line: string, value: unknown, isFirst: boolean): readonly FileRow[] {
    if (isRecord(value)) {
      keepNumberTexts(value, line);
      return [value];
    }
    if (isFirst && this.#table.readHeader(value, this.#line)) return [];
    if (!Array.isArray(value) || this.#table.names === undefined) throw notARow(value);
    return [this.#table.row(value, () => ({ row: this.#row + 1, line: this.#line }))];
  }

  #positionOf(bytesBefore: number, lead: string): FilePosition {
    const start = { byte: this.#byte + bytesBefore, line: this.#line, column: 1 };
    return { ...advancePosition(start, lead), row: this.#row + 1 };
  }
}

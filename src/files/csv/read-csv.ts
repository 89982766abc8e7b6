/** Reads CSV and TSV. Every row has every column. */
import { NO_BYTES, concatBytes } from "../bytes/decode.ts";
import { ReadingFault, type FilePosition, type OptionName, type ReadingNote } from "../rows/reading-fault.ts";
import { isPlain, QUOTE_IN_CELL, type CsvDialect } from "./csv-record.ts";
import { LINE_FEED } from "../bytes/bytes.ts";
import type { FileRow, RowScanner } from "../rows/row.ts";
import type { DialectOptions, ReaderOptions } from "../cells/file-options.ts";
import { detectDialect, type DetectedDialect } from "./detect-dialect.ts";
import { CsvRecords } from "./csv-records.ts";
import { commentsNote, declaredDelimiter, MAXIMUM_SEPARATOR_LINE } from "./head-records.ts";
import { countLines } from "./line-ends.ts";
import {
  columnName,
  hasExtraCells,
  namelessNote,
  namesInUse,
  raggedReason,
  uniqueNames,
  type HeaderProblem,
} from "../rows/csv-header.ts";
import { declaredColumns, INFERENCE_ROWS, inferColumns } from "../cells/csv-columns.ts";
import type { FormatReader } from "../rows/format-reader.ts";
import { cellFault } from "../cells/cell-types.ts";
import { TypedCells } from "../cells/typed-cells.ts";

/** The dialect and the columns of a file, and where its rows begin. */
export interface CsvTable {
  readonly dialect: CsvDialect;
  readonly cells: TypedCells;
  /** Line and byte offset of the first row. */
  readonly first: { readonly line: number; readonly byte: number };
  /** True if rows can have other numbers of cells, or can be comments. */
  readonly isLenient: boolean;
}

interface BufferedRow {
  readonly cells: string[];
  readonly row: number;
  readonly line: number;
}

export class CsvReader implements FormatReader {
  readonly rows: FileRow[] = [];
  readonly #options: ReaderOptions;
  /** True if the reader throws the first problem instead of reporting it. */
  readonly #isStrict: boolean;
  /** Undefined until the dialect is known. */
  #records: CsvRecords | undefined;
  readonly #dialect: DialectOptions;
  #detected: DetectedDialect | undefined;
  readonly #notes: ReadingNote[] = [];
  #problems: readonly HeaderProblem[] = [];
  #headerCells = 0;
  /** Number of cells of the header up to the last name. */
  #namedCells = 0;
  #head: Uint8Array = NO_BYTES;
  /** Number of bytes before those of the head. */
  #skipped: number;
  /** Number of lines that are still to be skipped. */
  #linesToSkip: number;
  #names: readonly string[] | undefined;
  /** Undefined until the types of the columns are known. */
  #cells: TypedCells | undefined;
  #first: CsvTable["first"] | undefined;
  /** Rows that wait until the column types are inferred. */
  #buffered: BufferedRow[] = [];
  /** Number of rows read, including invalid ones. */
  #row = 0;
  /** Numbers of the lines after the first row that are comments. */
  readonly #laterComments: number[] = [];

  /** @param delimiter undefined to detect it */
  constructor(delimiter: string | undefined, options: ReaderOptions = {}) {
    this.#options = options;
    this.#isStrict = options.strict === true;
    this.#skipped = options.start?.byte ?? 0;
    const { dialect } = options;
    this.#linesToSkip = dialect?.skip ?? 0;
    this.#dialect = { ...dialect, delimiter: dialect?.delimiter ?? delimiter };
  }

  /** Undefined until the types of the columns are known. */
  get table(): CsvTable | undefined {
    if (this.#cells === undefined) return undefined;
    const { dialect, areRowsCut, hasComments } = this.#detected!;
    return { dialect, cells: this.#cells, first: this.#first!, isLenient: areRowsCut || hasComments };
  }

  get line(): number {
    return this.#records?.lastLine ?? this.#headLine + countLines(this.#head, 0, this.#head.length);
  }

  /** Number of the line where the head begins. */
  get #headLine(): number {
    return (this.#dialect.skip ?? 0) - this.#linesToSkip + 1;
  }

  push(chunk: Uint8Array): void {
    const bytes = this.#withoutSkipped(chunk);
    if (bytes.length === 0) return;
    if (this.#records !== undefined) {
      this.#records.scanner ??= this.#createScanner();
      this.#settlingOnError(() => this.#records!.push(bytes));
      return;
    }
    this.#head = this.#head.length === 0 ? bytes : concatBytes([this.#head, bytes]);
    this.#begin(false);
  }

  /** Returns the bytes after the lines that are to be skipped. */
  #withoutSkipped(bytes: Uint8Array): Uint8Array {
    let at = 0;
    for (; this.#linesToSkip > 0; this.#linesToSkip--) {
      const feed = bytes.indexOf(LINE_FEED, at);
      if (feed < 0) {
        at = bytes.length;
        break;
      }
      at = feed + 1;
    }
    this.#skipped += at;
    return at === 0 ? bytes : bytes.subarray(at);
  }

  end(): void {
    this.#begin(true);
    this.#settlingOnError(() => this.#records!.end());
    if (this.#names === undefined && this.#dialect.skip !== undefined && this.#dialect.skip > 0)
      throw this.#error(
        `no line follows the ${this.#dialect.skip} lines that are skipped`,
        this.line,
        "skip",
      );
    this.#settleTypes();
    const { length, 0: line } = this.#laterComments;
    if (line !== undefined) this.#options.onNote?.(commentsNote(length, line));
  }

  stop(): FilePosition {
    this.#begin(true);
    this.#settlingOnError(() => this.#records!.stop());
    this.#settleTypes();
    const { line, byte, pending } = this.#records!;
    return { line, byte: byte + pending + 1, ...this.#nextRow() };
  }

  /** Detects the dialect and splits the bytes read so far. */
  #begin(ended: boolean): void {
    if (this.#records !== undefined) return;
    const head = this.#head;
    const declared = declaredDelimiter(head);
    if (!ended && head.length < MAXIMUM_SEPARATOR_LINE) return;
    const dialectOptions = {
      ...this.#dialect,
      delimiter: this.#options.dialect?.delimiter ?? declared.delimiter ?? this.#dialect.delimiter,
    };
    const detected = detectDialect(head.subarray(declared.length), dialectOptions, ended);
    if (detected === undefined) return;
    this.#detected = detected;
    this.#notes.push(...detected.notes);
    const start = declared.length + detected.start.byte;
    this.#records = new CsvRecords(detected.dialect, this.#skipped + start, {
      record: (cells, line, hasStrayQuote) => this.#record(cells, line, hasStrayQuote),
      invalid: (reason, line) => this.#reportInvalid(reason, line),
      fatal: (reason, line) => {
        throw this.#error(reason, line);
      },
    });
    this.#records.line = this.#headLine - 1 + detected.start.line + (declared.length === 0 ? 0 : 1);
    this.#markFirstRow();
    if (detected.names !== undefined) this.#header(detected.names, this.#records.line - 1);
    this.#head = NO_BYTES;
    this.push(head.subarray(start));
  }

  #markFirstRow(): void {
    const { line, byte } = this.#records!;
    this.#first = { line, byte };
  }

  /** Returns undefined without a filter. */
  #createScanner(): RowScanner | undefined {
    const { dialect } = this.#detected!;
    if (this.#cells === undefined || this.#buffered.length > 0 || !isPlain(dialect)) return undefined;
    const make = this.#options.earlyFilterMaker?.();
    const filter = make && this.#options.rowFilter?.();
    const onRow = (placeholder: FileRow) => {
      this.#row++;
      this.rows.push(placeholder);
    };
    return filter && make(filter, onRow, { cells: this.#cells, delimiter: dialect.delimiter });
  }

  /** Delivers the rows that are buffered for inference before an error is thrown. */
  #settlingOnError(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#settleTypes();
      throw error;
    }
  }

  #record(cells: string[], line: number, hasStrayQuote: boolean): void {
    if (this.#names === undefined) {
      if (this.#detected!.hasHeader) {
        this.#header(this.#detected!.areRowsNamed ? ["", ...cells] : cells, line);
        return;
      }
      this.#headerCells = this.#namedCells = cells.length;
      this.#names = cells.map((_, i) => columnName(i));
    }
    if (!this.#isRow(cells, line)) return;
    if (hasStrayQuote && this.#isStrict) {
      this.#reportInvalid(QUOTE_IN_CELL, line);
      return;
    }
    this.#row++;
    if (hasStrayQuote) this.#options.onProblem?.({ kind: "stray-quote", row: this.#row, line });
    if (this.#cells !== undefined && this.#buffered.length === 0) {
      if (!this.#cells.decides(cells)) {
        this.rows.push(this.#typedRow(cells, this.#row, line));
        return;
      }
      this.#records!.scanner = undefined;
    }
    this.#buffered.push({ cells, row: this.#row, line });
    if (this.#buffered.length >= INFERENCE_ROWS || this.#options.inferTypes !== true) this.#settleTypes();
  }

  /** Returns whether the row is valid: it has a cell for each column, or its other number of cells is accepted. */
  #isRow(cells: readonly string[], line: number): boolean {
    const { length } = this.#names!;
    const minimum = this.#cells === undefined ? this.#namedCells : length;
    const isWhole = cells.length >= minimum && cells.length <= this.#headerCells;
    if (isWhole || hasExtraCells(cells, length)) return true;
    const { hasComments, areRowsCut } = this.#detected!;
    if (hasComments && cells[0]!.startsWith("#")) {
      this.#laterComments.push(line);
      return false;
    }
    const { ragged, onProblem } = this.#options;
    if (ragged !== true && (this.#isStrict || !areRowsCut || cells.length > length)) {
      this.#reportInvalid(raggedReason(cells.length, length), line, "ragged");
      return false;
    }
    onProblem?.({ kind: "ragged", row: this.#row + 1, line, cells: cells.length, columns: length });
    return true;
  }

  #reportInvalid(reason: string, line: number, option?: OptionName): void {
    const error = this.#error(reason, line, option);
    if (this.#isStrict || this.#names === undefined) throw error;
    this.#row++;
    this.#options.onFault?.(error);
  }

  #header(cells: readonly string[], line: number): void {
    this.#headerCells = this.#namedCells = cells.length;
    const { names, problems } = uniqueNames(cells);
    if (this.#isStrict) {
      if (problems.length > 0) throw new ReadingFault({ line }, problems[0]!.reason);
    } else this.#namedCells = cells.findLastIndex((cell) => cell.trim() !== "") + 1;
    this.#names = names;
    this.#problems = problems;
    this.#markFirstRow();
  }

  /** Leaves out columns that are not in use, and reports the problems of the others. */
  #usedNames(names: readonly string[]): readonly string[] {
    if (this.#isStrict) return names;
    const used = namesInUse(names, this.#namedCells, this.#buffered);
    for (const problem of this.#problems)
      if (used.includes(problem.newName)) this.#options.onProblem?.({ kind: "header", ...problem });
    if (used.length < names.length) this.#notes.push({ text: namelessNote(used.length + 1, names.length) });
    return used;
  }

  /** Gives the columns their types, and returns the buffered rows. */
  #settleTypes(): void {
    if (this.#names === undefined || (this.#cells !== undefined && this.#buffered.length === 0)) return;
    const isFirst = this.#cells === undefined;
    const names = (this.#names = isFirst ? this.#usedNames(this.#names) : this.#names);
    const buffered = this.#buffered;
    const { style, onColumns } = this.#options;
    const inferred = inferColumns(
      this.#cells?.columns ?? declaredColumns(names, this.#options),
      buffered,
      style,
    );
    if (isFirst) onColumns?.(inferred.columns, this.#notes);
    this.#cells = new TypedCells(inferred.typed, style);
    this.#buffered = [];
    for (const { cells, row, line } of buffered) this.rows.push(this.#typedRow(cells, row, line));
  }

  #typedRow(cells: readonly string[], row: number, line: number): FileRow {
    return this.#cells!.row(cells, ({ name, type, isRequired }, text) => {
      const cell = { row, line, column: name, text, type, isRequired };
      if (this.#isStrict) throw cellFault(cell);
      this.#options.onProblem?.({ kind: "cell", ...cell });
    });
  }

  #nextRow(): { row?: number } {
    return this.#names === undefined ? {} : { row: this.#row + 1 };
  }

  #error(reason: string, line: number, option?: OptionName): ReadingFault {
    return new ReadingFault({ line, ...this.#nextRow() }, reason, option);
  }
}

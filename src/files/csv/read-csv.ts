/** Reads CSV and TSV. Every row has every column. */
import { NO_BYTES, concatBytes, decodeLatin1 } from "../bytes/decode.ts";
import { ReadingFault, type FilePosition, type OptionName, type ReadingNote } from "../rows/reading-fault.ts";
import { isPlain, type CsvDialect } from "./csv-dialect.ts";
import { LINE_FEED } from "../bytes/bytes.ts";
import type { FileRow } from "../rows/row.ts";
import { detectDialect, type DialectOptions } from "./detect-dialect.ts";
import { CsvRecords, QUOTE_IN_CELL } from "./csv-records.ts";
import { countLines } from "./line-ends.ts";
import { columnName, raggedReason, uniqueNames, type HeaderProblem } from "../rows/csv-header.ts";
import { hasExtraCells } from "./csv-row-reason.ts";
import type { CsvReaderOptions } from "./csv-options.ts";
import { CsvScanner } from "./csv-scanner.ts";
import { declaredColumns, INFERENCE_ROWS, inferColumns } from "../cells/csv-columns.ts";
import type { FormatReader } from "../rows/format-reader.ts";
import { TypedCells } from "../cells/typed-cells.ts";

/** The dialect and the columns of a file, and where its rows begin. */
export interface CsvTable {
  readonly dialect: CsvDialect;
  readonly cells: TypedCells;
  /** Line and byte offset of the first row. */
  readonly first: { readonly line: number; readonly byte: number };
}

interface BufferedRow {
  readonly cells: string[];
  readonly row: number;
  readonly line: number;
}

/** @example namelessNote(4, 4) // "column 4 has neither a name nor a value, and is left out" */
function namelessNote(from: number, to: number): string {
  const subject = from === to ? `column ${from} has` : `columns ${from} to ${to} have`;
  return `${subject} neither a name nor a value, and ${from === to ? "is" : "are"} left out`;
}

const FIRST_BYTES = 100;
const MAXIMUM_SEPARATOR_LINE = 9;
/** Matches the first line of a file with which Excel declares the delimiter, such as `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([!-~\t])"?(\r\n|\n|\r)/i;

export class CsvReader implements FormatReader {
  rows: FileRow[] = [];
  readonly #options: CsvReaderOptions;
  /** Undefined until the dialect is known. */
  #records: CsvRecords | undefined;
  readonly #given: DialectOptions;
  #dialect: CsvDialect | undefined;
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

  /** @param delimiter undefined to detect it */
  constructor(delimiter: string | undefined, options: CsvReaderOptions = {}, skipped = 0) {
    this.#options = options;
    this.#skipped = skipped;
    const { dialect, header } = options;
    this.#linesToSkip = dialect?.skip ?? 0;
    this.#given = { ...dialect, delimiter: dialect?.delimiter ?? delimiter, header };
  }

  /** Undefined until the types of the columns are known. */
  get table(): CsvTable | undefined {
    if (this.#cells === undefined) return undefined;
    return { dialect: this.#dialect!, cells: this.#cells, first: this.#first! };
  }

  get line(): number {
    return this.#records?.lastLine ?? this.#headLine + countLines(this.#head, 0, this.#head.length);
  }

  /** Number of the line where the head begins. */
  get #headLine(): number {
    return (this.#given.skip ?? 0) - this.#linesToSkip + 1;
  }

  push(given: Uint8Array): void {
    const bytes = this.#withoutSkipped(given);
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
    if (this.#names === undefined && this.#given.skip !== undefined && this.#given.skip > 0)
      throw this.#error(`no line follows the ${this.#given.skip} lines that are skipped`, this.line, "skip");
    this.#settleTypes();
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
    const declared = SEPARATOR_LINE.exec(decodeLatin1(head.subarray(0, MAXIMUM_SEPARATOR_LINE)));
    const mark = declared?.[0].length ?? 0;
    if (!ended && head.length < MAXIMUM_SEPARATOR_LINE) return;
    const given = {
      ...this.#given,
      delimiter: this.#options.dialect?.delimiter ?? declared?.[1] ?? this.#given.delimiter,
    };
    const found = detectDialect(head.subarray(mark), given, ended);
    if (found === undefined) return;
    this.#dialect = found.dialect;
    this.#notes.push(...found.notes);
    const start = mark + found.start.byte;
    this.#records = new CsvRecords(found.dialect, this.#skipped + start, {
      record: (cells, line, hasStrayQuote) => this.#record(cells, line, hasStrayQuote),
      invalid: (reason, line) => this.#invalid(reason, line),
      fatal: (reason, line) => {
        throw this.#error(reason, line);
      },
    });
    this.#records.line = this.#headLine - 1 + found.start.line + (declared === null ? 0 : 1);
    this.#markFirstRow();
    const bytes = head.subarray(start);
    this.#head = NO_BYTES;
    // The first rows settle the types if they are not inferred, so that the others can be filtered without cells.
    const first = bytes.subarray(0, FIRST_BYTES);
    if (first.length > 0) this.#settlingOnError(() => this.#records!.push(first));
    this.push(bytes.subarray(FIRST_BYTES));
  }

  #markFirstRow(): void {
    const { line, byte } = this.#records!;
    this.#first = { line, byte };
  }

  /** Returns undefined without a filter. */
  #createScanner(): CsvScanner | undefined {
    const isScanned = this.#cells !== undefined && this.#buffered.length === 0 && isPlain(this.#dialect!);
    const filter = isScanned ? this.#options.rowFilter?.() : undefined;
    if (filter === undefined) return undefined;
    const columns = this.#cells!.columns.map(({ name, type, isRequired, isUndecided }) => ({
      // Cells of undecided columns are left to the splitter.
      type: isUndecided === true ? undefined : type,
      member: filter.members.get(name),
      isRequired,
    }));
    return new CsvScanner(columns, this.#cells!.style, this.#dialect!.delimiter, filter, (placeholder) => {
      this.#row++;
      this.rows.push(placeholder);
    });
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
      this.#headerCells = this.#namedCells = cells.length;
      if (this.#options.header !== false) {
        this.#header(cells, line);
        return;
      }
      this.#names = cells.map((_, i) => columnName(i));
    }
    if (hasStrayQuote) {
      const { onStrayQuote } = this.#options;
      if (onStrayQuote === undefined) {
        this.#invalid(QUOTE_IN_CELL, line);
        return;
      }
      onStrayQuote({ row: this.#row + 1, line });
    }
    if (!this.#isRow(cells, line)) return;
    this.#row++;
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

  /** Returns whether the row is valid: it has a cell for each column, or `onRaggedRow` accepts it. */
  #isRow(cells: readonly string[], line: number): boolean {
    const { length } = this.#names!;
    const minimum = this.#cells === undefined ? this.#namedCells : length;
    const isWhole = cells.length >= minimum && cells.length <= this.#headerCells;
    if (isWhole || hasExtraCells(cells, length)) return true;
    const { onRaggedRow } = this.#options;
    if (onRaggedRow === undefined) {
      this.#invalid(raggedReason(cells.length, length), line, "ragged");
      return false;
    }
    onRaggedRow({ row: this.#row + 1, line, cells: cells.length, columns: length });
    return true;
  }

  #invalid(reason: string, line: number, option?: OptionName): void {
    const error = this.#error(reason, line, option);
    const { onFault } = this.#options;
    if (onFault === undefined || this.#names === undefined) throw error;
    this.#row++;
    onFault(error);
  }

  #header(cells: readonly string[], line: number): void {
    const { names, problems } = uniqueNames(cells);
    if (this.#options.onHeaderProblem === undefined) {
      if (problems.length > 0) throw new ReadingFault({ line }, problems[0]!.reason);
    } else this.#namedCells = cells.findLastIndex((cell) => cell.trim() !== "") + 1;
    this.#names = names;
    this.#problems = problems;
    this.#markFirstRow();
  }

  /** Leaves out columns at the end that have neither a name nor a value: each line ends with the delimiter. */
  #dropNameless(names: readonly string[]): readonly string[] {
    const { onHeaderProblem } = this.#options;
    if (onHeaderProblem === undefined) return names;
    let kept = this.#namedCells;
    for (const { cells } of this.#buffered)
      kept = Math.max(kept, cells.findLastIndex((cell) => cell !== "") + 1);
    const isKept = kept === 0 || kept >= names.length;
    const left = isKept ? names : names.slice(0, kept);
    for (const each of this.#problems) if (left.includes(each.newName)) onHeaderProblem(each);
    if (!isKept) this.#notes.push({ text: namelessNote(kept + 1, names.length) });
    return left;
  }

  /** Gives the columns their types, and returns the buffered rows. */
  #settleTypes(): void {
    if (this.#names === undefined || (this.#cells !== undefined && this.#buffered.length === 0)) return;
    const isFirst = this.#cells === undefined;
    const names = (this.#names = isFirst ? this.#dropNameless(this.#names) : this.#names);
    const buffered = this.#buffered;
    const { style, onColumns } = this.#options;
    const found = inferColumns(
      this.#cells?.columns ?? declaredColumns(names, this.#options),
      buffered,
      style,
    );
    if (isFirst) onColumns?.(found.columns, this.#notes);
    this.#cells = new TypedCells(found.typed, style);
    this.#buffered = [];
    for (const { cells, row, line } of buffered) this.rows.push(this.#typedRow(cells, row, line));
  }

  #typedRow(cells: readonly string[], row: number, line: number): FileRow {
    const { onBadCell } = this.#options;
    return this.#cells!.row(
      cells,
      onBadCell && (({ name, type }, text) => onBadCell({ row, line, column: name, text, type })),
    );
  }

  #nextRow(): { row?: number } {
    return this.#names === undefined ? {} : { row: this.#row + 1 };
  }

  #error(reason: string, line: number, option?: OptionName): ReadingFault {
    return new ReadingFault({ line, ...this.#nextRow() }, reason, option);
  }
}

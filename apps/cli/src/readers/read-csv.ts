/** Reads CSV and TSV. Every row has every column. */
import { columnOf } from "../formats/column-of.ts";
import { decimalCommaExample, inferType, type CellStyle, type CellType } from "../formats/cell-types.ts";
import { DELIMITER_CHARACTERS, detectDelimiter } from "../formats/delimiter.ts";
import { DataError, type FilePosition } from "../io/errors.ts";
import type { RowFilter } from "../formats/row-filter.ts";
import type { Row } from "../formats/row.ts";
import { columnName, raggedReason, uniqueNames } from "./shared/csv-header.ts";
import { CsvRecords, countLines } from "./csv-records.ts";
import { CsvScanner } from "./scan/csv-scanner.ts";
import type { FormatReader, ReaderEvents } from "./shared/format-reader.ts";
import { TypedCells } from "./typed-cells.ts";

export const INFERENCE_ROWS = 1_000;

export interface CsvColumn {
  readonly name: string;
  readonly type: CellType;
  /** Example of a number with a decimal comma, if the column is inferred as string because of such numbers. */
  readonly decimalComma?: string | undefined;
}

export interface BadCell {
  readonly row: number;
  readonly line: number;
  readonly column: string;
  readonly text: string;
  readonly type: CellType;
}

export interface CsvReaderOptions extends ReaderEvents {
  /** Delimiter. By default it is detected. TSV files are separated by tabs. */
  readonly delimiter?: string | undefined;
  /** False: the first record is a row, and the columns are called column1, column2 … Default: true. */
  readonly header?: boolean | undefined;
  readonly types?: ReadonlyMap<string, CellType> | undefined;
  /** Takes precedence over `types`. Invalid dates and times in these columns are bad cells. */
  readonly requiredTypes?: ReadonlyMap<string, CellType> | undefined;
  readonly style?: CellStyle | undefined;
  /** Infers types from the first {@link INFERENCE_ROWS}. By default undeclared columns are strings. */
  readonly inferTypes?: boolean | undefined;
  /** Called for each cell that does not match its column's type and is read as null. */
  readonly onBadCell?: ((cell: BadCell) => void) | undefined;
  /** Called before the first row is read, with the types of all columns. */
  readonly onColumns?: ((columns: readonly CsvColumn[], delimiter: string) => void) | undefined;
  /** Returns the filter to apply to the next rows. Undefined: all rows are returned. */
  readonly rowFilter?: (() => RowFilter | undefined) | undefined;
}

/** The delimiter and the columns of a file, and where its rows begin. */
export interface CsvTable {
  readonly delimiter: string;
  readonly cells: TypedCells;
  /** Line and byte offset of the first row. */
  readonly first: { readonly line: number; readonly byte: number };
}

interface BufferedRow {
  readonly cells: string[];
  readonly row: number;
  readonly line: number;
}

/** Matches the first line of a file with which Excel declares the delimiter, such as `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([!-~\t])"?(\r\n|\n|\r)/i;

export class CsvReader implements FormatReader {
  rows: Row[] = [];
  readonly #file: string;
  readonly #options: CsvReaderOptions;
  /** Undefined until the delimiter is known. */
  #records: CsvRecords | undefined;
  #delimiter: string | undefined;
  #head: Buffer = Buffer.alloc(0);
  readonly #skipped: number;
  #names: readonly string[] | undefined;
  /** Undefined until the types of the columns are known. */
  #cells: TypedCells | undefined;
  #first: CsvTable["first"] | undefined;
  /** Rows that wait until the column types are inferred. */
  #buffered: BufferedRow[] = [];
  /** Number of rows read, including invalid ones. */
  #row = 0;

  /** @param delimiter undefined to detect it */
  constructor(file: string, delimiter: string | undefined, options: CsvReaderOptions = {}, skipped = 0) {
    this.#file = file;
    this.#options = options;
    this.#skipped = skipped;
    this.#delimiter = delimiter;
  }

  /** Undefined until the types of the columns are known. */
  get table(): CsvTable | undefined {
    if (this.#cells === undefined) return undefined;
    return { delimiter: this.#delimiter!, cells: this.#cells, first: this.#first! };
  }

  get line(): number {
    return this.#records?.lastLine ?? 1 + countLines(this.#head, 0, this.#head.length);
  }

  push(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#records !== undefined) {
      this.#records.scanner ??= this.#createScanner();
      this.#settlingOnError(() => this.#records!.push(bytes));
      return;
    }
    this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    this.#begin(false);
  }

  end(): void {
    this.#begin(true);
    this.#settlingOnError(() => this.#records!.end());
    this.#settleTypes();
  }

  stop(): FilePosition {
    this.#begin(true);
    this.#settlingOnError(() => this.#records!.stop());
    this.#settleTypes();
    const { line, byte, pending } = this.#records!;
    return { line, byte: byte + pending + 1, ...this.#nextRow() };
  }

  /** Detects the delimiter and splits the bytes read so far. */
  #begin(ended: boolean): void {
    if (this.#records !== undefined) return;
    // Decodes enough bytes for the searched characters. A split character at the end does not matter.
    const text = this.#head.toString("utf8", 0, 4 * DELIMITER_CHARACTERS);
    if (!ended && !/[\r\n]./s.test(text) && text.length < DELIMITER_CHARACTERS) return;
    const declared = SEPARATOR_LINE.exec(text);
    this.#delimiter =
      this.#options.delimiter ??
      declared?.[1] ??
      this.#delimiter ??
      detectDelimiter(text.replace(/^[\r\n]+/, ""), ended);
    if (this.#delimiter === undefined) return;
    const start = declared?.[0].length ?? 0;
    this.#records = new CsvRecords(this.#delimiter, this.#skipped + start, {
      record: (cells, line) => this.#record(cells, line),
      invalid: (reason, line) => this.#invalid(reason, line),
      fatal: (reason, line) => {
        throw this.#error(reason, line);
      },
    });
    if (declared !== null) this.#records.line = 2;
    this.#markFirstRow();
    const bytes = this.#head.subarray(start);
    this.#head = Buffer.alloc(0);
    if (bytes.length > 0) this.#settlingOnError(() => this.#records!.push(bytes));
  }

  #markFirstRow(): void {
    const { line, byte } = this.#records!;
    this.#first = { line, byte };
  }

  /** Returns undefined without a filter. */
  #createScanner(): CsvScanner | undefined {
    const filter = this.#cells === undefined ? undefined : this.#options.rowFilter?.();
    if (filter === undefined) return undefined;
    const columns = this.#cells!.columns.map(({ name, type, isRequired }) => ({
      type,
      member: filter.members.get(name),
      isRequired,
    }));
    return new CsvScanner(columns, this.#cells!.style, this.#delimiter!, filter, (placeholder) => {
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

  #record(cells: string[], line: number): void {
    if (this.#names === undefined) {
      if (this.#options.header !== false) {
        this.#header(cells, line);
        return;
      }
      this.#names = cells.map((_, i) => columnName(i));
    }
    if (cells.length !== this.#names.length && !this.#acceptsRagged(cells, line, this.#names)) return;
    this.#row++;
    if (this.#cells !== undefined) {
      this.rows.push(this.#typedRow(cells, this.#row, line));
      return;
    }
    this.#buffered.push({ cells, row: this.#row, line });
    if (this.#buffered.length >= INFERENCE_ROWS || this.#options.inferTypes !== true) this.#settleTypes();
  }

  #acceptsRagged(cells: readonly string[], line: number, names: readonly string[]): boolean {
    const { onRaggedRow } = this.#options;
    if (onRaggedRow === undefined) {
      this.#invalid(raggedReason(cells.length, names.length), line);
      return false;
    }
    onRaggedRow({ row: this.#row + 1, line, cells: cells.length, columns: names.length });
    return true;
  }

  #invalid(reason: string, line: number): void {
    const error = this.#error(reason, line);
    const { onRowError } = this.#options;
    if (onRowError === undefined || this.#names === undefined) throw error;
    this.#row++;
    onRowError(error);
  }

  #header(cells: readonly string[], line: number): void {
    const { names, problems } = uniqueNames(cells);
    const { onHeaderProblem } = this.#options;
    if (onHeaderProblem !== undefined) problems.forEach(onHeaderProblem);
    else if (problems.length > 0) throw new DataError(this.#file, { line }, problems[0]!.reason);
    this.#names = names;
    this.#markFirstRow();
  }

  #settleTypes(): void {
    const names = this.#names;
    if (names === undefined || this.#cells !== undefined) return;
    const { types: declared, requiredTypes, inferTypes = false, style, onColumns } = this.#options;
    const required = new Map<string, CellType>();
    for (const [given, type] of requiredTypes ?? []) required.set(columnOf(given, names) ?? given, type);
    const buffered = this.#buffered;
    const columns = names.map((name, i): CsvColumn => {
      const given = required.get(name) ?? declared?.get(name);
      if (given !== undefined || !inferTypes) return { name, type: given ?? "string" };
      const type = inferType(cellsOf(buffered, i), style);
      const decimalComma = type === "string" ? decimalCommaExample(cellsOf(buffered, i)) : undefined;
      return { name, type, ...(decimalComma !== undefined && { decimalComma }) };
    });
    // Reads inferred integer columns as numbers, so that fractions in later rows are not lost.
    const typed = columns.map(({ name, type }) => ({
      name,
      type: type === "integer" && !required.has(name) && declared?.has(name) !== true ? "number" : type,
      isRequired: required.has(name),
    }));
    this.#cells = new TypedCells(typed, style);
    this.#buffered = [];
    onColumns?.(columns, this.#delimiter!);
    for (const { cells, row, line } of buffered) this.rows.push(this.#typedRow(cells, row, line));
  }

  #typedRow(cells: readonly string[], row: number, line: number): Row {
    const { onBadCell } = this.#options;
    return this.#cells!.row(
      cells,
      onBadCell && (({ name, type }, text) => onBadCell({ row, line, column: name, text, type })),
    );
  }

  #nextRow(): { row?: number } {
    return this.#names === undefined ? {} : { row: this.#row + 1 };
  }

  #error(reason: string, line: number): DataError {
    return new DataError(this.#file, { line, ...this.#nextRow() }, reason);
  }
}

function* cellsOf(rows: readonly BufferedRow[], index: number): Iterable<string> {
  for (const { cells } of rows) yield cells[index] ?? "";
}

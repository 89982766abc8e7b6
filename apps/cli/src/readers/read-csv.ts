/**
 * Reads CSV and TSV. A CSV file is split at semicolons if its header has one and no comma. Every row has
 * every column. csv-parse only handles quoting.
 */
import { CsvError, Parser } from "csv-parse";
import { show } from "tamis/diagnostics";
import { cellText } from "../formats/cell-text.ts";
import { BAD_CELL, inferType, readCell, type CellType } from "../formats/cell-types.ts";
import { DataError, type FilePosition } from "../io/errors.ts";
import { setOwn } from "../formats/own-members.ts";
import { MAXIMUM_ROW_BYTES, ROW_TOO_LARGE, type FormatReader } from "./format-reader.ts";
import { CELL_TEXTS, type Row, type SourceRow } from "../formats/row.ts";

export const INFERENCE_ROWS = 1_000;

type Separator = "," | ";" | "\t";

export interface CsvColumn {
  readonly name: string;
  readonly type: CellType;
}

export interface CsvReaderOptions {
  readonly types?: ReadonlyMap<string, CellType> | undefined;
  /** Infers types from the first {@link INFERENCE_ROWS}. By default undeclared columns are strings. */
  readonly inferTypes?: boolean | undefined;
  /** Called for each cell that does not match its column's type and is read as null. */
  readonly onBadCell?: ((row: number, column: string, text: string) => void) | undefined;
  /** Called before the first row is read, with the types of all columns. */
  readonly onColumns?: ((columns: readonly CsvColumn[]) => void) | undefined;
}

export class CsvReader implements FormatReader {
  rows: Row[] = [];
  readonly #file: string;
  readonly #options: CsvReaderOptions;
  /** Parser. Undefined until the separator is known. */
  #opened: Parser | undefined;
  #separator: Separator;
  #head: Buffer = Buffer.alloc(0);
  #byte: number;
  #names: readonly string[] | undefined;
  #types: readonly CellType[] | undefined;
  /** Rows that wait until the column types are inferred. */
  #buffered: string[][] = [];
  /** Number of parsed rows. */
  #row = 0;
  /** Number of rows whose cells were converted to values. */
  #typed = 0;
  /** Number of the line after the last record. Blank lines may follow before the next record. */
  #line = 1;
  #blankLines = 0;
  #parserLine = 0;

  /** @param separator a comma also accepts files that are separated by semicolons */
  constructor(file: string, separator: "," | "\t", options: CsvReaderOptions = {}, skipped = 0) {
    this.#file = file;
    this.#options = options;
    this.#byte = skipped;
    this.#separator = separator;
  }

  async push(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    if (this.#opened !== undefined) return this.#write(bytes);
    this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const separator = this.#separator === "\t" ? "\t" : separatorOf(this.#head.toString("utf8"));
    if (separator !== undefined || this.#head.length > HEADER_BYTES) await this.#writeHead(separator);
  }

  async end(): Promise<void> {
    await this.#writeHead();
    await this.#call((done) => this.#parser.end(done));
    this.#settleTypes();
  }

  async stop(): Promise<FilePosition> {
    await this.#writeHead();
    const byte = this.#byte + 1;
    try {
      // The parser holds back some bytes as lookahead. These extra bytes release them, but complete no row.
      await this.push(Buffer.from("????"));
    } catch {
      // Ignores parse errors, because the caller reports the invalid bytes instead.
    }
    this.#settleTypes();
    return { line: this.#nextLine(), byte, ...this.#nextRow() };
  }

  get #parser(): Parser {
    if (this.#opened !== undefined) return this.#opened;
    const parser = new Parser({
      delimiter: this.#separator,
      record_delimiter: ["\r\n", "\n", "\r"],
      skip_empty_lines: true,
      max_record_size: MAXIMUM_ROW_BYTES,
      // `#record` checks the number of cells instead, with a better message.
      relax_column_count: true,
      on_record: (cells: string[]) => {
        this.#record(cells);
        // Returning null bypasses the parser's output queue, which takes longer than parsing.
        return null;
      },
    });
    // Ignores the event, because the callback of each call receives the same error.
    parser.on("error", () => undefined);
    return (this.#opened = parser);
  }

  async #writeHead(separator?: Separator): Promise<void> {
    const head = this.#head;
    this.#head = Buffer.alloc(0);
    if (head.length === 0) return;
    if (this.#separator === ",")
      this.#separator = separator ?? separatorOf(`${head.toString("utf8")}\n`) ?? ",";
    await this.#write(head);
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#call((done) => this.#parser.write(bytes, done));
    this.#byte += bytes.length;
  }

  async #call(action: (done: (error?: Error | null) => void) => void): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => action((error) => (error ? reject(error) : resolve())));
    } catch (error) {
      this.#settleTypes();
      throw error instanceof CsvError ? this.#wrong(REASONS.get(error.code) ?? error.message) : error;
    }
  }

  #record(cells: string[]): void {
    const line = this.#nextLine();
    this.#blankLines = this.#parser.info.empty_lines;
    // The parser counts CR LF in quoted cells as two lines.
    const { lines } = this.#parser.info;
    this.#line = line + 1 + (lines > this.#parserLine + 1 ? lineEnds(cells) : 0);
    this.#parserLine = lines;
    if (this.#names === undefined) {
      this.#header(cells, line);
      return;
    }
    if (cells.length !== this.#names.length) {
      const reason = `the row has ${count(cells.length, "cell")}, but the header has ${count(this.#names.length, "column")}`;
      throw new DataError(this.#file, { line, row: this.#row + 1 }, reason);
    }
    this.#row++;
    if (this.#types !== undefined) {
      this.rows.push(this.#typedRow(cells, this.#names, this.#types));
      return;
    }
    this.#buffered.push(cells);
    if (this.#buffered.length >= INFERENCE_ROWS || this.#options.inferTypes !== true) this.#settleTypes();
  }

  #header(names: readonly string[], line: number): void {
    const seen = new Map<string, number>();
    for (const [i, name] of names.entries()) {
      const wrong = (reason: string) => new DataError(this.#file, { line }, reason);
      if (name.trim() === "") throw wrong(`column ${i + 1} of the header has no name`);
      const other = seen.get(name);
      if (other !== undefined) {
        throw wrong(`columns ${other} and ${i + 1} of the header are both named '${show(name)}'`);
      }
      seen.set(name, i + 1);
    }
    this.#names = names;
  }

  #settleTypes(): void {
    const names = this.#names;
    if (names === undefined || this.#types !== undefined) return;
    const { types: declared, inferTypes = false, onColumns } = this.#options;
    const buffered = this.#buffered;
    const columns = names.map((name, i): CsvColumn => {
      const type = declared?.get(name) ?? (inferTypes ? inferType(columnOf(buffered, i)) : "string");
      return { name, type };
    });
    // Reads inferred integer columns as numbers, so that fractions in later rows are not lost.
    const types = columns.map(({ name, type }) =>
      type === "integer" && !declared?.has(name) ? "number" : type,
    );
    this.#types = types;
    this.#buffered = [];
    onColumns?.(columns);
    for (const cells of buffered) this.rows.push(this.#typedRow(cells, names, types));
  }

  #typedRow(cells: readonly string[], names: readonly string[], types: readonly CellType[]): Row {
    const row: SourceRow = {};
    let texts: Map<string, string> | undefined;
    this.#typed++;
    for (let i = 0; i < names.length; i++) {
      const text = cells[i]!;
      let value = readCell(text, types[i]!);
      if (value === BAD_CELL) {
        value = null;
        this.#options.onBadCell?.(this.#typed, names[i]!, text);
      }
      if (value !== text && cellText(value) !== text) (texts ??= new Map()).set(names[i]!, text);
      setOwn(row, names[i]!, value);
    }
    if (texts !== undefined) Object.defineProperty(row, CELL_TEXTS, { value: texts });
    return row;
  }

  #nextLine(): number {
    return this.#line + this.#parser.info.empty_lines - this.#blankLines;
  }

  #nextRow(): { row?: number } {
    return this.#names === undefined ? {} : { row: this.#row + 1 };
  }

  #wrong(reason: string): DataError {
    return new DataError(this.#file, { line: this.#nextLine(), ...this.#nextRow() }, reason);
  }
}

/** Maximum bytes of a header in which the separator is detected. Longer headers are split at commas. */
const HEADER_BYTES = 65_536;

/** Detects the separator in the header, outside quoted cells. Returns undefined if the line is incomplete. */
function separatorOf(text: string): "," | ";" | undefined {
  let semicolon = false;
  let quoted = false;
  let begun = false;
  for (const character of text) {
    const ends = character === "\n" || character === "\r";
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === ",") return ",";
    else if (character === ";") semicolon = true;
    else if (ends && begun) return semicolon ? ";" : ",";
    begun ||= !ends;
  }
  return undefined;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  [
    "CSV_INVALID_CLOSING_QUOTE",
    "text follows the closing quote of a cell; double the quotes inside a quoted cell",
  ],
  ["INVALID_OPENING_QUOTE", "a quote inside an unquoted cell; quote the whole cell and double the quote"],
  ["CSV_QUOTE_NOT_CLOSED", "a quoted cell that begins in this row is not closed"],
  ["CSV_MAX_RECORD_SIZE", ROW_TOO_LARGE],
]);

function* columnOf(rows: readonly (readonly string[])[], index: number): Iterable<string> {
  for (const cells of rows) yield cells[index]!;
}

/** Counts the line ends (LF, CR LF and CR) in the cells. */
function lineEnds(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 0);
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

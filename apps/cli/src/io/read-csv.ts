/**
 * Rows from CSV and TSV with a header line. CSV may be separated by semicolons: the header tells. Quoting is left to csv-parse; this file names the columns, gives the cells
 * their types and says where a line is wrong. Every row has every column: an empty cell is null.
 */
import { CsvError, Parser } from "csv-parse";
import { show } from "tamis/diagnostics";
import { cellText } from "./cell-text.ts";
import { BAD_CELL, inferType, readCell, type CellType } from "./cell-types.ts";
import { DataError, type Place } from "./errors.ts";
import { setOwn } from "./own-members.ts";
import {
  CELL_TEXTS,
  MAXIMUM_ROW_BYTES,
  ROW_TOO_LARGE,
  type Row,
  type RowReader,
  type SourceRow,
} from "./row-reader.ts";

/** How many rows the types of columns are inferred from. */
export const INFERENCE_ROWS = 1_000;

type Separator = "," | ";" | "\t";

export interface Column {
  readonly name: string;
  readonly type: CellType;
}

export interface CsvReaderOptions {
  /** The types of columns by name. They go before what would be inferred. */
  readonly types?: ReadonlyMap<string, CellType> | undefined;
  /** Infer the types of the other columns from the first {@link INFERENCE_ROWS} rows. Without it they are strings. */
  readonly inferTypes?: boolean | undefined;
  /** A cell that its column's type cannot read. It is null in the row. */
  readonly onBadCell?: ((row: number, column: string, text: string) => void) | undefined;
  /** The columns, once their types are known and before the first row. */
  readonly onColumns?: ((columns: readonly Column[]) => void) | undefined;
}

export class CsvReader implements RowReader {
  rows: Row[] = [];
  readonly #file: string;
  readonly #options: CsvReaderOptions;
  /** Not there before the separator is known. */
  #opened: Parser | undefined;
  #separator: Separator;
  /** The first bytes, as long as they do not tell the separator. */
  #head: Buffer = Buffer.alloc(0);
  #byte: number;
  #names: readonly string[] | undefined;
  #types: readonly CellType[] | undefined;
  /** Rows that wait for the types of the columns. */
  #waiting: string[][] = [];
  #row = 0;
  /** Rows that were given their types: the number of the last one in `rows`. */
  #typed = 0;
  /** The line on which the next record begins, if no blank line stands before it. */
  #line = 1;
  #blankLines = 0;
  #parserLine = 0;

  /** @param separator a comma stands for a semicolon as well, as spreadsheets write it where the comma is decimal */
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

  async stop(): Promise<Place> {
    await this.#writeHead();
    const byte = this.#byte + 1;
    try {
      // The parser looks some bytes ahead; what stands here completes no row.
      await this.push(Buffer.from("????"));
    } catch {
      // What is reported is the bytes, not what they make of a row.
    }
    this.#settleTypes();
    return { line: this.#nextLine(), byte, ...this.#nextRow() };
  }

  /** The parser, which is made when it is first asked for. */
  get #parser(): Parser {
    if (this.#opened !== undefined) return this.#opened;
    const parser = new Parser({
      delimiter: this.#separator,
      record_delimiter: ["\r\n", "\n", "\r"],
      skip_empty_lines: true,
      max_record_size: MAXIMUM_ROW_BYTES,
      // The number of cells is checked here, in words for people.
      relax_column_count: true,
      on_record: (cells: string[]) => {
        this.#record(cells);
        // Nothing goes through the parser's own queue, which takes longer than the parsing.
        return null;
      },
    });
    // Every call hands its error to its own callback.
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
    // The parser counts CR LF in a quoted cell twice, so the lines within a record are counted here.
    const { lines } = this.#parser.info;
    this.#line = line + 1 + (lines > this.#parserLine + 1 ? lineEnds(cells) : 0);
    this.#parserLine = lines;
    if (this.#names === undefined) {
      this.#header(cells, line);
      return;
    }
    if (cells.length !== this.#names.length) {
      const reason = `the row has ${count(cells.length, "cell")} and the header ${count(this.#names.length, "column")}`;
      throw new DataError(this.#file, { line, row: this.#row + 1 }, reason);
    }
    this.#row++;
    if (this.#types !== undefined) {
      this.rows.push(this.#typedRow(cells, this.#names, this.#types));
      return;
    }
    this.#waiting.push(cells);
    if (this.#waiting.length >= INFERENCE_ROWS || this.#options.inferTypes !== true) this.#settleTypes();
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

  /** Decides the types of the columns and delivers the rows that waited for them. */
  #settleTypes(): void {
    const names = this.#names;
    if (names === undefined || this.#types !== undefined) return;
    const { types: declared, inferTypes = false, onColumns } = this.#options;
    const waiting = this.#waiting;
    const columns = names.map((name, i): Column => {
      const type = declared?.get(name) ?? (inferTypes ? inferType(columnOf(waiting, i)) : "string");
      return { name, type };
    });
    // An inferred whole number may have a fraction further down: that is no reason to lose it.
    const types = columns.map(({ name, type }) =>
      type === "integer" && !declared?.has(name) ? "number" : type,
    );
    this.#types = types;
    this.#waiting = [];
    onColumns?.(columns);
    for (const cells of waiting) this.rows.push(this.#typedRow(cells, names, types));
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

/** A header that is longer is taken to be separated by commas. */
const HEADER_BYTES = 65_536;

/** The separator that a header line has, once it is whole: a semicolon if there is one and no comma, outside quotes. */
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
    // Empty lines in front of the header are none.
    begun ||= !ends;
  }
  return undefined;
}

/** What csv-parse refuses, in words for people. */
const REASONS: ReadonlyMap<string, string> = new Map([
  [
    "CSV_INVALID_CLOSING_QUOTE",
    "text follows the closing quote of a cell; a quote inside a quoted cell is doubled",
  ],
  [
    "INVALID_OPENING_QUOTE",
    "a quote stands in a cell that does not begin with one; quote the whole cell and double it",
  ],
  ["CSV_QUOTE_NOT_CLOSED", "a quoted cell is opened in this row and never closed"],
  ["CSV_MAX_RECORD_SIZE", ROW_TOO_LARGE],
]);

function* columnOf(rows: readonly (readonly string[])[], index: number): Iterable<string> {
  for (const cells of rows) yield cells[index]!;
}

/** LF, CR LF and CR within cells. */
function lineEnds(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 0);
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

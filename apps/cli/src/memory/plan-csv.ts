/** Reads the rows of CSV and TSV as text. */
import { isUtf8 } from "node:buffer";
import type { Catalog } from "tamis";
import type { CsvOptions, InvalidRow } from "tamis/store";
import type { ReadSettings } from "../command/read-options.ts";
import { BAD_CELL } from "../formats/cell-types.ts";
import { isPlain } from "../formats/csv-dialect.ts";
import { DataError } from "../io/errors.ts";
import type { Input } from "../io/open-input.ts";
import type { CsvColumn } from "../readers/csv-columns.ts";
import type { CsvReaderOptions } from "../readers/csv-options.ts";
import { CsvReader, type CsvTable } from "../readers/read-csv.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../formats/bytes.ts";
import { invalidRowReason } from "../readers/csv-row-reason.ts";
import type { TypedCells } from "../readers/typed-cells.ts";
import { Utf8Validator } from "../readers/utf8-validator.ts";
import { columnNotes, csvReaderOptions } from "../rows/csv-settings.ts";
import type { FileReport } from "../rows/file-report.ts";
import type { UnreadableValues } from "../rows/unreadable-values.ts";
import { ObjectsRequired, requireNames, type TextPlan } from "./text-plan.ts";

/**
 * Reads the first rows with the reader of objects, to find the delimiter and the types of the columns.
 * @throws {@link ObjectsRequired}, and the errors of that reader
 */
export async function planCsv(
  input: Input,
  format: "csv" | "tsv",
  given: Catalog | undefined,
  settings: ReadSettings,
  report: FileReport,
  unreadable: UnreadableValues,
): Promise<TextPlan> {
  unreadable.isCsv = true;
  const source = new RowBytes(input.bytes);
  try {
    let columns: readonly CsvColumn[] = [];
    let notes: readonly string[] = [];
    const table = await readTable(input.name, format, source, {
      ...csvReaderOptions(settings, given, report),
      onRowError: settings.strict ? undefined : () => undefined,
      onColumns: (found, foundNotes) => {
        columns = found;
        notes = foundNotes;
      },
    });
    if (!isPlain(table.dialect)) throw new ObjectsRequired("the cells are not written as in RFC 4180");
    source.skip(table.first.byte);
    const names = table.cells.columns.map(({ name }) => name);
    if (given !== undefined) requireNames(names, given);
    return {
      format,
      bytes: source,
      csv: csvOptionsOf(table),
      onInvalidRow: (row) => {
        if (settings.strict) throw new ObjectsRequired("the first invalid row ends the reading");
        const error = errorOf(input.name, row, table, row.byte + row.text.length + 1 >= source.count);
        report.addError(error);
        unreadable.skipRow(error.position.row!);
      },
      minRows: 0,
      notes: columnNotes(input.name, columns, notes, settings, report),
      columnsOf: () => names,
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Reads chunks until the types of the columns are known. */
async function readTable(
  file: string,
  format: "csv" | "tsv",
  source: RowBytes,
  options: CsvReaderOptions,
): Promise<CsvTable> {
  const validator = new Utf8Validator();
  let reader: CsvReader | undefined;
  for (let chunk = await source.readHead(); chunk !== undefined; chunk = await source.readHead()) {
    const { bytes, bad } = validator.push(chunk);
    if (bad !== undefined) throw new ObjectsRequired("invalid UTF-8 ends the reading");
    if (bytes.length === 0) continue;
    reader ??= new CsvReader(file, format === "tsv" ? "\t" : undefined, options, validator.skipped);
    reader.push(bytes);
    reader.rows = [];
    if (reader.table !== undefined) return reader.table;
  }
  reader?.end();
  if (reader?.table === undefined) throw new ObjectsRequired("there is no header");
  return reader.table;
}

function csvOptionsOf({ dialect, cells }: CsvTable): CsvOptions {
  return {
    delimiter: dialect.delimiter,
    columns: cells.columns.map((column) => {
      const { name } = column;
      const kind = cells.kindOf(column);
      return kind === "string"
        ? { name, kind }
        : { name, kind, read: (text) => readOrUndefined(cells, text, column) };
    }),
    row: (texts) => cells.row(texts),
  };
}

/** @throws {@link ObjectsRequired} for the first cell of a column whose other cells decide its type, too */
function readOrUndefined(cells: TypedCells, text: string, column: TypedCells["columns"][number]): unknown {
  if (column.isUndecided === true && text !== "")
    throw new ObjectsRequired("the first rows have no value of a column");
  const value = cells.read(text, column);
  return value === BAD_CELL ? undefined : value;
}

/** Returns the error that {@link CsvReader} reports for a row. */
function errorOf(file: string, { line, row, text }: InvalidRow, table: CsvTable, isLast: boolean): DataError {
  if (!isUtf8(text)) throw new ObjectsRequired("invalid UTF-8 ends the reading");
  const { dialect, cells, first } = table;
  const { delimiter } = dialect;
  const reason = invalidRowReason(text, { delimiter, columns: cells.columns.length }, isLast);
  if (reason === undefined) throw new ObjectsRequired("the readers disagree about a row");
  return new DataError(file, { line: first.line + line - 1, row }, reason);
}

/** Passes the bytes of the rows, of which the first chunks were read before. */
class RowBytes implements AsyncIterable<Uint8Array> {
  /** Number of bytes that were passed. */
  count = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** Chunks that were read, but not passed. */
  #head: Uint8Array[] = [];
  #headBytes = 0;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /**
   * Reads a chunk, and keeps it. Returns undefined at the end.
   * @throws {@link ObjectsRequired} if too many bytes were kept
   */
  async readHead(): Promise<Uint8Array | undefined> {
    const next = await this.#chunks.next();
    if (next.done === true) return undefined;
    // A copy, because the source may reuse the memory of the chunk.
    const chunk = new Uint8Array(next.value);
    this.#headBytes += chunk.length;
    if (this.#headBytes > MAX_HEAD_BYTES) throw new ObjectsRequired("the first rows are long");
    this.#head.push(chunk);
    return chunk;
  }

  /** Drops the bytes before the first row. */
  skip(bytes: number): void {
    const rows = Buffer.concat(this.#head).subarray(bytes);
    // `loadText` ignores a byte order mark.
    if (rows.subarray(0, 3).equals(BYTE_ORDER_MARK))
      throw new ObjectsRequired("the first cell begins with a byte order mark");
    this.#head = [rows];
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** @throws {@link ObjectsRequired} for a CR without LF, which `loadText` takes as a part of a cell */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      let last = LINE_FEED;
      for await (const chunk of this.#rest()) {
        if (chunk.length === 0) continue;
        if (last === CARRIAGE_RETURN && chunk[0] !== LINE_FEED) throw new ObjectsRequired(LONE_CR);
        requireLineFeeds(chunk);
        this.count += chunk.length;
        last = chunk.at(-1)!;
        yield chunk;
      }
      if (last === CARRIAGE_RETURN) throw new ObjectsRequired(LONE_CR);
    } finally {
      await this.close();
    }
  }

  async *#rest(): AsyncGenerator<Uint8Array> {
    for (let chunk = this.#head.pop(); chunk !== undefined; chunk = this.#head.pop()) yield chunk;
    for (let next = await this.#chunks.next(); next.done !== true; next = await this.#chunks.next())
      yield next.value;
  }
}

/** Requires a LF after each CR, unless the CR is the last byte. */
function requireLineFeeds(chunk: Uint8Array): void {
  const end = chunk.length - 1;
  for (
    let at = chunk.indexOf(CARRIAGE_RETURN);
    at >= 0 && at < end;
    at = chunk.indexOf(CARRIAGE_RETURN, at + 1)
  )
    if (chunk[at + 1] !== LINE_FEED) throw new ObjectsRequired(LONE_CR);
}

const LONE_CR = "a line ends with CR";
/** A thousand rows, from which the types are inferred, are usually shorter. */
const MAX_HEAD_BYTES = 16 * 1_048_576;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

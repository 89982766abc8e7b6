/** Reads the rows of CSV and TSV as texts. */
import { requireObject, requireIterable } from "../../diagnostics/require-argument.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../bytes/bytes.ts";
import { concatBytes, isUtf8 } from "../bytes/decode.ts";
import { BAD_CELL } from "../cells/cell-types.ts";
import type { FileColumn } from "../cells/csv-columns.ts";
import type { TypedCells } from "../cells/typed-cells.ts";
import { isPlain } from "../csv/csv-dialect.ts";
import type { CsvReaderOptions } from "../csv/csv-options.ts";
import { invalidRowReason } from "../csv/csv-row-reason.ts";
import { CsvReader, type CsvTable } from "../csv/read-csv.ts";
import { readOptionsOf } from "../reading/read-options.ts";
import type { FileOptions } from "../reading/file-options.ts";
import { Utf8Validator } from "../reading/utf8-validator.ts";
import { ReadingFault, type ReadingNote } from "../rows/reading-fault.ts";
import type { InvalidRow } from "./invalid-row.ts";
import { ObjectsRequired } from "./objects-required.ts";

/** CSV whose rows are read as texts: `loadText` accepts `bytes`, and `csv` as its option. */
export interface CsvTexts {
  /** The bytes after the header. */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly csv: {
    readonly delimiter: string;
    readonly columns: readonly TextColumn[];
    readonly row: (cells: readonly string[]) => object;
  };
  /** The columns with their types, as `FileOptions.onColumns` receives them. */
  readonly columns: readonly FileColumn[];
  readonly notes: readonly ReadingNote[];
  /**
   * Returns the fault of a row that `loadText` reports as invalid.
   * @throws {@link ObjectsRequired}
   */
  readonly faultOf: (row: InvalidRow) => ReadingFault;
}

interface TextColumn {
  readonly name: string;
  readonly kind: "string" | "number" | "integer" | "other";
  readonly read?: (text: string) => unknown;
}

/**
 * Reads the first rows of CSV in UTF-8 as objects, to find the dialect and the types of the columns.
 *
 * @throws {@link ObjectsRequired} if only `readRows` can read the file, and its errors
 */
export async function readCsvTexts(
  bytes: AsyncIterable<Uint8Array>,
  format: "csv" | "tsv",
  options: FileOptions = {},
): Promise<CsvTexts> {
  requireIterable(bytes, "bytes");
  requireObject(options, "options");
  const source = new RowBytes(bytes);
  try {
    let columns: readonly FileColumn[] = [];
    let notes: readonly ReadingNote[] = [];
    const table = await readTable(format, source, {
      ...readOptionsOf(options, format),
      // Found again when the rows are read.
      onBadCell: undefined,
      onColumns: (found, foundNotes) => {
        columns = found;
        notes = foundNotes;
      },
    });
    if (!isPlain(table.dialect)) throw new ObjectsRequired("the cells are not written as in RFC 4180");
    source.skip(table.first.byte);
    return {
      bytes: source,
      csv: csvOptionsOf(table),
      columns,
      notes,
      faultOf: (row) => faultOf(row, table, row.byte + row.text.length + 1 >= source.count),
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Reads chunks until the types of the columns are known. */
async function readTable(
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
    reader ??= new CsvReader(format === "tsv" ? "\t" : undefined, options, validator.skipped);
    reader.push(bytes);
    reader.rows = [];
    if (reader.table !== undefined) return reader.table;
  }
  reader?.end();
  if (reader?.table === undefined) throw new ObjectsRequired("there is no header");
  return reader.table;
}

function csvOptionsOf({ dialect, cells }: CsvTable): CsvTexts["csv"] {
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

/** Returns the fault that {@link CsvReader} reports for a row. */
function faultOf({ line, row, text }: InvalidRow, table: CsvTable, isLast: boolean): ReadingFault {
  if (!isUtf8(text)) throw new ObjectsRequired("invalid UTF-8 ends the reading");
  const { dialect, cells, first, isLenient } = table;
  if (isLenient) throw new ObjectsRequired("the reader of objects reads some rows of this kind");
  const { delimiter } = dialect;
  const found = invalidRowReason(text, { delimiter, columns: cells.columns.length }, isLast);
  if (found === undefined) throw new ObjectsRequired("the readers disagree about a row");
  return new ReadingFault({ line: first.line + line - 1, row }, found.reason, found.option);
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
    const rows = concatBytes(this.#head).subarray(bytes);
    // `loadText` ignores a byte order mark.
    if (BYTE_ORDER_MARK.every((byte, i) => byte === rows[i]))
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
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Reads the rows of CSV and TSV as text. */
import { isUtf8 } from "node:buffer";
import type { Catalog } from "tamis";
import type { CsvOptions, InvalidRow } from "tamis/store";
import type { ReadSettings } from "../command/read-options.ts";
import { BAD_CELL } from "../formats/cell-types.ts";
import { DataError } from "../io/errors.ts";
import type { Input } from "../io/open-input.ts";
import { CsvReader, invalidRowReason, type CsvColumn, type CsvTable } from "../readers/read-csv.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../readers/scan/bytes.ts";
import type { TypedCells } from "../readers/typed-cells.ts";
import { Utf8Validator } from "../readers/utf8-validator.ts";
import { columnNotes, csvReaderOptions } from "../rows/csv-settings.ts";
import type { FileReport } from "../rows/file-report.ts";
import type { UnreadableValues } from "../rows/unreadable-values.ts";
import { ObjectsRequired, type TextPlan } from "./text-plan.ts";

/**
 * Reads the first rows with the reader of objects, which decides about the delimiter and the columns.
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
  const chunks = input.bytes[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let columns: readonly CsvColumn[] = [];
  const table = await readTable(input.name, format, chunks, head, {
    ...csvReaderOptions(settings, given, report),
    onRowError: settings.strict ? undefined : () => undefined,
    onColumns: (found) => (columns = found),
  });
  const source = new RowBytes(head, chunks, table.first.byte);
  const reportRow = (row: InvalidRow) => {
    if (settings.strict) throw new ObjectsRequired("the first invalid row ends the reading");
    const error = errorOf(input.name, row, table, row.byte + row.text.length + 1 >= source.count);
    report.addError(error);
    unreadable.skipRow(error.position.row!);
  };
  return {
    format,
    bytes: source,
    csv: csvOptionsOf(table),
    onInvalidRow: reportRow,
    minRows: 0,
    notes: columnNotes(input.name, columns, settings, report),
    columnsOf: () => table.cells.columns.map(({ name }) => name),
  };
}

/** Reads chunks, and appends them to `head`, until the types of the columns are known. */
async function readTable(
  file: string,
  format: "csv" | "tsv",
  chunks: AsyncIterator<Uint8Array>,
  head: Uint8Array[],
  options: ConstructorParameters<typeof CsvReader>[2],
): Promise<CsvTable> {
  const validator = new Utf8Validator();
  let reader: CsvReader | undefined;
  for (;;) {
    const next = await chunks.next();
    if (next.done === true) break;
    // A copy, because the source may reuse the memory of the chunk.
    head.push(next.value.slice());
    const { bytes, bad } = validator.push(head.at(-1)!);
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

function csvOptionsOf({ delimiter, cells }: CsvTable): CsvOptions {
  return {
    delimiter,
    columns: cells.columns.map((column) => ({
      name: column.name,
      kind: cells.kindOf(column),
      read: (text) => readOrUndefined(cells, text, column),
    })),
    row: (texts) => cells.row(texts),
  };
}

function readOrUndefined(cells: TypedCells, text: string, column: TypedCells["columns"][number]): unknown {
  const value = cells.read(text, column);
  return value === BAD_CELL ? undefined : value;
}

/** Returns the error of the reader of objects. */
function errorOf(file: string, { line, row, text }: InvalidRow, table: CsvTable, isLast: boolean): DataError {
  if (!isUtf8(text)) throw new ObjectsRequired("invalid UTF-8 ends the reading");
  const reason = invalidRowReason(text, table, isLast);
  if (reason === undefined) throw new ObjectsRequired("the readers disagree about a row");
  return new DataError(file, { line: table.first.line + line - 1, row }, reason);
}

/** The bytes of the rows, after a header. */
class RowBytes implements AsyncIterable<Uint8Array> {
  /** Number of bytes so far. */
  count = 0;
  readonly #head: readonly Uint8Array[];
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #skipped: number;

  /**
   * @param head the first chunks
   * @param skipped number of bytes before the first row
   */
  constructor(head: readonly Uint8Array[], chunks: AsyncIterator<Uint8Array>, skipped: number) {
    this.#head = head;
    this.#chunks = chunks;
    this.#skipped = skipped;
  }

  /** @throws {@link ObjectsRequired} */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const first = Buffer.concat(this.#head).subarray(this.#skipped);
    if (first.subarray(0, 3).equals(BYTE_ORDER_MARK))
      throw new ObjectsRequired("the first cell begins with a byte order mark");
    let last = yield* this.#pass(first, LINE_FEED);
    for (let next = await this.#chunks.next(); next.done !== true; next = await this.#chunks.next())
      last = yield* this.#pass(next.value, last);
    if (last === CARRIAGE_RETURN) throw new ObjectsRequired(LONE_CR);
  }

  /**
   * Yields a chunk. Returns its last byte.
   *
   * @param before the byte before the chunk
   */
  *#pass(chunk: Uint8Array, before: number): Generator<Uint8Array, number> {
    if (chunk.length === 0) return before;
    if (before === CARRIAGE_RETURN && chunk[0] !== LINE_FEED) throw new ObjectsRequired(LONE_CR);
    const end = chunk.length - 1;
    for (
      let at = chunk.indexOf(CARRIAGE_RETURN);
      at >= 0 && at < end;
      at = chunk.indexOf(CARRIAGE_RETURN, at + 1)
    )
      if (chunk[at + 1] !== LINE_FEED) throw new ObjectsRequired(LONE_CR);
    this.count += chunk.length;
    yield chunk;
    return chunk[end]!;
  }
}

const LONE_CR = "lines end with CR";
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads the rows of CSV, TSV and NDJSON as texts. */
import { requireBytes, requireIterable, requireObject } from "../../diagnostics/require-argument.ts";
import { encodingOfMark } from "../bytes/encodings.ts";
import { concatBytes, decodeUtf8, isUtf8 } from "../bytes/decode.ts";
import { PeekableBytes } from "../bytes/peekable-bytes.ts";
import type { FileColumn, FileOptions, ReadingProblem } from "../cells/file-options.ts";
import { isPlain, QUOTE_IN_CELL } from "../csv/csv-record.ts";
import { CsvReader, type CsvTable } from "../csv/read-csv.ts";
import { readOptionsOf } from "./read-rows.ts";
import { Utf8Validator } from "./utf8-validator.ts";
import { ReadingFault, type ReadingNote } from "../rows/reading-fault.ts";
import type { InvalidRow } from "../located/invalid-row.ts";
import { endsWithComma, hasOtherLines } from "../json-rows/parse-row.ts";
import { isTextDelimiter, MAX_COLUMNS } from "../located/csv-format.ts";
import type { TypedCells } from "../cells/typed-cells.ts";

/** Thrown while rows are read as texts, if they must be read as objects: by `readRows` or `readRowBatches`. */
export class ObjectsRequired extends Error {
  override readonly name = "ObjectsRequired";

  /** @param reason clause without a period */
  constructor(reason: string) {
    super(`Only readRows and readRowBatches can read the rows: ${reason}.`);
  }
}

/** CSV whose rows are read as texts: `loadText` accepts `bytes`, and `csv` as its option. */
export interface CsvTexts {
  /** The bytes after the header. */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly csv: {
    readonly delimiter: string;
    readonly cells: TypedCells;
    readonly decide: () => never;
    readonly start: CsvTable["first"];
  };
  /** Names of the columns that have no value in the first rows. Reading a value of them throws {@link ObjectsRequired}. */
  readonly undecided: readonly string[];
  /** The columns with their types, as `FileOptions.onColumns` receives them. */
  readonly columns: readonly FileColumn[];
  readonly notes: readonly ReadingNote[];
  /**
   * Checks a row that `loadText` reports as invalid.
   * @throws {@link ObjectsRequired} if the reader of objects can read it
   */
  readonly requireInvalid: (row: InvalidRow) => void;
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
  const source = new PeekableBytes(bytes);
  const head: Uint8Array[] = [];
  let columns: readonly FileColumn[] = [];
  let notes: readonly ReadingNote[] = [];
  const readOptions = {
    ...readOptionsOf(options, format),
    onProblem: (problem: ReadingProblem) => {
      // Cells are read again with their rows.
      if (problem.kind !== "cell") options.onProblem?.(problem);
    },
    onColumns: (fileColumns: readonly FileColumn[], foundNotes: readonly ReadingNote[]) => {
      columns = fileColumns;
      notes = foundNotes;
    },
  };
  const readTable = async (): Promise<CsvTable> => {
    const validator = new Utf8Validator();
    let reader: CsvReader | undefined;
    let length = 0;
    for (let chunk = await source.next(); chunk !== undefined; chunk = await source.next()) {
      // A copy, because the source may reuse the memory of the chunk.
      head.push(new Uint8Array(chunk));
      if ((length += chunk.length) > MAX_HEAD_BYTES) throw new ObjectsRequired("the first rows are long");
      const { bytes: valid, bad } = validator.push(chunk);
      if (bad !== undefined) throw new ObjectsRequired("invalid UTF-8 ends the reading");
      if (valid.length === 0) continue;
      reader ??= new CsvReader(format === "tsv" ? "\t" : undefined, {
        ...readOptions,
        start: { byte: validator.skipped, line: 1, column: 1 },
      });
      reader.push(valid);
      reader.rows.length = 0;
      if (reader.table !== undefined) return reader.table;
    }
    reader?.end();
    if (reader?.table === undefined) throw new ObjectsRequired("there is no header");
    return reader.table;
  };
  try {
    const { dialect, cells, first, isLenient } = await readTable();
    if (!isPlain(dialect) || !isTextDelimiter(dialect.delimiter))
      throw new ObjectsRequired("the cells are not written as in RFC 4180");
    const rows = concatBytes(head).subarray(first.byte);
    // `loadText` ignores a byte order mark.
    if (encodingOfMark(rows) !== undefined)
      throw new ObjectsRequired("the first cell begins with a byte order mark");
    if (cells.columns.length > MAX_COLUMNS)
      throw new ObjectsRequired(`there are more than ${MAX_COLUMNS} columns`);
    source.unread(rows);
    return {
      bytes: source,
      csv: {
        delimiter: dialect.delimiter,
        cells,
        decide: () => {
          throw new ObjectsRequired("the first rows have no value of a column");
        },
        start: first,
      },
      undecided: cells.columns.filter(({ isUndecided }) => isUndecided).map(({ name }) => name),
      columns,
      notes,
      requireInvalid: ({ line, text, fault: { reason } }) => {
        if (!isUtf8(text)) throw new ObjectsRequired(`line ${line} is not valid UTF-8`);
        if (isLenient || reason === QUOTE_IN_CELL) throw new ObjectsRequired(`line ${line}: ${reason}`);
      },
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** A thousand rows, from which the types are inferred, are usually shorter. */
const MAX_HEAD_BYTES = 16 * 1_048_576;

/**
 * Returns the fault of a row of NDJSON that `loadText` reports as invalid.
 * @throws {@link ObjectsRequired}
 */
export function faultOfNdjson(invalid: InvalidRow): ReadingFault {
  requireObject(invalid, "invalid");
  const { text, row, fault } = invalid;
  requireBytes(text, "invalid.text");
  if (!isUtf8(text)) throw new ObjectsRequired("invalid UTF-8 is replaced");
  const line = decodeUtf8(text);
  if (endsWithComma(line)) throw new ObjectsRequired("commas follow rows");
  if (row > 1) return fault;
  if (/^\s*\[\s*"/.test(line)) throw new ObjectsRequired("the first list can be a header");
  return hasOtherLines(line) ? new ReadingFault(fault.position, fault.reason, "format") : fault;
}

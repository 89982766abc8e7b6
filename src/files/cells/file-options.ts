/** How files are read. */
import type { Catalog } from "../../catalog/types.ts";
import type { HeaderProblem } from "../rows/csv-header.ts";
import type { StreamPosition } from "../rows/file-position.ts";
import type { RaggedRow, UnreadableNumbers } from "../rows/format-reader.ts";
import type { ReadingFault, ReadingNote } from "../rows/reading-fault.ts";
import type { FileRow, RowFilter, RowScanner } from "../rows/row.ts";
import type { BadCell, CellStyle, CellType } from "./cell-types.ts";
import type { TypedCells } from "./typed-cells.ts";
import type { DateOrder } from "./written-dates.ts";

export const FILE_FORMATS = ["json", "ndjson", "csv", "tsv"] as const;
/** `json`: an array of rows, an object whose `items` are rows, or a single row. */
export type FileFormat = (typeof FILE_FORMATS)[number];

/** How the cells of CSV and TSV are written. Everything that is left open is detected. */
export interface DialectOptions {
  /** Text between cells. */
  readonly delimiter?: string | undefined;
  /** ASCII character around cells. Empty: no cell is quoted. */
  readonly quote?: string | undefined;
  /** ASCII character in front of a quote, delimiter or line end that is a part of a cell. Empty: there is none. */
  readonly escape?: string | undefined;
  /** Beginning of lines that are skipped. Empty: no line is. Default: `#` at the beginning of the file. */
  readonly comment?: string | undefined;
  /** True if white space around cells and quotes is not a part of the cells. */
  readonly trims?: boolean | undefined;
  /** Number of lines to skip at the beginning. No further line before the header is then skipped. */
  readonly skip?: number | undefined;
  /** Whether the first record has the names of the columns. Otherwise they are column1, column2 … Default: true. */
  readonly header?: boolean | undefined;
}

type Types = ReadonlyMap<string, CellType>;

/** Which values the cells of CSV and TSV have. */
export interface CellOptions {
  /**
   * Types of columns, by their names in the file or in expressions. Cells that do not match their type are null, and reported
   * as problems. Further forms are read, such as `$1,234.50`.
   */
  readonly types?: ReadonlyMap<string, CellType> | Readonly<Record<string, CellType>> | undefined;
  /** Catalog with the types of columns that `types` does not name. */
  readonly catalog?: Catalog | undefined;
  /** False: the cells of other columns are strings. Default: their types are inferred from the first 1,000 rows. */
  readonly inferTypes?: boolean | undefined;
  /** Words that mean null in all columns, such as NA. */
  readonly nulls?: Iterable<string> | undefined;
  /** True if numbers are written with a decimal comma, such as 1.234,50. */
  readonly decimalComma?: boolean | undefined;
  /** Order of days and months in dates such as 05.01.2024. Default: such cells are strings. */
  readonly dates?: DateOrder | undefined;
}

export interface FileColumn {
  readonly name: string;
  readonly type: CellType;
  /** Example of a number with a decimal comma, if the column is inferred as string because of such numbers. */
  readonly decimalComma?: string | undefined;
}

export interface FileProgress {
  readonly rows: number;
  /** Number of bytes in UTF-8. */
  readonly bytes: number;
}

/** Bytes of a file that are not valid in its encoding and are read as U+FFFD. */
export interface ReplacedBytes {
  /** Number of replacements so far. */
  readonly count: number;
  /** Canonical name of the encoding. */
  readonly encoding: string;
  /** The first invalid byte, its number in the file from 1, and its line. In encodings other than UTF-8 all invalid bytes are 0xFF. */
  readonly first: { readonly value: number; readonly byte: number; readonly line: number };
}

/**
 * Part of a file that is read, but not as it is written.
 * - `cell`: a cell that its column cannot read is null
 * - `header`: a blank or repeated name of a column is replaced
 * - `stray-quote`: a quote inside a cell without quotes is a part of the cell
 * - `ragged`: missing cells are null, and further ones have columns of their own
 * - `numbers`: numbers of JSON that cannot be read, such as NaN, are null
 * - `bytes`: bytes that are not valid in the encoding are U+FFFD. Called again with a larger count
 */
export type ReadingProblem =
  | ({ readonly kind: "cell" } & BadCell)
  | ({ readonly kind: "header" } & HeaderProblem)
  | { readonly kind: "stray-quote"; readonly row: number; readonly line: number }
  | ({ readonly kind: "ragged" } & RaggedRow)
  | ({ readonly kind: "numbers" } & UnreadableNumbers)
  | ({ readonly kind: "bytes" } & ReplacedBytes);

/** Options that readers take as they are. */
interface SharedOptions {
  /** Types in place of those that would be inferred, by the names that columns have in expressions. */
  readonly inferredTypes?: Types | undefined;
  /** True if rows can have fewer or more cells than the header. Default: such rows are invalid, unless the first rows leave out cells at their end. */
  readonly ragged?: boolean | undefined;
  /** True if the first fault or problem ends the reading with a `ReadingFault`. Default: false. */
  readonly strict?: boolean | undefined;
  /** Aborting the signal makes the read throw the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Returns the filter to apply to the next rows. Undefined: all rows are returned. */
  readonly rowFilter?: (() => RowFilter | undefined) | undefined;
  /** Called for each invalid row, which is left out. */
  readonly onFault?: ((fault: ReadingFault) => void) | undefined;
  /** Called for each part of the file that is read, but not as it is written. */
  readonly onProblem?: ((problem: ReadingProblem) => void) | undefined;
  /** Called with notes about where the rows of JSON were found. */
  readonly onNote?: ((note: ReadingNote) => void) | undefined;
  /** Called before the first row of CSV is read, with the types of all columns, and notes about what was detected. */
  readonly onColumns?: ((columns: readonly FileColumn[], notes: readonly ReadingNote[]) => void) | undefined;
  /** Called at the end if the whole input is one object of JSON that is a row. */
  readonly onSingleObject?: (() => void) | undefined;
  /** Called with each batch, and at the end. */
  readonly onProgress?: ((progress: FileProgress) => void) | undefined;
}

/** How a file is read. */
export interface FileOptions extends DialectOptions, CellOptions, SharedOptions {
  /** Default: detected from the name and the first bytes. */
  readonly format?: FileFormat | undefined;
  /** Name of the file, whose extension helps to detect the format. */
  readonly name?: string | undefined;
  /** Label of a text encoding, such as windows-1252. Default: UTF-8, or that of a byte order mark, which takes precedence. */
  readonly encoding?: string | undefined;
  /** True if `decodeFile` has converted the source to UTF-8. `encoding` then names its encoding in messages. */
  readonly isDecoded?: boolean | undefined;
  /**
   * Location of the rows in JSON, such as `data.items` or the JSON Pointer `/data/items`, or its names. A number is an index of a
   * list, and `*` stands for all values. Default: the rows are the whole value.
   */
  readonly path?: string | readonly string[] | undefined;
}

/**
 * Creates a filter that is evaluated before rows are built. Returns undefined if rows must be read in another way.
 *
 * @param onRow called with a placeholder for each row that is consumed
 * @param source cells of CSV, or the names that lead to the only row of each line of NDJSON
 */
export type EarlyFilterMaker = (
  filter: RowFilter,
  onRow: (placeholder: FileRow) => void,
  source: { readonly cells?: TypedCells; readonly delimiter?: string; readonly path?: readonly string[] },
) => RowScanner | undefined;

/** Options of the readers, each of which ignores those of other formats. */
export interface ReaderOptions extends SharedOptions {
  readonly dialect?: DialectOptions | undefined;
  readonly style?: CellStyle | undefined;
  readonly types?: Types | undefined;
  /** Takes precedence over `types`. Invalid dates and times in these columns are bad cells. */
  readonly requiredTypes?: Types | undefined;
  /**
   * Whether to infer the types of columns that are not declared, from the first `INFERENCE_ROWS` rows. For a column that is empty in
   * them, from as many rows after its first cell. Default: such columns are strings.
   */
  readonly inferTypes?: boolean | undefined;
  /** Names of the members that lead to the rows inside JSON, or inside each line of NDJSON. Default: the rows are the whole value. */
  readonly path?: readonly string[] | undefined;
  /** Where the rows begin. */
  readonly start?: StreamPosition | undefined;
  /** Undefined, or returns undefined: rows are not filtered early. */
  readonly earlyFilterMaker?: (() => EarlyFilterMaker | undefined) | undefined;
  /** True if each object at the top level of JSON is a row, also if it has `items`. Default: the first object decides. */
  readonly objectsAreRows?: boolean | undefined;
}

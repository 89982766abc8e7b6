import type { Catalog } from "../../catalog/types.ts";
import type { BadCell } from "../cells/cell-fault.ts";
import type { CellType } from "../cells/cell-types.ts";
import type { DateOrder } from "../cells/written-dates.ts";
import type { DialectOptions, SharedOptions } from "../cells/reader-options.ts";
import type { HeaderProblem } from "../rows/csv-header.ts";
import type { ReadingFault } from "../rows/reading-fault.ts";
import type { RaggedRow, UnreadableNumbers } from "../rows/format-reader.ts";
import type { FileFormat } from "./detect-format.ts";
import type { FileProgress, ReplacedBytes } from "./read-batches.ts";

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
  /** True if rows can have fewer or more cells than the header. Default: such rows are invalid, unless the first rows leave out cells at their end. */
  readonly ragged?: boolean | undefined;
  /** True if the first fault or problem ends the reading with a `ReadingFault`. Default: false. */
  readonly strict?: boolean | undefined;
  /** Aborting the signal makes the read throw the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each invalid row, which is left out. */
  readonly onFault?: ((fault: ReadingFault) => void) | undefined;
  /** Called for each part of the file that is read, but not as it is written. */
  readonly onProblem?: ((problem: ReadingProblem) => void) | undefined;
  /** Called with each batch, and at the end. */
  readonly onProgress?: ((progress: FileProgress) => void) | undefined;
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

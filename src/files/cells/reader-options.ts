import type { HeaderProblem } from "../rows/csv-header.ts";
import type { StreamPosition } from "../rows/file-position.ts";
import type { RaggedRow, UnreadableNumbers } from "../rows/format-reader.ts";
import type { ReadingFault, ReadingNote } from "../rows/reading-fault.ts";
import type { RowFilter } from "../rows/row-filter.ts";
import type { BadCell } from "./cell-fault.ts";
import type { CellStyle, CellType } from "./cell-types.ts";

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

export interface FileColumn {
  readonly name: string;
  readonly type: CellType;
  /** Example of a number with a decimal comma, if the column is inferred as string because of such numbers. */
  readonly decimalComma?: string | undefined;
}

type Types = ReadonlyMap<string, CellType>;

/** Options of files that readers take as they are. */
export interface SharedOptions {
  /** Types in place of those that would be inferred, by the names that columns have in expressions. */
  readonly inferredTypes?: Types | undefined;
  /** Returns the filter to apply to the next rows. Undefined: all rows are returned. */
  readonly rowFilter?: (() => RowFilter | undefined) | undefined;
  /** Called with notes about where the rows of JSON were found. */
  readonly onNote?: ((note: ReadingNote) => void) | undefined;
  /** Called before the first row of CSV is read, with the types of all columns, and notes about what was detected. */
  readonly onColumns?: ((columns: readonly FileColumn[], notes: readonly ReadingNote[]) => void) | undefined;
  /** Called at the end if the whole input is one object of JSON that is a row. */
  readonly onSingleObject?: (() => void) | undefined;
}

/** Options of the readers. Each reader ignores those of other formats. Without a handler, what it handles is an error. */
export interface ReaderOptions extends SharedOptions {
  /** How CSV is written. Everything that it leaves open is detected. */
  readonly dialect?: DialectOptions | undefined;
  /** False: the first record is a row, and the columns are called column1, column2 … Default: true. */
  readonly header?: boolean | undefined;
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
  /** Where JSON begins. */
  readonly start?: StreamPosition | undefined;
  /** True if each object at the top level of JSON is a row, also if it has `items`. Default: the first object decides. */
  readonly objectsAreRows?: boolean | undefined;
  /** Called for each invalid row, which is skipped. */
  readonly onFault?: ((error: ReadingFault) => void) | undefined;
  /** Called for each blank or repeated name of a header, which is changed. */
  readonly onHeaderProblem?: ((problem: HeaderProblem) => void) | undefined;
  /**
   * Called for each row that has more or fewer cells than the header. Missing cells are null, and further columns are called
   * column4, column5 …
   */
  readonly onRaggedRow?: ((row: RaggedRow) => void) | undefined;
  /** Called in place of `onRaggedRow` if the first rows show that rows leave out cells at their end. */
  readonly onCutRow?: ((row: RaggedRow) => void) | undefined;
  /** Called for each row with a quote inside a cell without quotes. */
  readonly onStrayQuote?: ((row: { readonly row: number; readonly line: number }) => void) | undefined;
  /** Called for each cell that does not match its column's type. It is null, also without a handler. */
  readonly onBadCell?: ((cell: BadCell) => void) | undefined;
  /** Called for each row of JSON with numbers that cannot be read, which are null. */
  readonly onUnreadableNumbers?: ((numbers: UnreadableNumbers) => void) | undefined;
}

import type { ReadingNote } from "../rows/reading-fault.ts";
import type { BadCell } from "../cells/cell-fault.ts";
import type { CellStyle } from "../cells/cell-types.ts";
import type { RowFilter } from "../rows/row-filter.ts";
import type { ColumnOptions, FileColumn } from "../cells/csv-columns.ts";
import type { DialectOptions } from "./detect-dialect.ts";
import type { RaggedRow, ReaderEvents } from "../rows/format-reader.ts";

export interface CsvReaderOptions extends ColumnOptions, ReaderEvents {
  /** States how cells are written. Everything that it leaves open is detected. */
  readonly dialect?: DialectOptions | undefined;
  /** False: the first record is a row, and the columns are called column1, column2 … Default: true. */
  readonly header?: boolean | undefined;
  readonly style?: CellStyle | undefined;
  /** Called for each cell that does not match its column's type and is read as null. */
  readonly onBadCell?: ((cell: BadCell) => void) | undefined;
  /** Called before the first row is read, with the types of all columns, and notes about what was detected. */
  readonly onColumns?: ((columns: readonly FileColumn[], notes: readonly ReadingNote[]) => void) | undefined;
  /** Called for each row with a quote inside a cell without quotes. Without it, such rows are errors. */
  readonly onStrayQuote?: ((row: { readonly row: number; readonly line: number }) => void) | undefined;
  /** Called in place of `onRaggedRow` if the first rows show that rows leave out cells at their end. Without it, such rows are errors. */
  readonly onCutRow?: ((row: RaggedRow) => void) | undefined;
  /** Returns the filter to apply to the next rows. Undefined: all rows are returned. */
  readonly rowFilter?: (() => RowFilter | undefined) | undefined;
}

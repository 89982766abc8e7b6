import type { RowFilter, RowScanner } from "../rows/row-filter.ts";
import type { FileRow } from "../rows/row.ts";
import type { TypedCells } from "./typed-cells.ts";

/** Creates filters that are evaluated before rows are built. They are loaded for long files only. */
export interface EarlyFilters {
  /** Returns undefined if rows must be read in another way. */
  readonly ofCsv: (
    cells: TypedCells,
    delimiter: string,
    filter: RowFilter,
    onRow: OnRow,
  ) => RowScanner | undefined;
  /** @param path names that lead to the only row of each line */
  readonly ofJson: (filter: RowFilter, path: readonly string[], onRow: OnRow) => LearningScanner | undefined;
}

/** Called with a placeholder for each row that is consumed. */
type OnRow = (placeholder: FileRow) => void;

export interface LearningScanner extends RowScanner {
  /** Adds the names of a row that was not consumed. */
  readonly learn: (row: object) => void;
}

/** Reader that filters rows early. */
export interface FilteringReader {
  /** Undefined: rows are not filtered early. */
  filters?: EarlyFilters | undefined;
}

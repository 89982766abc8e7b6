/** Finds out what is wrong with an invalid row of CSV. */
import type { ReadingFault } from "../rows/reading-fault.ts";
import { PLAIN_CSV } from "./csv-dialect.ts";
import { CsvRecords, UNCLOSED_QUOTE } from "./csv-records.ts";
import { raggedReason } from "../rows/csv-header.ts";

/**
 * Returns why a row is invalid. Undefined if it is valid, if there is not a single row, or if later rows decide.
 *
 * @param columns number of columns
 * @param isLast false if further rows follow in the file, which can close a quote
 */
export function invalidRowReason(
  row: Uint8Array,
  { delimiter, columns }: { readonly delimiter: string; readonly columns: number },
  isLast: boolean,
): Pick<ReadingFault, "reason" | "option"> | undefined {
  const found: (Pick<ReadingFault, "reason" | "option"> | undefined)[] = [];
  const records = new CsvRecords({ ...PLAIN_CSV, delimiter }, 0, {
    record: (cells) =>
      found.push(
        hasExtraCells(cells, columns)
          ? undefined
          : { reason: raggedReason(cells.length, columns), option: "ragged" },
      ),
    invalid: (reason) =>
      found.push(reason === UNCLOSED_QUOTE && !isLast ? undefined : { reason, option: undefined }),
    fatal: (reason) => {
      throw new Error(`internal: ${reason}`);
    },
  });
  records.push(row);
  records.end();
  return found.length === 1 ? found[0] : undefined;
}

/** Returns whether the cells are those of the columns, and empty cells after them. */
export function hasExtraCells(cells: readonly string[], columns: number): boolean {
  return cells.length >= columns && cells.slice(columns).every((cell) => cell === "");
}

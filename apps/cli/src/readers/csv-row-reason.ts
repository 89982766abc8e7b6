/** Finds out what is wrong with an invalid row of CSV. */
import { PLAIN_CSV } from "../formats/csv-dialect.ts";
import { CsvRecords, UNCLOSED_QUOTE } from "../formats/csv-records.ts";
import { raggedReason } from "./shared/csv-header.ts";

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
): string | undefined {
  const reasons: (string | undefined)[] = [];
  const records = new CsvRecords({ ...PLAIN_CSV, delimiter }, 0, {
    record: (cells) =>
      reasons.push(hasExtraCells(cells, columns) ? undefined : raggedReason(cells.length, columns)),
    invalid: (reason) => reasons.push(reason === UNCLOSED_QUOTE && !isLast ? undefined : reason),
    fatal: (reason) => {
      throw new Error(`internal: ${reason}`);
    },
  });
  records.push(Buffer.from(row));
  records.end();
  return reasons.length === 1 ? reasons[0] : undefined;
}

/** Returns whether the cells are those of the columns, and empty cells after them. */
export function hasExtraCells(cells: readonly string[], columns: number): boolean {
  return cells.length >= columns && cells.slice(columns).every((cell) => cell === "");
}

/** Finds out what is wrong with an invalid row of CSV. */
import { raggedReason } from "./shared/csv-header.ts";
import { CsvRecords, UNCLOSED_QUOTE } from "./csv-records.ts";

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
  const records = new CsvRecords(delimiter, 0, {
    record: (cells) =>
      reasons.push(cells.length === columns ? undefined : raggedReason(cells.length, columns)),
    invalid: (reason) => reasons.push(reason === UNCLOSED_QUOTE && !isLast ? undefined : reason),
    fatal: (reason) => {
      throw new Error(`internal: ${reason}`);
    },
  });
  records.push(Buffer.from(row));
  records.end();
  return reasons.length === 1 ? reasons[0] : undefined;
}

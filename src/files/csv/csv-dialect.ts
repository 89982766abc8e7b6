/** How the cells of CSV are written. */
export interface CsvDialect {
  /** Text between cells. */
  readonly delimiter: string;
  /** ASCII character around cells, which is doubled inside them. Empty: no cell is quoted. */
  readonly quote: string;
  /** ASCII character in front of a quote, delimiter or line end that is a part of a cell. Empty: there is none. */
  readonly escape: string;
  /** Beginning of lines that are skipped. Empty: no line is. */
  readonly comment: string;
  /** True if white space around cells and quotes is not a part of the cells. */
  readonly trims: boolean;
}

/** RFC 4180. */
export const PLAIN_CSV: CsvDialect = { delimiter: ",", quote: '"', escape: "", comment: "", trims: false };

/** Returns whether a dialect differs from RFC 4180 only by another ASCII delimiter. */
export function isPlain({ delimiter, quote, escape, comment, trims }: CsvDialect): boolean {
  return /^[\0-\x7f]$/.test(delimiter) && quote === '"' && escape === "" && comment === "" && !trims;
}

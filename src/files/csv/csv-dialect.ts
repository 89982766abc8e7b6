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
  /** Number of cells that white space of any length separates. The last one takes the rest of its line. */
  readonly words?: number;
}

/** RFC 4180. */
export const PLAIN_CSV: CsvDialect = { delimiter: ",", quote: '"', escape: "", comment: "", trims: false };

/** Returns whether a dialect differs from RFC 4180 only by another ASCII delimiter. */
export function isPlain({ delimiter, quote, escape, comment, trims, words }: CsvDialect): boolean {
  return (
    /^[\0-\x7f]$/.test(delimiter) &&
    quote === '"' &&
    escape === "" &&
    comment === "" &&
    !trims &&
    words === undefined
  );
}

/**
 * Splits a line at white space into at most `limit` cells, the last of which takes the rest.
 * @example splitWords(" a  b c ", 2) // ["a", "b c"]
 */
export function splitWords(line: string, limit: number): string[] {
  const cells: string[] = [];
  for (const { 0: word, index } of line.matchAll(/\S+/g)) {
    if (cells.length === limit - 1) return [...cells, line.slice(index).trimEnd()];
    cells.push(word);
  }
  return cells;
}

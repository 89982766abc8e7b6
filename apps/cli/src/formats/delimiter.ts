/** Detection of the character that separates the cells of CSV. */

/** Detected delimiters. If several fit equally well, the first one is used. */
export const DELIMITERS = [",", "\t", ";", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Number of records, including the header, that decide between several possible delimiters. */
const RECORDS = 10;
/** Maximum number of characters that are searched. */
export const DELIMITER_CHARACTERS = 65_536;

/** Number of cells of a record whose quoting is invalid for the delimiter. */
const MALFORMED = 0;

/**
 * Detects the delimiter. Characters within quoted cells are never delimiters.
 *
 * A delimiter must occur in the first record. If several do, the one that splits most of the first records into the same
 * number of cells is chosen, then the one with most cells.
 * @param text beginning of the file
 * @param ended true if `text` is the whole file
 * @returns undefined if more text is needed. The result does not depend on the amount of text after that.
 */
export function detectDelimiter(text: string, ended: boolean): Delimiter | undefined {
  const head = text.slice(0, DELIMITER_CHARACTERS);
  const isFinal = ended || text.length >= DELIMITER_CHARACTERS;
  const found: { delimiter: Delimiter; cells: number; consistent: number }[] = [];
  let isDecided = true;
  for (const delimiter of DELIMITERS) {
    const counts = cellCounts(head, delimiter, ended && head.length === text.length);
    const cells = counts[0];
    if (cells === undefined && !isFinal) return undefined;
    if (cells === undefined || cells < 2) continue;
    if (counts.length < RECORDS) isDecided = false;
    const same = counts.filter((count) => count === cells).length;
    found.push({ delimiter, cells, consistent: same / counts.length });
  }
  if (found.length > 1 && !isDecided && !isFinal) return undefined;
  found.sort((a, b) => b.consistent - a.consistent || b.cells - a.cells);
  return found[0]?.delimiter ?? ",";
}

/** Returns the numbers of cells of the first complete records. Skips blank lines. */
function cellCounts(text: string, delimiter: string, ended: boolean): number[] {
  const counts: number[] = [];
  let cells = 1;
  let isMalformed = false;
  let start = 0;
  let i = 0;
  while (i < text.length && counts.length < RECORDS) {
    const isCellStart = i === start || text[i - 1] === delimiter;
    if (text[i] === '"' && isCellStart) {
      i = afterQuotes(text, i + 1);
      if (i > text.length) break;
      if (i < text.length && text[i] !== delimiter && !isLineEnd(text[i]!)) isMalformed = true;
      // The next character is examined as ordinary text, so that a quote there does not open a cell.
      if (i < text.length && text[i] === '"') i++;
      continue;
    }
    if (isLineEnd(text[i]!)) {
      if (i > start) counts.push(isMalformed ? MALFORMED : cells);
      cells = 1;
      isMalformed = false;
      start = i + 1;
    } else if (text[i] === delimiter) cells++;
    i++;
  }
  if (ended && counts.length < RECORDS && start < text.length)
    counts.push(isMalformed || i > text.length ? MALFORMED : cells);
  return counts;
}

/** Returns the offset after the closing quote, or more than the length of the text if there is none. */
function afterQuotes(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at + 1;
  return text.length + 1;
}

function isLineEnd(character: string): boolean {
  return character === "\n" || character === "\r";
}

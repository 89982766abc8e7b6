/** The first records of a file, and the comments before them. */
import { decodeUtf8 } from "../bytes/decode.ts";
import { isNumberCell } from "../cells/cell-numbers.ts";
import type { ReadingNote } from "../rows/reading-fault.ts";
import { CsvRecord, INCOMPLETE, type CsvDialect } from "./csv-record.ts";
import { afterLineEnd, isLineEnd, isUndecidedEnd, lineEnd } from "./line-ends.ts";

/** Number of records that decide. */
export const RECORDS = 25;

export interface HeadRecord {
  readonly cells: readonly string[];
  readonly isMalformed: boolean;
  readonly hasStrayQuote: boolean;
  readonly line: number;
  readonly byte: number;
}

export interface HeadPosition {
  readonly line: number;
  readonly byte: number;
}

/** Lines at the beginning that begin with `#`, with blank lines between them. */
export interface LeadingComments {
  readonly count: number;
  /** Position of the last comment, and its bytes. */
  readonly last: HeadPosition & { readonly bytes: Uint8Array };
  /** Position after the comments, and after blank lines. */
  readonly end: HeadPosition;
}

/** @param isFinal false if further bytes can follow: without a line after the comments, `end` is then the end of the text */
export function leadingComments(text: Uint8Array, isFinal: boolean): LeadingComments {
  let count = 0;
  let last = { line: 1, byte: 0, bytes: text.subarray(0, 0) };
  let line = 1;
  let byte = 0;
  while (byte < text.length && (text[byte] === NUMBER_SIGN || isLineEnd(text[byte]!))) {
    const end = lineEnd(text, byte);
    if (!isFinal && (end === text.length || isUndecidedEnd(text, end)))
      return { count, last, end: { line, byte: text.length } };
    const next = afterLineEnd(text, end);
    if (end > byte) {
      count++;
      last = { line, byte, bytes: text.subarray(byte, next) };
    }
    line++;
    byte = next;
  }
  return { count, last, end: { line, byte } };
}

const NUMBER_SIGN = 0x23;

/** @param line number of the first of the lines */
export function commentsNote(count: number, line: number): ReadingNote {
  const lines = count === 1 ? `line ${line} is` : `${count} lines from line ${line} on are`;
  return { text: `${lines} skipped as ${count === 1 ? "a comment" : "comments"}`, option: "comment" };
}

/** Matches the first line of a file with which Excel declares the delimiter, such as `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([!-~\t])"?(\r\n|\n|\r)/i;
export const MAXIMUM_SEPARATOR_LINE = 9;

/** Returns the delimiter that the first line declares, and the length of this line. */
export function declaredDelimiter(head: Uint8Array): {
  readonly delimiter?: string;
  readonly length: number;
} {
  const declared = SEPARATOR_LINE.exec(decodeUtf8(head.subarray(0, MAXIMUM_SEPARATOR_LINE)));
  return declared === null ? { length: 0 } : { delimiter: declared[1]!, length: declared[0].length };
}

/** Splits at most {@link RECORDS} records. */
export function recordsOf(
  text: Uint8Array,
  dialect: CsvDialect,
  isWhole: boolean,
  start: HeadPosition,
): readonly HeadRecord[] {
  const records: HeadRecord[] = [];
  const record = new CsvRecord(dialect);
  let { line } = start;
  for (let at = 0; at < text.length && records.length < RECORDS;) {
    const next = record.read(text, at, isWhole);
    if (next === INCOMPLETE) break;
    const { cells, hasStrayQuote, reason } = record;
    const isMalformed = reason !== undefined;
    if (cells.length > 0 || isMalformed)
      records.push({ cells, isMalformed, hasStrayQuote, line, byte: start.byte + at });
    line += record.lines;
    at = next;
  }
  return records;
}

/**
 * Returns the names of the columns that a comment has: as many as the longest record has cells, unless the first record is a header
 * itself. Several tabs can stand between names.
 *
 * @param sign characters at the beginning that are no part of the first name
 */
export function namesInComment(
  comment: HeadRecord,
  records: readonly HeadRecord[],
  sign: RegExp,
): readonly string[] | undefined {
  const columns = Math.max(...records.map(({ cells }) => cells.length));
  const texts = [comment.cells[0]?.replace(sign, "") ?? "", ...comment.cells.slice(1)];
  const names = [texts, texts.filter((cell) => cell !== "")].find(({ length }) => length === columns);
  if (comment.isMalformed || columns < 2 || names === undefined) return undefined;
  const [first, ...rows] = records.map(({ cells }) => cells);
  const isSpaced = (cells: readonly string[]) => cells.slice(1).some((cell) => cell.startsWith(" "));
  if (isSpaced(names) && !records.some(({ cells }) => isSpaced(cells))) return undefined;
  const isNamed = (name: string, i: number) =>
    !isNumberCell(name) && rows.length > 0 && rows.every((row) => isNumberCell(row[i] ?? ""));
  return first!.some(isNamed) && !first!.some((cell) => isNumberCell(cell)) ? undefined : names;
}

/** Returns whether the first record is a row, too: a column has only numbers. */
export function isHeadless(records: readonly HeadRecord[]): boolean {
  const isNumeric = (_: string, i: number) => records.every(({ cells }) => isNumberCell(cells[i] ?? ""));
  return records.length > 1 && records[0]!.cells.some(isNumeric);
}

/**
 * Returns whether the header lacks the name of the first column, as in tables that R writes: each row has one cell more, and
 * begins with a name of its own.
 */
export function areRowsNamed([header, ...rows]: readonly HeadRecord[]): boolean {
  const names = header?.cells ?? [];
  if (names.length < 2 || rows.length < 2 || names.some((name) => name.trim() === "")) return false;
  const isRow = ({ cells }: HeadRecord) =>
    cells.length === names.length + 1 && cells[0]!.trim() !== "" && cells.at(-1)!.trim() !== "";
  return rows.every(isRow) && new Set(rows.map(({ cells }) => cells[0])).size === rows.length;
}

/** Returns whether rows leave out cells at their end: several have fewer cells than the header, and none has more. */
export function areRowsCut([header, ...rows]: readonly HeadRecord[]): boolean {
  const columns = header?.cells.length ?? 0;
  const cut = rows.filter(({ cells }) => cells.length < columns);
  return (
    columns > 2 &&
    cut.length > 1 &&
    cut.every(({ cells }) => cells.length > 1) &&
    rows.every(({ cells, isMalformed }) => !isMalformed && cells.length <= columns)
  );
}

/**
 * Returns how many cells white space of any length separates. Undefined if that is not certain: either all lines have as many words,
 * or the last column begins at the same place in the header and in most lines.
 *
 * @example wordsOf(encodeUtf8("PID COMMAND\n  1 a b\n  2 c\n"), true) // undefined, because two columns are not enough
 */
export function wordsOf(text: Uint8Array, isWhole: boolean): number | undefined {
  const allLines = decodeUtf8(text).split(/\r\n|\n|\r/);
  if (!isWhole) allLines.pop();
  const lines = allLines.filter((line) => line.trim() !== "").slice(0, RECORDS);
  const starts = lines.map((line) => [...line.matchAll(/\S+/g)].map(({ index }) => index));
  const [header = [], ...rows] = starts;
  if (rows.length < 2 || !lines.some((line) => /\S {2,}\S/.test(line))) return undefined;
  const width = Math.min(...starts.map(({ length }) => length));
  if (width < MIN_WORDS) return undefined;
  if (starts.length >= MIN_EQUAL_LINES && width > MIN_WORDS && starts.every(({ length }) => length === width))
    return width;
  const aligned = rows.filter((row) => row[width - 1] === header[width - 1]).length;
  return aligned > 1 && aligned * 2 >= rows.length ? width : undefined;
}

const MIN_WORDS = 3;
/** Number of lines that are unlikely to have as many words by chance. */
export const MIN_EQUAL_LINES = 5;

/** Detects how the cells of CSV are written, and where the header is. */
import type { ReadingNote } from "../rows/reading-fault.ts";
import { PLAIN_CSV, type CsvDialect } from "./csv-dialect.ts";
import { CsvRecords } from "./csv-records.ts";

/** Detected delimiters. If several fit equally well, the first one is used: text rarely contains tabs. */
export const DELIMITERS = ["\t", ",", ";", "|"] as const;

/** Maximum number of bytes that are searched. */
export const DIALECT_BYTES = 65_536;

/** Number of records that decide. */
const RECORDS = 25;

/** How the cells of CSV and TSV are written. Everything that is left open is detected. */
export interface DialectOptions {
  /** Text between cells. */
  readonly delimiter?: string | undefined;
  /** ASCII character around cells. Empty: no cell is quoted. */
  readonly quote?: string | undefined;
  /** ASCII character in front of a quote, delimiter or line end that is a part of a cell. Empty: there is none. */
  readonly escape?: string | undefined;
  /** Beginning of lines that are skipped. Empty: no line is. */
  readonly comment?: string | undefined;
  /** True if white space around cells and quotes is not a part of the cells. */
  readonly trims?: boolean | undefined;
  /** Number of lines to skip at the beginning. No further line before the header is then skipped. */
  readonly skip?: number | undefined;
  /** Whether the first record has the names of the columns. Otherwise they are column1, column2 … Default: true. */
  readonly header?: boolean | undefined;
}

export interface DetectedDialect {
  readonly dialect: CsvDialect;
  /** Position of the header, or without one of the first row. */
  readonly start: { readonly line: number; readonly byte: number };
  /** What the user may not expect. */
  readonly notes: readonly ReadingNote[];
}

interface HeadRecord {
  readonly cells: readonly string[];
  readonly isMalformed: boolean;
  readonly hasStrayQuote: boolean;
  readonly line: number;
  readonly byte: number;
}

interface Candidate {
  readonly dialect: CsvDialect;
  readonly records: readonly HeadRecord[];
  /** Index of the header. */
  readonly first: number;
  /** Number of cells of the header. */
  readonly cells: number;
  /** Share of the records from the header on that have as many cells, from 0 to 1. */
  readonly consistent: number;
  /** Number of records with a quote inside a cell without quotes. */
  readonly strayQuotes: number;
}

/**
 * Detects the dialect from the beginning of a file. Of several delimiters, the one that splits most of the first records into the
 * same number of cells is chosen, then the one with most cells.
 *
 * @param head beginning of the file, at most {@link DIALECT_BYTES} of which are used
 * @param ended true if `head` is the whole file
 * @returns undefined if more bytes are needed. The result does not depend on the number of bytes after that.
 */
export function detectDialect(
  head: Uint8Array,
  given: DialectOptions,
  ended: boolean,
): DetectedDialect | undefined {
  const isWhole = ended && head.length <= DIALECT_BYTES;
  const isFinal = ended || head.length >= DIALECT_BYTES;
  const text = head.subarray(0, DIALECT_BYTES);
  const counts: number[] = [];
  const candidates = (style: Partial<CsvDialect>): readonly Candidate[] =>
    (given.delimiter === undefined ? DELIMITERS : [given.delimiter]).map((delimiter) => {
      const records = recordsOf(text, { ...PLAIN_CSV, ...defined(given), ...style, delimiter }, isWhole);
      counts.push(records.length);
      return candidateOf({ ...PLAIN_CSV, ...defined(given), ...style, delimiter }, records, given);
    });
  let best = bestOf(candidates({}));
  const notes: ReadingNote[] = [];
  for (const { style, note } of isRegular(best) ? [] : STYLES) {
    if (Object.keys(style).some((name) => Object.hasOwn(defined(given), name))) continue;
    const other = bestOf(candidates(style));
    if (!isBetter(other, best) || !usesQuotes(other)) continue;
    best = other;
    if (note !== undefined) notes.push(note);
    break;
  }
  if (!isFinal && Math.min(...counts) < RECORDS) return undefined;
  if (given.trims === undefined && hasSpaces(best)) {
    const trimmed = { ...best.dialect, trims: true };
    best = candidateOf(trimmed, recordsOf(text, trimmed, isWhole), given);
  }
  const header = best.first === 0 ? undefined : best.records[best.first];
  if (header === undefined) return { dialect: best.dialect, start: { line: 1, byte: 0 }, notes };
  const { line, byte } = header;
  notes.push(skippedNote(best.records.slice(0, best.first), line - 1));
  return { dialect: best.dialect, start: { line, byte }, notes };
}

const ESCAPED: ReadingNote = { text: "quotes inside cells are escaped by backslashes", option: "escape" };
const APOSTROPHES: ReadingNote = { text: "cells are quoted by apostrophes", option: "quote" };

/** Other ways to write quoted cells, which are tried if the records are not regular. */
const STYLES: readonly { readonly style: Partial<CsvDialect>; readonly note?: ReadingNote }[] = [
  { style: { trims: true } },
  { style: { escape: "\\" }, note: ESCAPED },
  { style: { quote: "'" }, note: APOSTROPHES },
  { style: { trims: true, escape: "\\" }, note: ESCAPED },
  { style: { trims: true, quote: "'" }, note: APOSTROPHES },
];

function isRegular({ consistent, strayQuotes }: Candidate): boolean {
  return consistent === 1 && strayQuotes === 0;
}

function isBetter(other: Candidate, best: Candidate): boolean {
  if (other.cells < 2 || other.records.some((each) => each.isMalformed)) return false;
  if (other.consistent !== best.consistent) return other.consistent > best.consistent;
  return other.strayQuotes < best.strayQuotes;
}

/** Returns whether a cell contains what only quotes allow. */
function usesQuotes({ dialect: { delimiter, quote }, records, first }: Candidate): boolean {
  const signs = [delimiter, quote, "\n", "\r"];
  return records
    .slice(first)
    .some(({ cells }) => cells.some((cell) => signs.some((sign) => cell.includes(sign))));
}

function recordsOf(text: Uint8Array, dialect: CsvDialect, isWhole: boolean): readonly HeadRecord[] {
  const found: HeadRecord[] = [];
  const add = (cells: readonly string[], line: number, isMalformed: boolean, hasStrayQuote: boolean) => {
    if (found.length < RECORDS) found.push({ cells, isMalformed, hasStrayQuote, line, byte: records.start });
  };
  const records = new CsvRecords(dialect, 0, {
    record: (cells, line, hasStrayQuote) => add(cells, line, false, hasStrayQuote),
    invalid: (_, line) => add([], line, true, false),
    fatal: (reason) => {
      throw new Error(`internal: ${reason}`);
    },
  });
  records.push(text);
  if (isWhole) records.end();
  return found;
}

function candidateOf(
  dialect: CsvDialect,
  records: readonly HeadRecord[],
  { header, skip }: DialectOptions,
): Candidate {
  const comments = commentsOf(records);
  const first =
    comments + (header === false || skip !== undefined ? 0 : linesBefore(records.slice(comments)));
  const rows = records.slice(first);
  const cells = rows[0]?.cells.length ?? 0;
  const fits = rows.filter((row) => !row.isMalformed && fitsHeader(row.cells, rows[0]!.cells)).length;
  const strayQuotes = records.filter(({ hasStrayQuote }) => hasStrayQuote).length;
  return {
    dialect,
    records,
    first,
    cells,
    consistent: rows.length === 0 ? 1 : fits / rows.length,
    strayQuotes,
  };
}

/** Returns whether a row has as many cells as the header. A delimiter at the end of a line adds no cell. */
function fitsHeader(cells: readonly string[], header: readonly string[]): boolean {
  if (cells.length === header.length) return true;
  const [shorter, longer] = cells.length < header.length ? [cells, header] : [header, cells];
  return (
    longer.length === shorter.length + 1 && longer.at(-1)!.trim() === "" && shorter.at(-1)?.trim() !== ""
  );
}

/**
 * Returns the number of comments at the beginning: records that begin with `#`. The last of them is the header if it has as many
 * cells as the next record, and more than one.
 */
function commentsOf(records: readonly HeadRecord[]): number {
  const count = records.findIndex(({ cells }) => cells[0]?.startsWith("#") !== true);
  if (count <= 0) return 0;
  const last = records[count - 1]!.cells.length;
  return last > 1 && last === records[count]!.cells.length ? count - 1 : count;
}

/**
 * Returns the number of records before the header: they have fewer cells than the header and all later records. A program that writes
 * tables can also fill such records with empty cells.
 */
function linesBefore(records: readonly HeadRecord[]): number {
  const last = records.at(-1)?.cells.length ?? 0;
  const isHeader = ({ cells }: HeadRecord) =>
    cells.length === last && cells.findLastIndex((cell) => cell !== "") > 0;
  const first = records.findIndex(isHeader);
  const header = records[first];
  if (header === undefined || first === 0 || records.length - first < 2) return 0;
  const before = records.slice(0, first);
  if (before.some(({ cells }) => cells.length > last)) return 0;
  if (records.slice(first).some(({ cells }) => cells.length !== last)) return 0;
  const isSeparate = header.line > before.at(-1)!.line + 1;
  // A header can lack the name of its first column. Of two columns, only a blank line shows which line is the header.
  const isSure = isSeparate || (last > 2 && (first > 1 || before[0]!.cells.length < last - 1));
  const isFilled = before.some(({ cells }) => cells.length === last);
  const hasNames = header.cells.every((cell) => /[^\d\s.,%-]/.test(cell));
  return isSure && (!isFilled || hasNames) ? first : 0;
}

function bestOf(candidates: readonly Candidate[]): Candidate {
  const split = candidates.filter(({ cells }) => cells > 1);
  split.sort((a, b) => b.consistent - a.consistent || b.cells - a.cells);
  return split[0] ?? candidates.find(({ dialect }) => dialect.delimiter === ",") ?? candidates[0]!;
}

/** Returns whether a space follows each delimiter. */
function hasSpaces({ records, first, cells }: Candidate): boolean {
  if (cells < 2) return false;
  const rows = records.slice(first).map((record) => record.cells.slice(1));
  return (
    rows.length > 1 &&
    rows.every(
      (row) => row.every((cell) => cell === "" || cell.startsWith(" ")) && row.some((cell) => cell !== ""),
    )
  );
}

function skippedNote(records: readonly HeadRecord[], lines: number): ReadingNote {
  const areComments = records.every(({ cells }) => cells[0]?.startsWith("#"));
  const what = lines === 1 ? "the first line is" : `the first ${lines} lines are`;
  return areComments
    ? { text: `${what} skipped as ${lines === 1 ? "a comment" : "comments"}`, option: "comment" }
    : { text: `${what} before the header, and skipped`, option: "skip" };
}

function defined(given: DialectOptions): Partial<CsvDialect> {
  const { quote, escape, comment, trims } = given;
  return Object.fromEntries(
    Object.entries({ quote, escape, comment, trims }).filter(([, value]) => value !== undefined),
  );
}

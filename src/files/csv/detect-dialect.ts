/** Detects how the cells of CSV are written, and where the header is. */
import { NO_BYTES } from "../bytes/decode.ts";
import type { DialectOptions } from "../cells/file-options.ts";
import type { ReadingNote } from "../rows/reading-fault.ts";
import { PLAIN_CSV, type CsvDialect } from "./csv-record.ts";
import {
  areRowsCut,
  areRowsNamed,
  namesInComment,
  isHeadless,
  leadingComments,
  MIN_EQUAL_LINES,
  RECORDS,
  recordsOf,
  wordsOf,
  type HeadPosition,
  type HeadRecord,
} from "./head-records.ts";

/** Detected delimiters. If several fit equally well, the first one is used: text rarely contains tabs. */
export const DELIMITERS = ["\t", ",", ";", "|"] as const;

/** Maximum number of bytes that are searched. */
export const DIALECT_BYTES = 65_536;

export interface DetectedDialect {
  readonly dialect: CsvDialect;
  /** Position of the header, or without one of the first row. */
  readonly start: HeadPosition;
  /** False if the first record is a row, because an option says so, or because it certainly is one. */
  readonly hasHeader: boolean;
  /** True if the header lacks the name of the first column. */
  readonly areRowsNamed: boolean;
  /** True if rows can leave out cells at their end. */
  readonly areRowsCut: boolean;
  /** True if comments precede the header, so that lines with `#` that do not fit the columns are comments, too. */
  readonly hasComments: boolean;
  /** The names of the columns, if the last comment has them. */
  readonly names: readonly string[] | undefined;
  /** What the user may not expect. */
  readonly notes: readonly ReadingNote[];
}

interface Candidate {
  readonly dialect: CsvDialect;
  readonly records: readonly HeadRecord[];
  /** Index of the header. */
  readonly first: number;
  /** The names of the columns, if the last comment has them. It is then the first record. */
  readonly names: readonly string[] | undefined;
  /** Number of cells of the header. */
  readonly cells: number;
  /** Share of the records from the header on that have as many cells, from 0 to 1. */
  readonly consistent: number;
  /** Number of records with a quote inside a cell without quotes. */
  readonly strayQuotes: number;
}

/**
 * Detects the dialect from the beginning of a file. Of several delimiters, the one that splits most of the first records into the
 * same number of cells is chosen, then the one with most cells. A delimiter that splits all of them alike is preferred to one that does so
 * only without the lines before its header.
 *
 * @param head beginning of the file, at most {@link DIALECT_BYTES} of which are used
 * @param ended true if `head` is the whole file
 * @returns undefined if more bytes are needed. The result does not depend on the number of bytes after that.
 */
export function detectDialect(
  head: Uint8Array,
  options: DialectOptions,
  ended: boolean,
): DetectedDialect | undefined {
  const isWhole = ended && head.length <= DIALECT_BYTES;
  const isFinal = ended || head.length >= DIALECT_BYTES;
  const text = head.subarray(0, DIALECT_BYTES);
  const comments = leadingComments(options.comment === undefined ? text : NO_BYTES, isFinal);
  const isOnlyComments = comments.count > 0 && comments.end.byte === text.length;
  if (isOnlyComments && !isFinal) return undefined;
  const hasComments = comments.count > 0 && !isOnlyComments;
  const start = hasComments ? comments.end : START;
  const body = text.subarray(start.byte);
  const counts: number[] = [];
  const candidate = (dialect: CsvDialect): Candidate => {
    const records = recordsOf(body, dialect, isWhole, start);
    counts.push(records.length);
    const [comment] = hasComments ? recordsOf(comments.last.bytes, dialect, true, comments.last) : [];
    const names = comment && namesInComment(comment, records, comments.count > 1 ? SIGN : NO_SIGN);
    if (names === undefined) return candidateOf(dialect, records, options);
    const withNames = [{ ...comment!, cells: names }, ...records];
    return { ...candidateOf(dialect, withNames, { header: false }), names };
  };
  const candidates = (style: Partial<CsvDialect>): readonly Candidate[] =>
    (options.delimiter === undefined ? DELIMITERS : [options.delimiter]).map((delimiter) =>
      candidate({ ...PLAIN_CSV, ...definedOptions(options), ...style, delimiter }),
    );
  let best = bestOf(candidates({}));
  const notes: ReadingNote[] = [];
  for (const { style, note } of isRegular(best) ? [] : STYLES) {
    if (Object.keys(style).some((name) => Object.hasOwn(definedOptions(options), name))) continue;
    const alternative = bestOf(candidates(style));
    if (!isBetter(alternative, best) || !usesQuotes(alternative)) continue;
    best = alternative;
    if (note !== undefined) notes.push(note);
    break;
  }
  const isCertain = best.cells > 1 && isRegular(best);
  const rare = isCertain ? undefined : rareCandidate(body, isWhole, options, candidate);
  if (!isFinal && Math.min(...counts) < RECORDS) return undefined;
  if (rare !== undefined) notes.push({ text: `cells are separated by ${nameOf((best = rare).dialect)}` });
  if (options.trims === undefined && hasSpaces(best)) best = candidate({ ...best.dialect, trims: true });
  const { dialect, records, first } = best;
  const rows = records.slice(first);
  const isHeaderless = rare !== undefined && options.header !== false && isHeadless(rows);
  if (isHeaderless) notes.push({ text: "the first line is a row, so that the columns have no names" });
  const names = options.header === false ? undefined : best.names;
  const isRow = ({ cells }: HeadRecord, i: number) => i === 0 || !hasComments || !cells[0]?.startsWith("#");
  const detected = {
    dialect,
    names,
    notes,
    hasHeader: options.header !== false && !isHeaderless,
    areRowsNamed: options.header !== false && areRowsNamed(rows),
    areRowsCut: areRowsCut(rows.filter(isRow)) || dialect.words !== undefined,
    hasComments: hasComments && comments.count > (best.names === undefined ? 0 : 1),
  };
  if (detected.areRowsNamed) notes.push(ROW_NAMES);
  const header = rows[0];
  if (header === undefined || (first === 0 && !hasComments)) return { ...detected, start: START };
  if (first > 0 || detected.hasComments)
    notes.push(skippedNote(header.line - 1, first === 0, names !== undefined));
  if (best.names === undefined) return { ...detected, start: { line: header.line, byte: header.byte } };
  return { ...detected, start: names === undefined ? comments.last : start };
}

/** The sign of comments, if a name follows it. */
const SIGN = /^#+\s*(?=\S)/;
/** A single comment with names can also be a header whose first name has the sign. */
const NO_SIGN = /^(?!)/;
const START: HeadPosition = { line: 1, byte: 0 };
const ROW_NAMES: ReadingNote = {
  text: "each row has one cell more than the header, so that the first column has no name",
};

/**
 * Returns a candidate with a delimiter that also occurs within cells: a single space, white space of any length, or a colon. It must
 * split all of several records alike.
 */
function rareCandidate(
  text: Uint8Array,
  isWhole: boolean,
  options: DialectOptions,
  candidate: (dialect: CsvDialect) => Candidate,
): Candidate | undefined {
  const isOpen = options.delimiter === undefined;
  if (!isOpen && options.delimiter !== " ") return undefined;
  const { quote = '"', escape = "", comment = "" } = options;
  const isAlike = ({ consistent, records, first, cells }: Candidate) => {
    const rows = records.slice(first);
    const areNamed = areRowsNamed(rows) && text[rows[0]!.byte - records[0]!.byte] === quote.charCodeAt(0);
    return areNamed || (consistent === 1 && cells > 3 && rows.length >= MIN_EQUAL_LINES);
  };
  const hasLongCell = ({ records }: Candidate) =>
    records.some(({ cells }) => cells.some((cell) => cell.length > MAX_GROUP));
  const spaces = candidate({ delimiter: " ", quote, escape, comment, trims: false });
  if (isAlike(spaces)) return spaces;
  const words = wordsOf(text, isWhole);
  if (words !== undefined)
    return candidate({ delimiter: " ", quote: "", escape: "", comment, trims: true, words });
  const colons = candidate({ delimiter: ":", quote: "", escape: "", comment, trims: false });
  return isOpen && isAlike(colons) && hasLongCell(colons) ? colons : undefined;
}

/** Maximum length of the groups of times and addresses, such as 12:30:00 and fe80:0:0:0. */
const MAX_GROUP = 4;

function nameOf({ delimiter, words }: CsvDialect): string {
  if (words !== undefined) return "white space";
  return delimiter === " " ? "spaces" : "colons";
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

function isBetter(candidate: Candidate, best: Candidate): boolean {
  if (candidate.cells < 2 || candidate.records.some((record) => record.isMalformed)) return false;
  if (candidate.consistent !== best.consistent) return candidate.consistent > best.consistent;
  return candidate.strayQuotes < best.strayQuotes;
}

/** Returns whether a cell contains what only quotes allow. */
function usesQuotes({ dialect: { delimiter, quote }, records, first }: Candidate): boolean {
  const signs = [delimiter, quote, "\n", "\r"];
  return records
    .slice(first)
    .some(({ cells }) => cells.some((cell) => signs.some((sign) => cell.includes(sign))));
}

function candidateOf(
  dialect: CsvDialect,
  records: readonly HeadRecord[],
  { header, skip }: DialectOptions,
): Candidate {
  const first = header === false || skip !== undefined ? 0 : linesBefore(records);
  const rows = records.slice(first);
  const hasNames = header !== false && areRowsNamed(rows);
  const cells = (rows[0]?.cells.length ?? 0) + (hasNames ? 1 : 0);
  const fits = hasNames
    ? rows.length
    : rows.filter((row) => !row.isMalformed && fitsHeader(row.cells, rows[0]!.cells)).length;
  const strayQuotes = records.filter(({ hasStrayQuote }) => hasStrayQuote).length;
  return {
    dialect,
    records,
    first,
    names: undefined,
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

/** Returns whether no lines precede the header. Within the cells of such a table, another delimiter can look like a table, too. */
function isOnlyTable({ first }: Candidate): boolean {
  return first === 0;
}

function bestOf(candidates: readonly Candidate[]): Candidate {
  const split = candidates.filter(({ cells }) => cells > 1);
  split.sort(
    (a, b) =>
      b.consistent - a.consistent || Number(isOnlyTable(b)) - Number(isOnlyTable(a)) || b.cells - a.cells,
  );
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

function skippedNote(lines: number, areComments: boolean, isHeader: boolean): ReadingNote {
  const lead = lines === 1 ? "the first line is" : `the first ${lines} lines are`;
  if (!areComments) return { text: `${lead} before the header, and skipped`, option: "skip" };
  const tail = isHeader ? `, and the comment on line ${lines + 1} is the header` : "";
  return { text: `${lead} skipped as ${lines === 1 ? "a comment" : "comments"}${tail}`, option: "comment" };
}

function definedOptions(options: DialectOptions): Partial<CsvDialect> {
  const { quote, escape, comment, trims } = options;
  return Object.fromEntries(
    Object.entries({ quote, escape, comment, trims }).filter(([, value]) => value !== undefined),
  );
}

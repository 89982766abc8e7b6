/** Collects the problems of one file that do not stop the reading, and describes them after the last row. */
import { escapeControls, show } from "tamis/diagnostics";
import {
  inferType,
  byteName,
  type FileColumn,
  type ReplacedBytes,
  type HeaderProblem,
  type RaggedRow,
  type CellStyle,
  CELL_TYPE_NAMES,
  positionText,
  type FilePosition,
  type ReadingProblem,
  type ReadingNote,
} from "tamis/files";
import { DataError } from "../io/errors.ts";
import { noteText } from "../io/reading-faults.ts";
import { isJsonObject } from "../formats/own-members.ts";
import type { ErrorCell } from "../workbook/sheet-table.ts";
import type { BadValue } from "./typed-members.ts";

const SHOWN_NAMES = 5;
/** Maximum number of characters of a number in a note. */
const MAX_NUMBER = 40;

export class FileReport {
  /** Number of invalid rows that were skipped. */
  skipped = 0;
  readonly #file: string;
  #firstError: DataError | undefined;
  readonly #headerProblems: HeaderProblem[] = [];
  #shortRows = 0;
  #longRows = 0;
  #firstRagged: RaggedRow | undefined;
  #strayQuotes = 0;
  #firstStrayQuote: { readonly row: number; readonly line: number } | undefined;
  #errorCells = 0;
  #firstErrorCell: ErrorCell | undefined;
  readonly #clauses = new Set<string>();
  #unreadableNumbers = 0;
  #firstNumber: { readonly text: string; readonly position: FilePosition } | undefined;
  #invalidBytes: ReplacedBytes | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  readonly addError = (error: DataError): void => {
    this.skipped++;
    const first = this.#firstError?.position.row ?? Infinity;
    if ((error.position.row ?? 0) < first) this.#firstError = error;
  };

  /** Collects a problem, except cells, which have values that cannot be read. */
  readonly addProblem = (problem: ReadingProblem): void => {
    switch (problem.kind) {
      case "header":
        this.addHeaderProblem(problem);
        break;
      case "ragged":
        this.#addRaggedRow(problem);
        break;
      case "stray-quote":
        this.#strayQuotes++;
        this.#firstStrayQuote ??= problem;
        break;
      case "numbers":
        this.#unreadableNumbers += problem.count;
        this.#firstNumber ??= { text: problem.text, position: problem.position() };
        break;
      case "bytes":
        this.#invalidBytes = problem;
        break;
      case "cell":
    }
  };

  readonly addHeaderProblem = (problem: HeaderProblem): void => {
    this.#headerProblems.push(problem);
  };

  #addRaggedRow(row: RaggedRow): void {
    if (row.cells < row.columns) this.#shortRows++;
    else this.#longRows++;
    this.#firstRagged ??= row;
  }

  readonly addErrorCell = (cell: ErrorCell): void => {
    this.#errorCells++;
    this.#firstErrorCell ??= cell;
  };

  /** @param note where the rows were found */
  readonly addNote = (note: ReadingNote): void => {
    this.#clauses.add(noteText(note));
  };

  /** Returns a sentence about the names of the columns. */
  headerNote(): string | undefined {
    const problems = this.#headerProblems;
    if (problems.length === 0) return undefined;
    const list = problems
      .slice(0, SHOWN_NAMES)
      .map(({ reason, newName }) => `${reason}; it is read as '${show(newName)}'`);
    const hidden = problems.length - list.length;
    return `${escapeControls(this.#file)}: ${list.join(", ")}${hidden > 0 ? ` (and ${hidden} more)` : ""}.`;
  }

  /** Returns sentences about rows, for the end of the file. */
  notes(): string[] {
    return [
      ...[...this.#clauses].map((clause) => `${escapeControls(this.#file)}: ${clause}.`),
      this.#numbersNote(),
      this.#bytesNote(),
      this.#raggedNote(),
      this.#quoteNote(),
      this.#errorCellsNote(),
      this.#skippedNote(),
    ].filter((text) => text !== undefined);
  }

  #numbersNote(): string | undefined {
    const first = this.#firstNumber;
    if (first === undefined) return undefined;
    const count = this.#unreadableNumbers;
    const values =
      count === 1
        ? "1 value is NaN, Infinity or too large a number"
        : `${count} values are NaN, Infinity or too large numbers`;
    const verb = count === 1 ? "is" : "are";
    const text = first.text.length > MAX_NUMBER ? `${first.text.slice(0, MAX_NUMBER)}…` : first.text;
    return `${escapeControls(this.#file)}: ${values}, and ${verb} read as null. The first is ${text} (${positionText(first.position)}).`;
  }

  #bytesNote(): string | undefined {
    if (this.#invalidBytes === undefined) return undefined;
    const { count, encoding, first } = this.#invalidBytes;
    const isUtf8 = encoding === "utf-8";
    const places = count === 1 ? "1 place is" : `${count} places are`;
    return (
      `${escapeControls(this.#file)}: ${places} not valid ${isUtf8 ? "UTF-8" : encoding}, and ${count === 1 ? "is" : "are"} read as U+FFFD. ` +
      `The first is ${isUtf8 ? `byte ${byteName(first.value)} (line ${first.line}, byte ${first.byte} of the file)` : `on line ${first.line}`}. ` +
      `If the file has another encoding, name it, for example --encoding windows-1252.`
    );
  }

  #raggedNote(): string | undefined {
    const first = this.#firstRagged;
    if (first === undefined) return undefined;
    const parts = [
      ...(this.#shortRows > 0
        ? [`${rows(this.#shortRows)} fewer cells than the header; the missing cells are null`]
        : []),
      ...(this.#longRows > 0
        ? [
            `${rows(this.#longRows)} more cells than the header; they are in column${first.columns + 1} and further columns`,
          ]
        : []),
    ];
    return `${escapeControls(this.#file)}: ${parts.join("; ")}. The first is row ${first.row} on line ${first.line}.`;
  }

  #quoteNote(): string | undefined {
    const first = this.#firstStrayQuote;
    if (first === undefined) return undefined;
    const cause = `${rows(this.#strayQuotes)} a quote inside an unquoted cell, which is read as a part of the cell`;
    return `${escapeControls(this.#file)}: ${cause}. The first is row ${first.row} on line ${first.line}.`;
  }

  #errorCellsNote(): string | undefined {
    const first = this.#firstErrorCell;
    if (first === undefined) return undefined;
    const count = this.#errorCells;
    const subject =
      count === 1
        ? "1 cell is an error, which is null"
        : `${count} cells are errors, which are null. The first is`;
    const where = `${first.cell} (${first.text})`;
    return `${escapeControls(this.#file)}: ${subject}${count === 1 ? ":" : ""} ${where}.`;
  }

  #skippedNote(): string | undefined {
    const first = this.#firstError;
    if (first === undefined) return undefined;
    const { position, reason } = first;
    const subject =
      this.skipped === 1
        ? "1 invalid row was skipped"
        : `${this.skipped} invalid rows were skipped, the first`;
    return `${escapeControls(this.#file)}: ${subject} (${positionText(position)}): ${reason}.`;
  }
}

/** @example errorCellError("a.xlsx", cell).message // "a.xlsx, row 2: the cell B3 has no value (#N/A)" */
export function errorCellError(file: string, { cell, row, text }: ErrorCell): DataError {
  return new DataError(file, { row }, `the cell ${cell} has no value (${text})`);
}

/** @example badValueError("a.json", 2, value).message // "a.json, row 2: 'twelve' of the member 'qty' is not an integer" */
export function badValueError(file: string, row: number, { member, text, type }: BadValue): DataError {
  return new DataError(
    file,
    { row },
    `'${show(text)}' of the member '${show(member)}' is not ${CELL_TYPE_NAMES[type]}`,
  );
}

/** Describes string columns whose first cells are numbers with a decimal comma. */
export function decimalCommaNote(file: string, columns: readonly FileColumn[]): string | undefined {
  const commaColumns = columns.filter(({ decimalComma }) => decimalComma !== undefined);
  const [first] = commaColumns;
  if (first === undefined) return undefined;
  const remainder = commaColumns.length === 1 ? "" : ` and in ${commaColumns.length - 1} more`;
  return (
    `${escapeControls(file)}: numbers with a decimal comma, such as ${first.decimalComma!} in the column ` +
    `'${show(first.name)}'${remainder}, are read as strings. --decimal-comma reads them as numbers.`
  );
}

function rows(n: number): string {
  return n === 1 ? "1 row has" : `${n} rows have`;
}

/**
 * Describes a header that is probably a row: each column of numbers or booleans has a name of the same type. Years are common
 * names of columns of numbers, so they are not enough.
 */
export function headerRowNote(
  file: string,
  columns: readonly FileColumn[],
  style: CellStyle,
): string | undefined {
  const typed = columns.filter(({ type }) => type !== "string" && type !== "json");
  const isTyped = ({ name }: FileColumn) => inferType([name], style) !== "string";
  if (!typed.every(isTyped) || typed.every(({ name }) => YEAR.test(name))) return undefined;
  const names = columns.slice(0, MAX_SHOWN_NAMES).map(({ name }) => `'${show(name)}'`);
  const further = columns.length > MAX_SHOWN_NAMES ? " …" : "";
  return `${escapeControls(file)}: the first line looks like a row: ${names.join(", ")}${further}. If it is one, give --no-header.`;
}

const YEAR = /^[12]\d{3}$/;
const MAX_SHOWN_NAMES = 4;

/**
 * Describes a single row that has the rows as a list of objects, or as its values. Undefined for other rows.
 *
 * @example pathNote("a.json", { data: { items: [{}] } }) // "a.json is one object. … give --path data.items."
 */
export function pathNote(file: string, row: unknown): string | undefined {
  if (!isJsonObject(row)) return undefined;
  const subject = `${escapeControls(file)} is one object, which is one row.`;
  const [path, ...otherPaths] = listsOf(row, []);
  if (path !== undefined && otherPaths.length === 0)
    return `${subject} If its rows are the list '${show(path)}', give --path ${escapeControls(path)}.`;
  const values = Object.values(row);
  if (values.length < 2 || !values.every(isJsonObject)) return undefined;
  return `${subject} If its rows are its ${values.length} values, give --path '*'. Their names are then in the member key.`;
}

/** Depth of the objects that are searched for lists. */
const MAX_PATH_LENGTH = 3;
/** Names that can be written in a path and on a command line as they are. */
const PLAIN_NAME = /^[\w-]+$/;

function listsOf(value: unknown, path: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return isJsonObject(value[0]) ? [path.join(".")] : [];
  if (!isJsonObject(value) || path.length >= MAX_PATH_LENGTH) return [];
  return Object.entries(value).flatMap(([name, nested]) =>
    PLAIN_NAME.test(name) ? listsOf(nested, [...path, name]) : [],
  );
}

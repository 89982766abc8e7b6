/** Reads the rows of JSON and NDJSON: objects, and lists of values after a list with the names of the columns. */
import { hasMovedName, hasOrder, keepOrder, namesInOrder } from "../../values/json/member-order.ts";
import { isRecord } from "../../values/is-object.ts";
import { setOwnProperty } from "../../values/own-properties.ts";
import { ReadingFault, type FilePosition, type OptionName } from "../rows/reading-fault.ts";
import { setShownLazily, type FileRow } from "../rows/row.ts";
import { furtherName, raggedReason, uniqueNames } from "../rows/csv-header.ts";
import type { ReaderOptions } from "../cells/file-options.ts";
import { notARow, RowFault, RowParser, type RepairedNumbers } from "../json-rows/parse-row.ts";

/** A JSON value that has rows. */
export interface JsonText {
  readonly text: string;
  /** Returns the position after the beginning of the text. */
  readonly positionOf: (lead: string) => FilePosition;
  /** True if a list can have the names of the columns. */
  readonly isFirst?: boolean;
  /** Option that can help if the value is invalid. */
  readonly option?: OptionName | undefined;
}

export class JsonRowParser {
  /** Rows that the caller has not taken yet. */
  readonly rows: FileRow[] = [];
  /** Number of rows read, including invalid ones. */
  row = 0;
  /** Names of the columns. Undefined without them: lists are no rows. */
  #names: readonly string[] | undefined;
  readonly #parser = new RowParser();
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /**
   * Reads a row, or the rows that `rowsIn` returns. Returns false for an invalid one, which is skipped.
   * @throws ReadingFault for an invalid row if the reading is strict
   */
  parse(
    source: JsonText,
    onFault = this.#options.onFault,
    rowsIn?: (value: unknown, json: JsonText) => readonly FileRow[],
  ): boolean {
    const { text, option } = source;
    const row = this.row + 1;
    try {
      const value = this.#parser.parse(
        text,
        this.#ifLenient(({ count, first, offset }) => {
          const position = () => ({ ...source.positionOf(text.slice(0, offset)), row });
          this.#options.onProblem?.({ kind: "numbers", count, text: first, position });
        }),
      );
      for (const parsedRow of rowsIn === undefined ? this.rowsOf(value, source) : rowsIn(value, source)) {
        this.rows.push(parsedRow);
        this.row++;
      }
      return true;
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      this.report(error.message, source, error.lead, option ?? error.option, onFault);
      return false;
    }
  }

  /**
   * Reports a fault in place of the next row.
   * @param lead beginning of the text, before the fault
   * @throws ReadingFault if the reading is strict
   */
  report(
    reason: string,
    { positionOf }: JsonText,
    lead = "",
    option?: OptionName,
    onFault = this.#options.onFault,
  ): void {
    const fault = new ReadingFault({ ...positionOf(lead), row: ++this.row }, reason, option);
    if (this.#options.strict === true) throw fault;
    onFault?.(fault);
  }

  /** Returns the function that receives numbers that cannot be read. Undefined: such numbers make their rows invalid. */
  #ifLenient(onNumbers: (numbers: RepairedNumbers) => void): typeof onNumbers | undefined {
    return this.#options.strict === true ? undefined : onNumbers;
  }

  /**
   * Checks the members of an object whose items are the rows.
   * @throws ReadingFault
   */
  checkEnvelope({ text, positionOf }: JsonText): void {
    try {
      this.#parser.parse(
        text,
        this.#ifLenient(() => undefined),
      );
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      throw new ReadingFault(positionOf(error.lead), error.message, error.option);
    }
  }

  /**
   * Returns the row of a value, and none for the names of the columns.
   * @throws RowFault for another value
   */
  rowsOf(value: unknown, source: JsonText): readonly FileRow[] {
    if (isRecord(value)) {
      // Outputs print numbers such as 10.10 as they are written.
      if (this.#parser.hasOddNumbers) setShownLazily(value, () => parseAsWritten(source.text, value));
      return [value];
    }
    if (source.isFirst === true && this.#readHeader(value, source)) return [];
    if (!Array.isArray(value) || this.#names === undefined) throw notARow(value);
    return [this.#tableRow(value, this.#names, source)];
  }

  /**
   * Reads a list of distinct strings as the names of the columns. Returns false for another value.
   * @throws ReadingFault for a blank name if the reading is strict
   */
  #readHeader(list: unknown, { positionOf }: JsonText): boolean {
    if (!Array.isArray(list) || list.length === 0) return false;
    if (!list.every((name) => typeof name === "string") || new Set(list).size < list.length) return false;
    const { strict, onProblem, onNote } = this.#options;
    const { names, problems } = uniqueNames(list);
    for (const problem of problems) {
      if (strict === true) throw new ReadingFault({ line: positionOf("").line! }, problem.reason);
      onProblem?.({ kind: "header", ...problem });
    }
    this.#names = names;
    onNote?.({ text: "the first list is the header, and each further list is a row" });
    return true;
  }

  /**
   * Returns the row of a list. Missing values are null, and further ones are called column4, column5 …
   * @throws RowFault for more or fewer values than columns, if such rows are not accepted
   */
  #tableRow(values: readonly unknown[], names: readonly string[], { positionOf }: JsonText): FileRow {
    if (values.length !== names.length) {
      const { ragged, onProblem } = this.#options;
      const counts = { cells: values.length, columns: names.length };
      if (ragged !== true) throw new RowFault(raggedReason(counts.cells, counts.columns), "", "ragged");
      onProblem?.({ kind: "ragged", row: this.row + 1, line: positionOf("").line!, ...counts });
    }
    const row: FileRow = {};
    for (const [i, name] of names.entries()) setOwnProperty(row, name, values[i] ?? null);
    const usedNames = new Set(values.length > names.length ? names : []);
    for (let i = names.length; i < values.length; i++)
      if (values[i] !== null) setOwnProperty(row, furtherName(i, usedNames), values[i]);
    return hasMovedName(names) ? keepOrder(row, names) : row;
  }
}

/** @param value what is printed for a text that has other faults, such as NaN */
function parseAsWritten(text: string, value: FileRow): FileRow {
  try {
    const copy = JSON.parse(text, asWritten as (name: string) => unknown) as FileRow;
    copyOrder(value, copy);
    return copy;
  } catch {
    return value;
  }
}

/** Copies the order of names that JavaScript moves. */
function copyOrder(from: unknown, to: unknown): void {
  if (!hasOrder(from)) return;
  keepOrder(to as object, namesInOrder(from));
  for (const name of Object.keys(from)) copyOrder((from as FileRow)[name], (to as FileRow)[name]);
}

function asWritten(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== "number" || source === undefined || source === String(value)) return value;
  return rawJson(source);
}

const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => object };

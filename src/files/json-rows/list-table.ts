/** Lists of lists whose first list has the names of the columns. */
import { ReadingFault } from "../rows/reading-fault.ts";
import { hasMovedName, keepOrder } from "../../values/json/member-order.ts";
import { setOwnProperty } from "../../values/own-properties.ts";
import type { FileRow } from "../rows/row.ts";
import { columnName, raggedReason, uniqueNames } from "../rows/csv-header.ts";
import type { ReaderOptions } from "../cells/reader-options.ts";
import { RowFault } from "./parse-row.ts";

export class ListTable {
  /** Names of the columns. Undefined before the header: lists are no rows. */
  names: readonly string[] | undefined;
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /**
   * Reads a list of distinct strings as the header. Returns false for another value.
   * @throws ReadingFault for a blank name, unless a handler renames it
   */
  readHeader(value: unknown, line: number): boolean {
    if (!Array.isArray(value) || value.length === 0) return false;
    if (!value.every((each) => typeof each === "string") || new Set(value).size < value.length) return false;
    const { onHeaderProblem, onNote } = this.#options;
    const { names, problems } = uniqueNames(value);
    if (onHeaderProblem !== undefined) problems.forEach(onHeaderProblem);
    else if (problems.length > 0) throw new ReadingFault({ line }, problems[0]!.reason);
    this.names = names;
    onNote?.({ text: "the first list is the header, and each further list is a row" });
    return true;
  }

  /**
   * Returns the row of a list. Missing values are null, and further ones are called column4, column5 …
   * @param positionOf called if the list has more or fewer values than the header
   * @throws RowFault if such rows are not accepted
   */
  row(
    values: readonly unknown[],
    positionOf: () => { readonly row: number; readonly line: number },
  ): FileRow {
    const names = this.names!;
    if (values.length !== names.length) {
      const { onRaggedRow } = this.#options;
      if (onRaggedRow === undefined)
        throw new RowFault(raggedReason(values.length, names.length), "", "ragged");
      onRaggedRow({ ...positionOf(), cells: values.length, columns: names.length });
    }
    const row: FileRow = {};
    for (const [i, name] of names.entries()) setOwnProperty(row, name, values[i] ?? null);
    for (let i = names.length; i < values.length; i++) {
      const name = columnName(i);
      if (values[i] !== null) setOwnProperty(row, names.includes(name) ? `${name}_2` : name, values[i]);
    }
    return hasMovedName(names) ? keepOrder(row, names) : row;
  }
}

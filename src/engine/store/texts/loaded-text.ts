import { namesInOrder } from "../../../values/json/member-order.ts";
import { isInherited } from "../../../values/read-path.ts";
import { MISSING, type TextFormat } from "../../../files/located/text-format.ts";
import { LoadedRows, PARSE_ROW, type IndexedBlock } from "./loaded-rows.ts";

/**
 * Rows of a text, which was validated. A row is parsed when it is used. Iterating parses the rows one by one, and keeps none.
 */
export interface LoadedText<T = unknown> extends Iterable<T> {
  /** Number of valid rows. */
  readonly length: number;
  /**
   * Number of rows whose values are only found by parsing the row, as with integers of 16 digits. If these are most rows,
   * a collection of objects is faster.
   */
  readonly parsedRows: number;
  /** Parses the row with an index, from 0. Returns a new object each time, and undefined if there is no such row. */
  readonly at: (index: number) => T | undefined;
  /**
   * Returns the value of one property for each row, undefined where it is missing. Most values are read without parsing the
   * row.
   */
  readonly values: (property: string) => Iterable<unknown>;
  /**
   * Returns the cells that their column could not read, so that their value is null: `CsvColumn.read` has returned undefined. Inspects
   * rows from `from` on, below `end`, in time in proportion to their number. Default: all rows.
   *
   * @throws RangeError if a limit is not an integer from 0 on
   */
  readonly unreadableCells: (from?: number, end?: number) => readonly UnreadableCells[];
  /**
   * Returns the names of all properties of rows, each with the index of the first row that has it. Takes time in proportion to
   * the number of rows.
   */
  readonly firstRows: () => ReadonlyMap<string, number>;
}

/** A row of CSV, and the names of its columns with unreadable cells. */
export interface UnreadableCells {
  /** Index of the row, from 0. */
  readonly index: number;
  /** Names of the columns, in their order. */
  readonly columns: readonly string[];
}

/** The contents of a text. */
export interface TextContents {
  readonly format: TextFormat;
  readonly blocks: readonly IndexedBlock[];
  readonly length: number;
  readonly parsedRows: number;
  /** Maximum number of bytes of the texts whose parsed rows a collection keeps while nobody uses them. */
  readonly maxKeptBytes: number | undefined;
}

const contentsOfTexts = new WeakMap<object, TextContents>();

export function loadedText<T>(contents: TextContents): LoadedText<T> {
  const { format, blocks, length, parsedRows } = contents;
  const rows = new LoadedRows(format, blocks, 0);
  const text: LoadedText<T> = {
    length,
    parsedRows,
    at: (index) =>
      Number.isInteger(index) && index >= 0 && index < length ? (rows.readOnce(index) as T) : undefined,
    values: (property) => valuesOf(rows, property),
    unreadableCells: (from = 0, end = length) => {
      for (const limit of [from, end])
        if (!Number.isSafeInteger(limit) || limit < 0)
          throw new RangeError(`a limit of rows must be an integer >= 0, got ${limit}`);
      const cells: UnreadableCells[] = [];
      for (let index = from; index < Math.min(end, length); index++) {
        const columns = rows.texts.unreadable(index);
        if (columns.length > 0) cells.push({ index, columns });
      }
      return cells;
    },
    firstRows: () => firstRowsOf(contents, rows),
    [Symbol.iterator]: () => rows.parsed() as Generator<T>,
  };
  contentsOfTexts.set(text, contents);
  return text;
}

/** Returns the contents of a `LoadedText`; undefined for all other rows. */
export function contentsOfText(rows: object): TextContents | undefined {
  return contentsOfTexts.get(rows);
}

function* valuesOf(rows: LoadedRows, property: string): Generator {
  if (isInherited(property))
    for (const row of rows.parsed()) yield Object.getOwnPropertyDescriptor(row, property)?.value;
  else
    for (let row = 0; row < rows.length;) {
      const values = rows.texts.read([property], row, rows.length);
      yield* values;
      row += values.length;
    }
}

function firstRowsOf({ format, blocks }: TextContents, rows: LoadedRows): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  let missing = format.names.map((_, i) => i);
  let row = 0;
  for (const { starts, offsets, width } of blocks) {
    const isFound = (name: number, record: number) =>
      name + 1 < width && offsets[record + 1 + name] !== MISSING;
    for (let record = 0; record < (starts.length - 1) * width; record += width, row++) {
      if (offsets[record] === PARSE_ROW) {
        for (const name of namesInOrder(rows.readOnce(row) as object))
          if (!first.has(name)) first.set(name, row);
        continue;
      }
      if (!missing.some((i) => isFound(i, record))) continue;
      for (const i of missing)
        if (isFound(i, record) && !first.has(format.names[i]!)) first.set(format.names[i]!, row);
      missing = missing.filter((i) => !first.has(format.names[i]!));
    }
  }
  return first;
}

import type { Catalog } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import type { CellType } from "../../../files/cells/cell-types.ts";
import { catalogTypes } from "../../../files/cells/csv-columns.ts";
import { TypedCells } from "../../../files/cells/typed-cells.ts";
import { textColumns, type CellColumn } from "../../../files/located/cell-at.ts";
import { isTextDelimiter, MAX_COLUMNS, type CsvTextOptions } from "../../../files/located/csv-format.ts";
import type { StreamPosition } from "../../../files/rows/file-position.ts";

/** Options for CSV with another delimiter, or with columns that read their own cells. */
export interface CsvOptions {
  /**
   * Character between cells, such as a tab: ASCII, but no quote, CR, LF, NUL, letter, digit, `_`, `+`, `-` or `.`. Default: a comma
   * if there are `columns`. Otherwise it is detected.
   */
  readonly delimiter?: string | undefined;
  /** The columns, whose names are the properties of the rows. The text then has no header. */
  readonly columns?: readonly CsvColumn[] | undefined;
  /**
   * Returns the object of a row from the texts of its cells. Requires `columns`. Filters and orders read cells through the columns, so
   * the object must have the same values for the members of the catalog. Called whenever a row is parsed. Default: an object with the
   * value of each column.
   */
  readonly row?: ((cells: readonly string[]) => object) | undefined;
  /** The columns that `readCsvTexts` has found, in place of `columns`. `shareCollection` shares their text as it is. */
  readonly cells?: TypedCells | undefined;
  /** Called for the first cell of a column of `cells` that has no type yet. */
  readonly decide?: (() => unknown) | undefined;
  /** Where the text begins in its file, for the positions of invalid rows. Requires `columns` or `cells`. Default: at the first line. */
  readonly start?: Pick<StreamPosition, "line" | "byte"> | undefined;
}

/**
 * A column of CSV. An empty cell is null, with quotes or without. Without `kind` and `read`, cells are read by the type of the catalog's
 * member, as by `readRows`, and are strings without such a member.
 */
export interface CsvColumn {
  readonly name: string;
  /**
   * How cells are read. Default with `read`: `other`.
   * - `string`: the value of a cell is its text.
   * - `number`: cells are numbers, as `readRows` reads them. Integers outside ±(2^53-1) become bigints.
   * - `integer`: like `number`, but without fraction and exponent.
   * - `other`: `read` reads all cells.
   */
  readonly kind?: ColumnKind | undefined;
  /**
   * Returns the value of a cell. Undefined: the cell is unreadable, and its value is null; `LoadedText.unreadableCells` finds it. With
   * `number` and `integer`, it is called for cells that are no such numbers, and for numbers of more than 15 characters. By default,
   * these numbers are read exactly, and other cells are unreadable. By default, `other` reads a cell as its text.
   */
  readonly read?: ((text: string) => unknown) | undefined;
}

const KINDS = ["string", "number", "integer", "other"] as const;
type ColumnKind = (typeof KINDS)[number];

/** @throws TypeError for invalid options */
export function csvTextOptions(
  catalog: Catalog | undefined,
  { delimiter = ",", columns = [], row }: CsvOptions,
): CsvTextOptions {
  requireDelimiter(delimiter);
  if (!Array.isArray(columns) || columns.length === 0)
    throw new TypeError("csv.columns must be a list of columns, such as [{ name: 'id', kind: 'integer' }].");
  const types = catalog && catalogTypes(catalog);
  const readers = columns.map((column: CsvColumn, i) => columnReader(column, `csv.columns[${i}]`, types));
  const names = readers.map(({ name }) => name);
  if (names.length > MAX_COLUMNS)
    throw new TypeError(`csv.columns: there are more than ${MAX_COLUMNS} columns.`);
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  if (repeated !== undefined)
    throw new TypeError(`csv.columns: there are two columns with the name '${repeated}'.`);
  return { delimiter, columns: readers, row };
}

/** @throws TypeError */
export function requireDelimiter(delimiter: unknown): void {
  if (typeof delimiter !== "string" || !isTextDelimiter(delimiter))
    throw new TypeError(
      "csv.delimiter must be one ASCII character that is no quote, line end or NUL, and not part of numbers and words.",
    );
}

function columnReader(
  column: CsvColumn,
  path: string,
  types: ReadonlyMap<string, CellType> | undefined,
): CellColumn {
  const { name, read, kind = read && "other" } = ownProperties(Object(column) as CsvColumn);
  if (typeof name !== "string") throw new TypeError(`${path} must have a name that is a string.`);
  if (read !== undefined && typeof read !== "function")
    throw new TypeError(`${path}.read must be a function.`);
  if (kind !== undefined && !KINDS.includes(kind))
    throw new TypeError(`${path}.kind must be one of ${KINDS.join(", ")}.`);
  if (kind === "string" && read !== undefined)
    throw new TypeError(
      `${path}: 'read' is never called for the kind 'string'; 'other' calls it for each cell.`,
    );
  if (read !== undefined) return { name, kind: kind!, read };
  const type = kind === "other" ? "string" : (kind ?? types?.get(name) ?? "string");
  return textColumns(new TypedCells([{ name, type, isRequired: false }]))[0]!;
}

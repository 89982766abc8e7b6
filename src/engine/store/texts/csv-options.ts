import type { Member } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { parseJson } from "../../../values/json/exact-json.ts";
import { NUMBERS, type CellColumn } from "../../../files/located/cell-at.ts";
import { isTextDelimiter, problemOf, type CsvTextOptions } from "../../../files/located/csv-format.ts";
import type { Catalog } from "../../../catalog/types.ts";

/** Options for CSV with another delimiter, without a header, or with columns that read their own cells. */
export interface CsvOptions {
  /** Character between cells, such as a tab: ASCII, but no quote, CR, LF, NUL, letter, digit, `_`, `+`, `-` or `.`. Default: a comma. */
  readonly delimiter?: string | undefined;
  /** The columns, whose names are the properties of the rows. The text then has no header. */
  readonly columns?: readonly CsvColumn[] | undefined;
  /**
   * Returns the object of a row from the texts of its cells. Requires `columns`. Filters and orders read cells through the columns, so
   * the object must have the same values for the members of the catalog. Called whenever a row is parsed. Default: an object with the
   * value of each column.
   */
  readonly row?: ((cells: readonly string[]) => object) | undefined;
}

/**
 * A column of CSV. With `kind` or `read`, an empty cell is null, with quotes or without. Without both, cells are read by the type of the
 * catalog's member, as in CSV with a header, and are strings without such a member.
 */
export interface CsvColumn {
  readonly name: string;
  /**
   * How cells are read. Default with `read`: `other`.
   * - `string`: the value of a cell is its text.
   * - `number`: cells are numbers in the syntax of JSON. Integers outside ±(2^53-1) become bigints.
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

/** The type of each member of a catalog, by the name of its property in the rows. */
type TypesByProperty = ReadonlyMap<string, Member["type"]>;

/** @throws TypeError for invalid options, or if neither a catalog nor columns are given */
export function csvTextOptions(catalog: Catalog | undefined, options: CsvOptions = {}): CsvTextOptions {
  const { delimiter = ",", columns, row } = ownProperties(options);
  if (catalog === undefined && columns === undefined)
    throw new TypeError("CSV requires a catalog, or csv.columns: they decide what a cell is.");
  if (row !== undefined && columns === undefined)
    throw new TypeError("csv.row requires csv.columns: it cannot know the header.");
  if (typeof delimiter !== "string" || !isTextDelimiter(delimiter))
    throw new TypeError(
      "csv.delimiter must be one ASCII character that is no quote, line end or NUL, and not part of numbers and words.",
    );
  const members = [...(catalog?.members.byName.values() ?? [])];
  const types = new Map(members.map(({ property, type }) => [property, type]));
  return {
    delimiter,
    columns:
      columns === undefined ? (name) => columnOfType(name, types.get(name)) : columnsOf(columns, types),
    row,
  };
}

/** @throws TypeError */
function columnsOf(columns: readonly CsvColumn[], types: TypesByProperty): readonly CellColumn[] {
  if (!Array.isArray(columns) || columns.length === 0)
    throw new TypeError("csv.columns must be a list of columns, such as [{ name: 'id', kind: 'integer' }].");
  const made = columns.map((column: CsvColumn, i) => columnReader(column, `csv.columns[${i}]`, types));
  const problem = problemOf(made.map(({ name }) => name));
  if (problem !== undefined) throw new TypeError(`csv.columns: there are ${problem}.`);
  return made;
}

function columnReader(column: CsvColumn, path: string, types: TypesByProperty): CellColumn {
  const { name, read, kind = read && "other" } = ownProperties(Object(column) as CsvColumn);
  if (typeof name !== "string") throw new TypeError(`${path} must have a name that is a string.`);
  if (read !== undefined && typeof read !== "function")
    throw new TypeError(`${path}.read must be a function.`);
  if (kind === undefined) return columnOfType(name, types.get(name));
  if (!KINDS.includes(kind)) throw new TypeError(`${path}.kind must be one of ${KINDS.join(", ")}.`);
  if (kind === "string" && read !== undefined)
    throw new TypeError(
      `${path}: 'read' is never called for the kind 'string'; 'other' calls it for each cell.`,
    );
  return { name, kind, read: read ?? READ_BY_DEFAULT[kind], isQuotedNull: true };
}

/** Returns how a column is read whose type is that of a catalog's member. A cell that the type cannot read is a string. */
function columnOfType(name: string, type: Member["type"] | undefined): CellColumn {
  const base = { name, isQuotedNull: false };
  if (type === "integer" || type === "number")
    return { ...base, kind: "number", read: (text) => numberOf(text, NUMBERS.number) ?? text };
  if (type === "boolean")
    return {
      ...base,
      kind: "other",
      read: (text) => (text === "true" ? true : text === "false" ? false : text),
    };
  return { ...base, kind: "string", read: itself };
}

/** Parses a text that matches the pattern as a JSON number. Returns undefined for other texts. */
function numberOf(text: string, pattern: RegExp): unknown {
  return pattern.test(text) ? parseJson(text) : undefined;
}

function itself(text: string): string {
  return text;
}

const READ_BY_DEFAULT: Readonly<Record<ColumnKind, (text: string) => unknown>> = ownProperties({
  string: itself,
  number: (text) => numberOf(text, NUMBERS.number),
  integer: (text) => numberOf(text, NUMBERS.integer),
  other: itself,
});

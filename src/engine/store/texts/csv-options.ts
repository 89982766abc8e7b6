import type { Member } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { parseJson } from "../../../values/exact-json.ts";
import { MAX_MEMBERS } from "./text-format.ts";

/** Maximum number of columns. */
export const MAX_COLUMNS = MAX_MEMBERS;

/** How CSV is written and read, if not with commas, a header and the types of a catalog. */
export interface CsvOptions {
  /** Character between cells, such as a tab: ASCII, but no quote, CR, LF, NUL, letter, digit, `_`, `+`, `-` or `.`. Default: a comma. */
  readonly delimiter?: string | undefined;
  /** The columns, whose names are the properties of the rows. The text then has no header. */
  readonly columns?: readonly CsvColumn[] | undefined;
  /**
   * Returns the object of a row from the texts of its cells. Default: an object with the value of each column. The members that the
   * catalog reads must have the values that their columns read.
   */
  readonly row?: ((cells: readonly string[]) => object) | undefined;
}

/**
 * A column, and how its cells are read. With a kind, an empty cell is null, with quotes or without. Without one, the type of the
 * catalog's member decides, as for CSV with a header.
 */
export interface CsvColumn {
  readonly name: string;
  /**
   * - `string`: the value of a cell is its text.
   * - `number`: the value of a cell in the syntax of JSON numbers, with at most 15 characters, is that number. `read` reads all others.
   * - `integer`: like `number`, but without fraction and exponent.
   * - `other`: `read` reads all cells.
   */
  readonly kind?: "string" | "number" | "integer" | "other" | undefined;
  /**
   * Returns the value of a cell. Undefined: the column cannot have such a value. It is then null, and `LoadedText.unreadableCells`
   * finds it. Default: the value is the text.
   */
  readonly read?: ((text: string) => unknown) | undefined;
}

/** A column as the format reads it. */
export interface ColumnReader extends CsvColumn {
  readonly kind: "string" | "number" | "integer" | "other";
  readonly read: (text: string) => unknown;
  /** Whether an empty cell with quotes is null, like one without quotes. */
  readonly isQuotedNull: boolean;
}

/** Types of the members of a catalog, by their properties. */
export type MemberTypes = ReadonlyMap<string, Member["type"]>;

/** @throws TypeError for more columns than `MAX_COLUMNS`, or several with one name */
export function columnReaders(columns: readonly CsvColumn[], types: MemberTypes): readonly ColumnReader[] {
  const problem = problemOf(columns.map(({ name }) => name));
  if (problem !== undefined) throw new TypeError(`csv.columns: there are ${problem}.`);
  return columns.map((column) => {
    const { name, kind, read = itself } = ownProperties(column);
    return kind === undefined
      ? columnOfType(name, types.get(name))
      : { name, kind, read, isQuotedNull: true };
  });
}

/** Returns how a column is read whose type is that of a catalog's member. A cell that the type cannot read is a string. */
export function columnOfType(name: string, type: Member["type"] | undefined): ColumnReader {
  const base = { name, isQuotedNull: false };
  if (type === "integer" || type === "number")
    return { ...base, kind: "number", read: (text) => (JSON_NUMBER.test(text) ? parseJson(text) : text) };
  if (type === "boolean")
    return {
      ...base,
      kind: "other",
      read: (text) => (text === "true" ? true : text === "false" ? false : text),
    };
  return { ...base, kind: "string", read: itself };
}

/** Describes the problem of a list of names, as in "The header has …". */
export function problemOf(names: readonly string[]): string | undefined {
  if (names.length > MAX_COLUMNS) return `more than ${MAX_COLUMNS} columns`;
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return `two columns with the name '${name}'`;
    seen.add(name);
  }
  return undefined;
}

/**
 * Returns the byte of a delimiter.
 * @throws TypeError
 */
export function delimiterByte(delimiter: string): number {
  const code = delimiter.charCodeAt(0);
  if (delimiter.length === 1 && code > 0 && code < 0x80 && !/["\r\n\w+.-]/.test(delimiter)) return code;
  throw new TypeError(
    "csv.delimiter must be one ASCII character that is no quote, line end or NUL, and not part of numbers and words.",
  );
}

function itself(text: string): string {
  return text;
}

/** A number as in JSON. More digits than parseJson accepts, and numbers beyond doubles, remain strings. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d{0,299})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,2})?$/;

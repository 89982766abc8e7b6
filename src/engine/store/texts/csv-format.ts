import { ownProperties } from "../../../values/own-properties.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { characterLength } from "../../../files/bytes/character-length.ts";
import type { ReadRows, RowKernel } from "../kernels/wasm/row-kernel.ts";
import { CARRIAGE_RETURN, LINE_FEED, DOUBLE_QUOTE } from "../../../files/bytes/bytes.ts";
import { contentOfCell, CsvTextValues, isCellEnd, isUnreadableCell, valueOfCell } from "./csv-text-values.ts";
import {
  columnOfType,
  columnReaders,
  delimiterByte,
  problemOf,
  type ColumnReader,
  type CsvOptions,
  type TypesByProperty,
} from "./csv-options.ts";
import {
  INCOMPLETE,
  MISSING,
  UNUSUAL,
  type Beginning,
  type ParsedRow,
  type TextFormat,
  type TextValues,
} from "./text-format.ts";

/**
 * Rows of CSV (RFC 4180), after a header if the columns are not given. A cell that contains a quote must be quoted. By default, the
 * types of members decide what a cell is: a number, a boolean or a string. A cell that its type cannot read is a string, and an empty
 * cell without quotes is null.
 */
export class CsvFormat implements TextFormat {
  readonly isJson = false;
  names: readonly string[] = [];
  lines = 1;
  readonly hasUnreadable: boolean;
  readonly #delimiter: number;
  readonly #types: TypesByProperty;
  readonly #hasHeader: boolean;
  #columns: readonly ColumnReader[] = [];
  readonly #rowOf: ((cells: readonly string[]) => object) | undefined;

  /** @throws TypeError for invalid options, or if neither a catalog nor columns are given */
  constructor(catalog: Catalog | undefined, options: CsvOptions = {}) {
    const { delimiter = ",", columns, row } = ownProperties(options);
    if (catalog === undefined && columns === undefined)
      throw new TypeError("CSV requires a catalog, or csv.columns: they decide what a cell is.");
    if (row !== undefined && columns === undefined)
      throw new TypeError("csv.row requires csv.columns: it cannot know the header.");
    const members = catalog?.members.byName.values() ?? [];
    this.#types = new Map(Array.from(members, ({ property, type }) => [property, type]));
    this.#delimiter = delimiterByte(delimiter);
    this.#hasHeader = columns === undefined;
    this.hasUnreadable = columns !== undefined;
    this.#setColumns(columns === undefined ? [] : columnReaders(columns, this.#types));
    this.#rowOf = row;
  }

  #setColumns(columns: readonly ColumnReader[]): void {
    this.#columns = columns;
    this.names = columns.map(({ name }) => name);
  }

  begin(bytes: Uint8Array, limit: number): Beginning {
    if (!this.#hasHeader) return { end: 0, message: undefined };
    const names: string[] = [];
    for (let at = 0; ; at++) {
      const end = this.#endOfCell(bytes, at, limit);
      if (end === INCOMPLETE) return { end, message: undefined };
      if (end === UNUSUAL) return { end, message: reasonOf(bytes.subarray(0, limit), at) };
      names.push(contentOfCell(bytes, at, this.#delimiter));
      at = end;
      if (bytes[at] === this.#delimiter) continue;
      const problem = problemOf(names);
      if (problem !== undefined) return { end: UNUSUAL, message: `The header has ${problem}.` };
      this.#setColumns(names.map((name) => columnOfType(name, this.#types.get(name))));
      return { end: endOfLine(bytes, at) + 1, message: undefined };
    }
  }

  scan(bytes: Uint8Array, start: number, limit: number, offsets: Uint32Array): number {
    if (isLineEnd(bytes, start)) return UNUSUAL;
    const columns = this.names.length;
    this.lines = 1;
    let at = start;
    for (let i = 0; i < columns; i++) {
      offsets[i] = at - start + 1;
      const end = this.#endOfCell(bytes, at, limit);
      if (end < 0) return end;
      at = end + 1;
      if ((bytes[end] === this.#delimiter) === (i === columns - 1)) return UNUSUAL;
    }
    return endOfLine(bytes, at - 1);
  }

  readRows(kernel: RowKernel, start: number, width: number): ReadRows {
    return kernel.readCsv(start, width, this.#delimiter);
  }

  endOfRow(bytes: Uint8Array, start: number, limit: number): number {
    this.lines = 1;
    for (let at = start; ; at++) {
      const end = this.#endOfCell(bytes, at, limit);
      // The row continues after the limit.
      if (end === INCOMPLETE) return INCOMPLETE;
      if (end < 0) {
        this.lines = 1;
        return bytes.indexOf(LINE_FEED, start) + 1;
      }
      at = end;
      if (bytes[at] !== this.#delimiter) return endOfLine(bytes, at) + 1;
    }
  }

  isBlank(row: Uint8Array): boolean {
    return isLineEnd(row, 0);
  }

  copyJson(): number {
    return -1;
  }

  read(text: Uint8Array): object {
    const parsed = this.parse(text);
    if (parsed.ok) return parsed.row;
    throw new Error(`internal: a row was accepted, but is invalid: ${parsed.message}`);
  }

  parse(text: Uint8Array): ParsedRow {
    const starts: number[] = [];
    const columns = this.#columns;
    for (let at = 0; ; at++) {
      const end = this.#endOfCell(text, at, text.length);
      if (end < 0) return { ok: false, message: reasonOf(text, at) };
      starts.push(at);
      at = end;
      if (text[at] === this.#delimiter) continue;
      if (starts.length === columns.length) return { ok: true, row: this.#row(text, starts) };
      const count = starts.length === 1 ? "1 cell" : `${starts.length} cells`;
      const expected = this.#hasHeader ? `but the header has ${columns.length}` : `not ${columns.length}`;
      return { ok: false, message: `The row has ${count}, ${expected}.` };
    }
  }

  #row(text: Uint8Array, starts: readonly number[]): object {
    const delimiter = this.#delimiter;
    if (this.#rowOf !== undefined) return this.#rowOf(starts.map((at) => contentOfCell(text, at, delimiter)));
    return Object.fromEntries(
      this.#columns.map((column, i) => [column.name, valueOfCell(text, starts[i]!, column, delimiter)]),
    );
  }

  /** Strings have no members. Other values are read from the object of their row. */
  find(): number {
    return this.#hasHeader ? MISSING : UNUSUAL;
  }

  nameBytes(): Uint8Array {
    return new Uint8Array(0);
  }

  stringNames(): readonly string[] {
    return this.#columns.filter(({ kind }) => kind === "string").map(({ name }) => name);
  }

  isUnreadable(bytes: Uint8Array, at: number, column: number): boolean {
    return isUnreadableCell(bytes, at, this.#columns[column]!, this.#delimiter);
  }

  values(): TextValues {
    return new CsvTextValues(this.#columns, this.#delimiter);
  }

  /** Returns the offset of the delimiter or the line end after a cell, and counts the line ends inside it. */
  #endOfCell(bytes: Uint8Array, start: number, limit: number): number {
    const delimiter = this.#delimiter;
    const isQuoted = bytes[start] === DOUBLE_QUOTE;
    for (let at = isQuoted ? start + 1 : start; at < limit;) {
      const byte = bytes[at]!;
      if (byte >= 0x80) {
        const length = characterLength(bytes, at);
        if (length < 0) return UNUSUAL;
        at += length;
        continue;
      }
      if (isQuoted) {
        if (byte === LINE_FEED) this.lines++;
        if (byte === DOUBLE_QUOTE && bytes[at + 1] !== DOUBLE_QUOTE)
          return isCellEnd(bytes, at + 1, delimiter) ? at + 1 : UNUSUAL;
        at += byte === DOUBLE_QUOTE ? 2 : 1;
        continue;
      }
      if (byte === DOUBLE_QUOTE) return UNUSUAL;
      if (isCellEnd(bytes, at, delimiter)) return at;
      at++;
    }
    return INCOMPLETE;
  }
}

/**
 * Returns why a text is not valid CSV.
 *
 * @param at offset of the invalid cell
 */
function reasonOf(text: Uint8Array, at: number): string {
  try {
    DECODER.decode(text);
  } catch {
    return "The text is not valid UTF-8.";
  }
  if (text[at] === DOUBLE_QUOTE)
    return "Text follows a closing quote. A quote inside quotes must be doubled.";
  return "A cell without quotes contains a quote. Quote the whole cell, and double the quote.";
}

const DECODER = new TextDecoder("utf-8", ownProperties({ fatal: true }));

function isLineEnd(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED);
}

/** Returns the offset of the line feed of a line end. */
function endOfLine(bytes: Uint8Array, at: number): number {
  return bytes[at] === CARRIAGE_RETURN ? at + 1 : at;
}

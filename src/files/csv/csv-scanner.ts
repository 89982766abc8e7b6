/**
 * Filters records of CSV without creating their cells, except those that the filter reads. Leaves every unusual record to
 * the splitter that creates all cells: invalid and ragged records, line breaks in cells, and cells that do not match their
 * type.
 */
import { NO_BYTES } from "../bytes/decode.ts";
import { BAD_CELL, readCell, type CellStyle, type CellType, type ReadColumn } from "../cells/cell-types.ts";
import type { TypedCells } from "../cells/typed-cells.ts";
import type { FileRow } from "../rows/row.ts";
import { MATCHING_ROW, REJECTED_ROW, type RowFilter } from "../rows/row-filter.ts";
import { byteSet, ByteText, isIsoShape, NumberReader } from "../bytes/byte-values.ts";
import { CARRIAGE_RETURN, COMMA, DOT, DOUBLE_QUOTE, LINE_FEED } from "../bytes/bytes.ts";

interface ScannedColumn extends Omit<ReadColumn, "type"> {
  /** Undefined if all cells so far are empty, so that the type is not known. */
  readonly type: CellType | undefined;
  /** Name in the filter. Undefined if the filter does not read the column. */
  readonly member: string | undefined;
}

export class CsvScanner {
  /** Number of lines that the last scan consumed. */
  lines = 0;
  readonly #columns: readonly (ScannedColumn & { readonly isRead: boolean })[];
  readonly #style: CellStyle;
  /** True if any cell can be a word that means null. */
  readonly #hasNulls: boolean;
  readonly #filter: RowFilter;
  readonly #delimiter: number;
  readonly #onRow: (placeholder: FileRow) => void;
  /** Bytes that end an unquoted cell. */
  readonly #ends: Uint8Array;
  readonly #numbers: NumberReader;
  readonly #row: FileRow = {};
  #text = new ByteText(NO_BYTES);
  /** True if the quoted cell that was scanned last has doubled quotes. */
  #hasDoubledQuote = false;
  /** Number of bytes up to the last line feed. */
  #limit = 0;

  /**
   * @param delimiter an ASCII character
   * @param onRow called for each scanned record with a placeholder
   */
  static of(
    { columns, style }: TypedCells,
    delimiter: string,
    filter: RowFilter,
    onRow: (placeholder: FileRow) => void,
  ): CsvScanner {
    const scanned = columns.map(({ name, type, isRequired, isUndecided }) => ({
      // Cells of undecided columns are left to the splitter.
      type: isUndecided === true ? undefined : type,
      member: filter.members.get(name),
      isRequired,
    }));
    return new CsvScanner(scanned, style, delimiter, filter, onRow);
  }

  private constructor(
    columns: readonly ScannedColumn[],
    style: CellStyle,
    delimiter: string,
    filter: RowFilter,
    onRow: (placeholder: FileRow) => void,
  ) {
    this.#columns = columns.map((column) => ({ ...column, isRead: isRead(column) }));
    this.#style = style;
    this.#hasNulls = style.nulls !== undefined;
    this.#numbers = new NumberReader(style.decimalComma === true ? COMMA : DOT);
    this.#filter = filter;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#onRow = onRow;
    this.#ends = byteSet([this.#delimiter, LINE_FEED, CARRIAGE_RETURN, DOUBLE_QUOTE]);
    for (const { member } of columns) if (member !== undefined) this.#row[member] = null;
  }

  /** Sets the bytes of the next scans. */
  begin(bytes: Uint8Array): void {
    this.#limit = bytes.lastIndexOf(LINE_FEED) + 1;
    this.#text = new ByteText(bytes);
  }

  /**
   * Scans records from an offset. Each of them is one line.
   * Returns the offset of the first record that was not scanned: an unusual or incomplete record, one with unreadable values,
   * or a matching row that is not only counted.
   */
  scan(from: number): number {
    const { matches, isReadable, countsOnly } = this.#filter;
    let at = from;
    this.lines = 0;
    while (at < this.#limit) {
      const end = this.#scanRecord(at);
      if (end < 0 || isReadable?.(this.#row) === false) return at;
      const isMatch = matches(this.#row);
      if (isMatch && !countsOnly) return at;
      this.#onRow(isMatch ? MATCHING_ROW : REJECTED_ROW);
      this.lines++;
      at = end;
    }
    return at;
  }

  /** Sets the members of the row. Returns the offset after the record, or -1 for an unusual record. */
  #scanRecord(from: number): number {
    const { bytes } = this.#text;
    const columns = this.#columns;
    const ends = this.#ends;
    const last = columns.length - 1;
    if (bytes[from] === LINE_FEED || bytes[from] === CARRIAGE_RETURN) return -1;
    let at = from;
    for (let i = 0; i <= last; i++) {
      const column = columns[i]!;
      let start = at;
      let end: number;
      if (bytes[at] === DOUBLE_QUOTE) {
        start++;
        end = this.#closingQuote(start);
        if (end < 0) return -1;
        at = end + 1;
        if (ends[bytes[at]!] === 0) return -1;
      } else {
        // The last byte before the limit is a line feed, so the loop ends.
        while (ends[bytes[at]!] === 0) at++;
        end = at;
        this.#hasDoubledQuote = false;
      }
      if (bytes[at] === DOUBLE_QUOTE || (bytes[at] === this.#delimiter) === (i === last)) return -1;
      at++;
      if (column.isRead && !this.#readCell(column, start, end)) return -1;
    }
    return bytes[at - 1] === CARRIAGE_RETURN && bytes[at] === LINE_FEED ? at + 1 : at;
  }

  /** Returns the offset of the quote that closes a cell, or -1 if the cell has a line break. */
  #closingQuote(from: number): number {
    const { bytes } = this.#text;
    this.#hasDoubledQuote = false;
    for (let i = from; ; i++) {
      const byte = bytes[i];
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) return -1;
      if (byte !== DOUBLE_QUOTE) continue;
      if (bytes[i + 1] !== DOUBLE_QUOTE) return i;
      this.#hasDoubledQuote = true;
      i++;
    }
  }

  /** Equivalent to `readCell`. Returns false if the cell does not match the type. */
  #readCell(column: ScannedColumn, start: number, end: number): boolean {
    const { member } = column;
    let value: unknown = null;
    if (end > start) {
      const { type } = column;
      if (type === undefined) return false;
      value = this.#hasNulls ? undefined : this.#readFast(column as ReadColumn, start, end);
      if (value === undefined) {
        value = readCell(this.#cellText(start, end), column as ReadColumn, this.#style);
        if (value === BAD_CELL) return false;
      }
    }
    if (member !== undefined) this.#row[member] = value;
    return true;
  }

  /** Returns undefined for a value that `readCell` has to read. */
  #readFast({ type, isRequired }: ReadColumn, start: number, end: number): unknown {
    switch (type) {
      case "string":
        return this.#cellText(start, end);
      case "boolean":
        if (this.#text.equals(start, end, "true")) return true;
        return this.#text.equals(start, end, "false") ? false : undefined;
      case "number":
      case "integer": {
        const value = this.#numbers.read(this.#text.bytes, start);
        if (value !== value || this.#numbers.end !== end) return undefined;
        return type === "number" || this.#numbers.isInteger ? value : undefined;
      }
      case "date":
      case "dateTime":
        return !isRequired && isIsoShape(this.#text.bytes, type, start, end)
          ? this.#cellText(start, end)
          : undefined;
      default:
        return undefined;
    }
  }

  #cellText(start: number, end: number): string {
    const text = this.#text.slice(start, end);
    return this.#hasDoubledQuote ? text.replaceAll('""', '"') : text;
  }
}

/** Returns whether the filter reads the cells of a column, or some of them can be bad cells. */
function isRead({ type, member, isRequired }: ScannedColumn): boolean {
  if (member !== undefined || type === undefined) return true;
  return type === "time" ? isRequired : type !== "string";
}

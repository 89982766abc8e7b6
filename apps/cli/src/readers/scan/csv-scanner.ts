/**
 * Filters records of CSV without creating their cells, except those that the filter reads. Leaves every unusual record to
 * the splitter that creates all cells: invalid and ragged records, line breaks in cells, and cells that do not match their
 * type.
 */
import type { CellType } from "../../formats/cell-types.ts";
import type { Row } from "../../formats/row.ts";
import { MATCHING_ROW, REJECTED_ROW, type RowFilter } from "../../formats/row-filter.ts";
import { byteSet, ByteText, NumberReader } from "./byte-values.ts";
import { CARRIAGE_RETURN, DOUBLE_QUOTE, LINE_FEED } from "./bytes.ts";

const SCANNED_TYPES = ["string", "number", "integer", "boolean"] as const;

type ScannedType = (typeof SCANNED_TYPES)[number];

interface ScannedColumn {
  readonly type: ScannedType;
  /** Name in the filter. Undefined if the filter does not read the column. */
  readonly member: string | undefined;
}

export class CsvScanner {
  /** Number of lines that the last scan consumed. */
  lines = 0;
  readonly #columns: readonly ScannedColumn[];
  readonly #filter: RowFilter;
  readonly #delimiter: number;
  readonly #onRow: (placeholder: Row) => void;
  /** Bytes that end an unquoted cell. */
  readonly #ends: Uint8Array;
  readonly #numbers = new NumberReader();
  readonly #row: Row = {};
  #text = new ByteText(Buffer.alloc(0));
  /** True if the quoted cell that was scanned last has doubled quotes. */
  #hasDoubledQuote = false;
  /** Number of bytes up to the last line feed. */
  #limit = 0;

  /**
   * @param delimiter an ASCII character
   * @param onRow called for each scanned record with a placeholder
   */
  constructor(
    columns: readonly ScannedColumn[],
    delimiter: string,
    filter: RowFilter,
    onRow: (placeholder: Row) => void,
  ) {
    this.#columns = columns;
    this.#filter = filter;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#onRow = onRow;
    this.#ends = byteSet([this.#delimiter, LINE_FEED, CARRIAGE_RETURN, DOUBLE_QUOTE]);
    for (const { member } of columns) if (member !== undefined) this.#row[member] = null;
  }

  /** Sets the bytes of the next scans. */
  begin(bytes: Buffer): void {
    this.#limit = bytes.lastIndexOf(LINE_FEED) + 1;
    this.#text = new ByteText(bytes);
  }

  /**
   * Scans records from an offset. Each of them is one line.
   * Returns the offset of the first record that was not scanned: an unusual or incomplete record, or a matching row that
   * is not only counted.
   */
  scan(from: number): number {
    const { matches, countsOnly } = this.#filter;
    let at = from;
    this.lines = 0;
    while (at < this.#limit) {
      const end = this.#scanRecord(at);
      if (end < 0) return at;
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
      if ((column.type !== "string" || column.member !== undefined) && !this.#readCell(column, start, end))
        return -1;
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

  /** Equivalent to `readCell`. Returns false if the cell does not match the type, or needs a closer look. */
  #readCell({ type, member }: ScannedColumn, start: number, end: number): boolean {
    let value: unknown = null;
    if (end > start) {
      switch (type) {
        case "string": {
          const text = this.#text.slice(start, end);
          value = this.#hasDoubledQuote ? text.replaceAll('""', '"') : text;
          break;
        }
        case "boolean":
          value = this.#text.equals(start, end, "true");
          if (value === false && !this.#text.equals(start, end, "false")) return false;
          break;
        case "number":
        case "integer":
          value = this.#numbers.read(this.#text.bytes, start);
          if (value !== value || this.#numbers.end !== end) return false;
          if (type === "integer" && !this.#numbers.isInteger) return false;
      }
    }
    if (member !== undefined) this.#row[member] = value;
    return true;
  }
}

/** Returns the columns to scan, or undefined if a column has a type that cannot be scanned. */
export function scannedColumns(
  columns: readonly { readonly name: string; readonly type: CellType }[],
  { members }: RowFilter,
): readonly ScannedColumn[] | undefined {
  const scanned = columns.flatMap(({ name, type }) =>
    isScannedType(type) ? [{ type, member: members.get(name) }] : [],
  );
  return scanned.length === columns.length ? scanned : undefined;
}

function isScannedType(type: CellType): type is ScannedType {
  return (SCANNED_TYPES as readonly CellType[]).includes(type);
}

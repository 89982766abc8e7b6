import { CARRIAGE_RETURN, LINE_FEED, DOUBLE_QUOTE } from "../../../files/bytes/bytes.ts";
import type { ColumnReader } from "./csv-options.ts";
import { readNumber } from "./json-text-values.ts";
import { endOfInteger, endOfNumber } from "./json-values.ts";
import { StringTexts } from "./string-texts.ts";
import type { TextValues } from "./text-format.ts";

/** Collects cells that were validated. */
export class CsvTextValues implements TextValues {
  readonly #columns: readonly ColumnReader[];
  readonly #delimiter: number;
  #values: unknown[] = [];
  readonly #strings = new StringTexts();
  /** Approximate number of bytes of the strings that are not in `#strings`. */
  #otherBytes = 0;
  /** Indexes of the values in `#strings`. */
  #indexes: number[] = [];

  /** @param delimiter the byte between cells */
  constructor(columns: readonly ColumnReader[], delimiter: number) {
    this.#columns = columns;
    this.#delimiter = delimiter;
  }

  get bytes(): number {
    return this.#strings.bytes + this.#otherBytes;
  }

  addValue(value: unknown): void {
    this.#values.push(value);
  }

  add(bytes: Uint8Array, at: number, index: number): void {
    const values = this.#values;
    const column = this.#columns[index]!;
    if (column.kind === "string" && bytes[at] !== DOUBLE_QUOTE) {
      const end = endOfPlainCell(bytes, at, this.#delimiter);
      if (end > at) {
        this.#indexes.push(values.length);
        this.#strings.add(bytes, at, end);
      }
      values.push(null);
      return;
    }
    const known = valueWithoutText(bytes, at, column, this.#delimiter);
    if (known !== undefined) {
      values.push(known);
      return;
    }
    const text = contentOfCell(bytes, at, this.#delimiter);
    this.#otherBytes += text.length;
    values.push(valueOfText(text, column));
  }

  take(): unknown[] {
    const values = this.#values;
    const indexes = this.#indexes;
    this.#values = [];
    this.#indexes = [];
    this.#otherBytes = 0;
    if (indexes.length > 0) this.#strings.take((i, text) => (values[indexes[i]!] = text));
    return values;
  }
}

/** Returns the value of the cell at an offset. */
export function valueOfCell(bytes: Uint8Array, at: number, column: ColumnReader, delimiter: number): unknown {
  const known = valueWithoutText(bytes, at, column, delimiter);
  return known === undefined ? valueOfText(contentOfCell(bytes, at, delimiter), column) : known;
}

/** Returns the value of a cell that is empty or a short number. Undefined for other cells. */
function valueWithoutText(bytes: Uint8Array, at: number, { kind }: ColumnReader, delimiter: number): unknown {
  if (bytes[at] !== DOUBLE_QUOTE && isCellEnd(bytes, at, delimiter)) return null;
  if (kind !== "number" && kind !== "integer") return undefined;
  const start = bytes[at] === DOUBLE_QUOTE ? at + 1 : at;
  return isShortNumber(bytes, start, kind, delimiter) ? readNumber(bytes, start) : undefined;
}

function valueOfText(text: string, { kind, read, isQuotedNull }: ColumnReader): unknown {
  if (text === "" && isQuotedNull) return null;
  if (kind === "string") return text;
  const value = read(text);
  return value === undefined ? null : value;
}

/** Returns whether a cell is null because its column cannot read it. */
export function isUnreadableCell(
  bytes: Uint8Array,
  at: number,
  { kind, read }: ColumnReader,
  delimiter: number,
): boolean {
  if (kind === "string") return false;
  const start = bytes[at] === DOUBLE_QUOTE ? at + 1 : at;
  if (kind !== "other" && isShortNumber(bytes, start, kind, delimiter)) return false;
  const text = contentOfCell(bytes, at, delimiter);
  return text !== "" && read(text) === undefined;
}

/** Returns whether a cell is a number of the kind, of at most `MAX_NUMBER_BYTES`. */
function isShortNumber(
  bytes: Uint8Array,
  start: number,
  kind: "number" | "integer",
  delimiter: number,
): boolean {
  const end = kind === "integer" ? endOfInteger(bytes, start) : endOfNumber(bytes, start);
  if (end < 0 || end - start > MAX_NUMBER_BYTES) return false;
  if (bytes[start - 1] === DOUBLE_QUOTE)
    return bytes[end] === DOUBLE_QUOTE && bytes[end + 1] !== DOUBLE_QUOTE;
  return isCellEnd(bytes, end, delimiter);
}

/** As `CsvColumn.kind` says. */
const MAX_NUMBER_BYTES = 15;

/** Returns the text of a cell, without quotes around it. */
export function contentOfCell(bytes: Uint8Array, at: number, delimiter: number): string {
  if (bytes[at] !== DOUBLE_QUOTE)
    return DECODER.decode(bytes.subarray(at, endOfPlainCell(bytes, at, delimiter)));
  let end = at + 1;
  let hasQuotes = false;
  for (; bytes[end] !== DOUBLE_QUOTE || bytes[end + 1] === DOUBLE_QUOTE; end++) {
    if (bytes[end] !== DOUBLE_QUOTE) continue;
    hasQuotes = true;
    end++;
  }
  const text = DECODER.decode(bytes.subarray(at + 1, end));
  return hasQuotes ? text.replaceAll('""', '"') : text;
}

function endOfPlainCell(bytes: Uint8Array, at: number, delimiter: number): number {
  while (!isCellEnd(bytes, at, delimiter)) at++;
  return at;
}

/** Returns whether a delimiter or a line end is at an offset. */
export function isCellEnd(bytes: Uint8Array, at: number, delimiter: number): boolean {
  const byte = bytes[at];
  return (
    byte === delimiter || byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED)
  );
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

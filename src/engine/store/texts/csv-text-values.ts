import { parseJson } from "../../../values/exact-json.ts";
import { CARRIAGE_RETURN, COMMA, LINE_FEED, QUOTE } from "./bytes.ts";
import { readNumber } from "./json-text-values.ts";
import { endOfNumber } from "./json-values.ts";
import { StringTexts } from "./string-texts.ts";
import type { TextValues } from "./text-format.ts";

/** Type of the cells of a column. A cell that this type cannot read is a string. */
export type CellKind = "string" | "number" | "boolean";

/** Collects cells that were validated. */
export class CsvTextValues implements TextValues {
  readonly #kinds: readonly CellKind[];
  #values: unknown[] = [];
  readonly #strings = new StringTexts();
  /** Approximate number of bytes of the strings that are not in `#strings`. */
  #otherBytes = 0;
  /** Indexes of the values in `#strings`. */
  #indexes: number[] = [];

  /** @param kinds kinds of the columns */
  constructor(kinds: readonly CellKind[]) {
    this.#kinds = kinds;
  }

  get bytes(): number {
    return this.#strings.bytes + this.#otherBytes;
  }

  addValue(value: unknown): void {
    this.#values.push(value);
  }

  add(bytes: Uint8Array, at: number, column: number): void {
    const values = this.#values;
    if (this.#kinds[column] !== "string" || bytes[at] === QUOTE) {
      const value = valueOfCell(bytes, at, this.#kinds[column]!);
      if (typeof value === "string") this.#otherBytes += value.length;
      values.push(value);
      return;
    }
    const end = endOfPlainCell(bytes, at);
    if (end > at) {
      this.#indexes.push(values.length);
      this.#strings.add(bytes, at, end);
    }
    values.push(null);
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
export function valueOfCell(bytes: Uint8Array, at: number, kind: CellKind): unknown {
  if (bytes[at] !== QUOTE) {
    const end = endOfPlainCell(bytes, at);
    if (end === at) return null;
    if (kind === "number" && endOfNumber(bytes, at) === end) return readNumber(bytes, at);
  }
  const text = contentOfCell(bytes, at);
  if (kind === "number" && JSON_NUMBER.test(text)) return parseJson(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Returns the text of a cell, without quotes around it. */
export function contentOfCell(bytes: Uint8Array, at: number): string {
  if (bytes[at] !== QUOTE) return DECODER.decode(bytes.subarray(at, endOfPlainCell(bytes, at)));
  let end = at + 1;
  let hasQuotes = false;
  for (; bytes[end] !== QUOTE || bytes[end + 1] === QUOTE; end++) {
    if (bytes[end] !== QUOTE) continue;
    hasQuotes = true;
    end++;
  }
  const text = DECODER.decode(bytes.subarray(at + 1, end));
  return hasQuotes ? text.replaceAll('""', '"') : text;
}

function endOfPlainCell(bytes: Uint8Array, at: number): number {
  for (; ; at++) {
    const byte = bytes[at];
    if (byte === COMMA || byte === LINE_FEED) return at;
    if (byte === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) return at;
  }
}

/** A number as in JSON. More digits than parseJson accepts, and numbers beyond doubles, remain strings. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d{0,299})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,2})?$/;
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

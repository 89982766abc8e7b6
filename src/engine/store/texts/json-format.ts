import { parseJson, TooManyDigitsError } from "../../../values/json/exact-json.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { isRecord } from "../../../values/is-object.ts";
import { MAX_KEYS, type ReadRows, type RowKernel } from "../kernels/wasm/row-kernel.ts";
import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  COLON,
  COMMA,
  LINE_FEED,
  OPEN_BRACE,
  DOUBLE_QUOTE,
  SPACE,
  TAB,
} from "../../../files/bytes/bytes.ts";
import { copyCompactJson } from "./compact-json.ts";
import { JsonTextValues } from "./json-text-values.ts";
import { hasInfiniteNumber } from "../../../files/json-rows/infinite-numbers.ts";
import { MAXIMUM_ROW_DEPTH } from "../../../files/rows/format-reader.ts";
import { isTooDeep } from "../../../files/rows/row-shape.ts";
import { afterKey, endOfString, endOfValue, skipSpace } from "./json-values.ts";
import {
  MISSING,
  type Beginning,
  type ParsedRow,
  type TextFormat,
  type TextValues,
  UNUSUAL,
} from "./text-format.ts";

/** Number of members whose values are found. Rows with others are parsed. */
export const MAX_JSON_MEMBERS = MAX_KEYS;

/** Rows of NDJSON: a JSON object on each line. The names of members are learned from the rows. */
export class JsonFormat implements TextFormat {
  readonly isJson = true;
  readonly hasUnreadable = false;
  readonly names: string[] = [];
  readonly lines = 1;
  /** The bytes of each name, and its closing quote. */
  readonly #keys: Uint8Array[] = [];

  begin(): Beginning {
    return { end: 0, message: undefined };
  }

  scan(bytes: Uint8Array, start: number, _limit: number, offsets: Uint32Array): number {
    offsets.fill(MISSING, 0, this.names.length);
    const open = skipSpace(bytes, start);
    if (bytes[open] !== OPEN_BRACE) return UNUSUAL;
    let at = skipSpace(bytes, open + 1);
    if (bytes[at] === CLOSE_BRACE) return endOfLine(bytes, at + 1);
    for (let expected = 0; ; expected++) {
      if (bytes[at] !== DOUBLE_QUOTE) return UNUSUAL;
      const member = this.#memberAt(bytes, at + 1, expected);
      if (member < 0) return UNUSUAL;
      expected = member;
      let value = at + this.#keys[member]!.length + 1;
      if (bytes[value] !== COLON) {
        value = skipSpace(bytes, value);
        if (bytes[value] !== COLON) return UNUSUAL;
      }
      value = skipSpace(bytes, value + 1);
      offsets[member] = value - start + 1;
      at = endOfValue(bytes, value);
      if (at === UNUSUAL) return UNUSUAL;
      if (bytes[at] !== COMMA) {
        at = skipSpace(bytes, at);
        if (bytes[at] === CLOSE_BRACE) return endOfLine(bytes, at + 1);
        if (bytes[at] !== COMMA) return UNUSUAL;
      }
      at = skipSpace(bytes, at + 1);
    }
  }

  readRows(kernel: RowKernel, start: number, width: number): ReadRows {
    const keys = this.#keys;
    while (kernel.keyCount < keys.length && kernel.addKey(keys[kernel.keyCount]!));
    return kernel.readJson(start, width);
  }

  endOfRow(bytes: Uint8Array, start: number): number {
    return bytes.indexOf(LINE_FEED, start) + 1;
  }

  find(bytes: Uint8Array, start: number, name: Uint8Array): number {
    if (bytes[start] !== OPEN_BRACE) return MISSING;
    let at = skipSpace(bytes, start + 1);
    let found = MISSING;
    while (bytes[at] === DOUBLE_QUOTE) {
      const value = afterKey(bytes, at);
      if (startsWith(bytes, at + 1, name)) found = value;
      else if (bytes.subarray(at, value).includes(BACKSLASH)) return UNUSUAL;
      at = skipSpace(bytes, endOfValue(bytes, value));
      if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
    }
    return found;
  }

  nameBytes(name: string): Uint8Array {
    return new TextEncoder().encode(`${name}"`);
  }

  parse(text: Uint8Array): ParsedRow {
    try {
      const json = DECODER.decode(text);
      const row = parseJson(json);
      if (!isRecord(row)) return { ok: false, message: "A row must be a JSON object." };
      if (isTooDeep(json)) return { ok: false, message: TOO_DEEP };
      if (hasInfiniteNumber(json, row)) return { ok: false, message: "A number is greater than 1.8e308." };
      return { ok: true, row };
    } catch (error) {
      return { ok: false, message: messageOf(error) };
    }
  }

  read(text: Uint8Array): object {
    return parseJson(DECODER.decode(text)) as object;
  }

  isBlank(row: Uint8Array): boolean {
    return row.every(
      (byte) => byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB,
    );
  }

  stringNames(): readonly string[] {
    return [];
  }

  isUnreadable(): boolean {
    return false;
  }

  copyJson(bytes: Uint8Array, start: number, end: number, to: Uint8Array): number {
    return copyCompactJson(bytes, start, end, to);
  }

  values(): TextValues {
    return new JsonTextValues();
  }

  /**
   * Returns the number of the member whose name starts at an offset. -1 for an invalid name, a name with escapes, and one
   * beyond the limit.
   *
   * @param expected member that follows the previous one in most rows
   */
  #memberAt(bytes: Uint8Array, at: number, expected: number): number {
    const keys = this.#keys;
    if (expected < keys.length && startsWith(bytes, at, keys[expected]!)) return expected;
    // Members that a row lacks are skipped, so the search begins at the expected one.
    for (let i = 1; i <= keys.length; i++) {
      const member = (expected + i) % keys.length;
      if (startsWith(bytes, at, keys[member]!)) return member;
    }
    return this.#learn(bytes, at);
  }

  #learn(bytes: Uint8Array, at: number): number {
    const end = endOfString(bytes, at);
    if (end === UNUSUAL || this.#keys.length === MAX_JSON_MEMBERS) return -1;
    const key = bytes.slice(at, end);
    if (key.includes(BACKSLASH)) return -1;
    this.names.push(DECODER.decode(key.subarray(0, -1)));
    return this.#keys.push(key) - 1;
  }
}

/** @param key bytes of a name and its closing quote */
function startsWith(bytes: Uint8Array, at: number, key: Uint8Array): boolean {
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return false;
  return true;
}

/** Returns the offset of the line end, if only white space precedes it. */
function endOfLine(bytes: Uint8Array, at: number): number {
  const end = bytes[at] === LINE_FEED ? at : skipSpace(bytes, at);
  return bytes[end] === LINE_FEED ? end : UNUSUAL;
}

function messageOf(error: unknown): string {
  if (error instanceof TooManyDigitsError) return "An integer has too many digits.";
  // Large integers are parsed recursively.
  if (error instanceof RangeError) return TOO_DEEP;
  if (error instanceof TypeError) return "The row is not valid UTF-8.";
  return "The row is not valid JSON.";
}

const TOO_DEEP = `The row has more than ${MAXIMUM_ROW_DEPTH.toLocaleString("en-US")} nested lists and objects.`;
const DECODER = new TextDecoder("utf-8", ownProperties({ fatal: true, ignoreBOM: true }));

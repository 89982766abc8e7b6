import { parseJson } from "../../values/json/exact-json.ts";
import { namesInOrder } from "../../values/json/member-order.ts";
import { isRecord } from "../../values/is-object.ts";
import { MAX_KEYS, type ReadRows, type RowKernel } from "../../wasm/row-kernel.ts";
import { BACKSLASH, COLON, DIGIT_NINE, DOUBLE_QUOTE, LINE_FEED, MINUS, OPEN_BRACE } from "../bytes/bytes.ts";
import { NumberReader } from "../bytes/number-reader.ts";
import { decodeUtf8, isUtf8 } from "../bytes/decode.ts";
import { INCOMPLETE } from "../csv/csv-record.ts";
import { hasAt } from "../csv/line-ends.ts";
import { valueEnd, valueStart } from "../json/value-scanner.ts";
import { notARow, RowFault, RowParser, withoutMark, type RepairedNumbers } from "../json-rows/parse-row.ts";
import { MISSING, memberBytes, UNUSUAL, type ParsedRow, type TextFormat } from "./text-format.ts";

/** Number of members whose values are found. Rows with others are parsed. */
export const MAX_JSON_MEMBERS = MAX_KEYS;

/** Rows of NDJSON: a JSON object on each line. The names of members are learned from the rows. */
export class JsonFormat implements TextFormat {
  readonly isJson = true;
  readonly names: string[] = [];
  readonly #names = new Set<string>();
  /** The bytes of each name, and its closing quote. */
  readonly #keys: Uint8Array[] = [];
  readonly #parser = new RowParser();
  readonly #onNumbers: ((numbers: RepairedNumbers) => void) | undefined;

  /** @param onNumbers called if numbers of a row cannot be read and are null. Without it, the row is invalid. */
  constructor(onNumbers?: (numbers: RepairedNumbers) => void) {
    this.#onNumbers = onNumbers;
  }

  readRows(kernel: RowKernel, start: number, width: number): ReadRows {
    const keys = this.#keys;
    while (kernel.keyCount < keys.length && kernel.addKey(keys[kernel.keyCount]!));
    return kernel.readJson(start, width);
  }

  parse(bytes: Uint8Array, start: number): ParsedRow {
    const end = bytes.indexOf(LINE_FEED, start) + 1;
    if (end === 0) return { end: INCOMPLETE, lines: 0 };
    const extent = { end, lines: 1 };
    const text = withoutMark(decodeUtf8(bytes, start, end - 1));
    if (text.trim() === "") return extent;
    try {
      if (!isUtf8(bytes.subarray(start, end))) throw new RowFault("the row is not valid UTF-8");
      const row = this.#parser.parse(text, this.#onNumbers);
      if (!isRecord(row)) throw notARow(row);
      return { ...extent, row };
    } catch (fault) {
      if (fault instanceof RowFault) return { ...extent, fault };
      throw fault;
    }
  }

  learn(row: object): boolean {
    let isNew = false;
    for (const name of namesInOrder(row)) {
      // Names with escapes differ from their bytes.
      if (this.#names.has(name) || JSON.stringify(name) !== `"${name}"`) continue;
      if (this.names.length === MAX_JSON_MEMBERS) break;
      this.names.push(name);
      this.#names.add(name);
      this.#keys.push(memberBytes(name));
      isNew = true;
    }
    return isNew;
  }

  read(text: Uint8Array): object {
    const json = decodeUtf8(text);
    try {
      return parseJson(json) as object;
    } catch {
      return this.#parser.parse(withoutMark(json), () => undefined) as object;
    }
  }

  find(bytes: Uint8Array, start: number, name: Uint8Array): number {
    if (bytes[start] !== OPEN_BRACE) return MISSING;
    let position = MISSING;
    for (let at = valueStart(bytes, start + 1); bytes[at] === DOUBLE_QUOTE;) {
      const end = valueEnd(bytes, at);
      const colon = valueStart(bytes, end);
      const value = valueStart(bytes, colon + 1);
      if (bytes[colon] !== COLON) break;
      if (hasAt(bytes, name, at + 1)) position = value;
      else if (bytes.subarray(at, end).includes(BACKSLASH)) return UNUSUAL;
      at = valueStart(bytes, valueEnd(bytes, value));
    }
    return position;
  }

  valueAt(bytes: Uint8Array, at: number): unknown {
    const first = bytes[at]!;
    if (first === DOUBLE_QUOTE) {
      let end = at + 1;
      while (bytes[end] !== DOUBLE_QUOTE && bytes[end] !== BACKSLASH) end++;
      if (bytes[end] === DOUBLE_QUOTE) return decodeUtf8(bytes, at + 1, end);
    } else if (first === MINUS || first <= DIGIT_NINE) {
      const value = NUMBERS.read(bytes, at);
      // Others have more than 15 digits, or an exponent.
      if (value === value && (bytes[NUMBERS.end]! | CASE_BIT) !== LETTER_E) return value;
    }
    return parseJson(decodeUtf8(bytes, at, valueEnd(bytes, at)));
  }
}

const NUMBERS = new NumberReader();
const CASE_BIT = 0x20;
const LETTER_E = 0x65;

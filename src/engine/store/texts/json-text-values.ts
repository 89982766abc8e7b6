import { parseJson } from "../../../values/json/exact-json.ts";
import {
  CLOSE_BRACKET,
  COMMA,
  MINUS,
  DIGIT_NINE,
  OPEN_BRACKET,
  DOUBLE_QUOTE,
  DIGIT_ZERO,
} from "../../../files/bytes/bytes.ts";
import { NumberReader } from "../../../files/bytes/byte-values.ts";
import { endOfValue } from "./json-values.ts";
import { StringTexts } from "./string-texts.ts";
import type { TextValues } from "./text-format.ts";

/** Collects JSON values that were validated. */
export class JsonTextValues implements TextValues {
  #values: unknown[] = [];
  readonly #strings = new StringTexts();
  /** Indexes of the values in `#strings`. */
  #stringIndexes: number[] = [];
  /** Lists, maps and strings with escapes, as elements of a JSON list. */
  #list: Uint8Array = new Uint8Array(INITIAL_BYTES);
  #listBytes = 0;
  #listIndexes: number[] = [];

  get bytes(): number {
    return this.#strings.bytes + this.#listBytes;
  }

  addValue(value: unknown): void {
    this.#values.push(value);
  }

  add(bytes: Uint8Array, at: number): void {
    const first = bytes[at]!;
    const values = this.#values;
    if (first === DOUBLE_QUOTE) {
      if (this.#strings.addUntilQuote(bytes, at + 1)) this.#stringIndexes.push(values.length);
      else this.#addToList(bytes, at);
      values.push(null);
    } else if (first === MINUS || (first >= DIGIT_ZERO && first <= DIGIT_NINE))
      values.push(readNumber(bytes, at));
    else if (first === LETTER_T) values.push(true);
    else if (first === LETTER_F) values.push(false);
    else if (first === LETTER_N) values.push(null);
    else {
      this.#addToList(bytes, at);
      values.push(null);
    }
  }

  take(): unknown[] {
    const values = this.#values;
    this.#values = [];
    if (this.#stringIndexes.length > 0) {
      const indexes = this.#stringIndexes;
      this.#stringIndexes = [];
      this.#strings.take((i, text) => (values[indexes[i]!] = text));
    }
    if (this.#listIndexes.length > 0) this.#takeList(values);
    return values;
  }

  #takeList(values: unknown[]): void {
    this.#list[this.#listBytes - 1] = CLOSE_BRACKET;
    const parsed = parseJson(DECODER.decode(this.#list.subarray(0, this.#listBytes))) as unknown[];
    const indexes = this.#listIndexes;
    for (let i = 0; i < indexes.length; i++) values[indexes[i]!] = parsed[i];
    this.#listBytes = 0;
    this.#listIndexes = [];
  }

  #addToList(bytes: Uint8Array, at: number): void {
    const end = endOfValue(bytes, at);
    this.#listIndexes.push(this.#values.length);
    let to = this.#listBytes;
    if (to + end - at + 2 > this.#list.length) this.#list = grown(this.#list, to + end - at + 2);
    const list = this.#list;
    if (to === 0) list[to++] = OPEN_BRACKET;
    if (end - at > MAX_COPIED_ONE_BY_ONE) list.set(bytes.subarray(at, end), to);
    else for (let i = at; i < end; i++) list[to + i - at] = bytes[i]!;
    to += end - at;
    list[to++] = COMMA;
    this.#listBytes = to;
  }
}

/** Returns a copy of an array with room for at least `bytes` bytes. */
export function grown(array: Uint8Array, bytes: number): Uint8Array {
  const larger = new Uint8Array(Math.max(bytes, array.length * 2));
  larger.set(array);
  return larger;
}

/** Returns the number at an offset as `parseJson` does: integers outside ±(2^53-1) are bigints. */
export function readNumber(bytes: Uint8Array, start: number): unknown {
  const value = NUMBERS.read(bytes, start);
  // Numbers of more than 15 digits, and with an exponent.
  if (value !== value || (bytes[NUMBERS.end]! | 0x20) === LETTER_E)
    return parseJson(DECODER.decode(bytes.subarray(start, endOfValue(bytes, start))));
  return value;
}

const NUMBERS = new NumberReader();

const [LETTER_T, LETTER_F, LETTER_N, LETTER_E] = [0x74, 0x66, 0x6e, 0x65];
/** Longer values are copied by a call, which takes longer to begin. */
const MAX_COPIED_ONE_BY_ONE = 128;
const INITIAL_BYTES = 4096;
export const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Finds JSON values and their ends without parsing them. Correct only for valid JSON; the parser rejects invalid JSON. */
import * as ascii from "../bytes/bytes.ts";
import { concatBytes, decodeUtf8, NO_BYTES } from "../bytes/decode.ts";

const CASE_BIT = 0x20;
const LETTER_A = 0x61;
const LETTER_Z = 0x7a;

/** Returns whether a byte can begin a value: a bracket, a quote, a digit, a minus sign or a letter. */
export function isValueStart(byte: number): boolean {
  const lower = byte | CASE_BIT;
  return (
    isLongStart(byte) ||
    byte === ascii.MINUS ||
    ascii.isDigit(byte) ||
    (lower >= LETTER_A && lower <= LETTER_Z)
  );
}

/** Returns whether a byte begins a value whose end is a byte of its own. */
function isLongStart(byte: number): boolean {
  return byte === ascii.OPEN_BRACE || byte === ascii.OPEN_BRACKET || byte === ascii.DOUBLE_QUOTE;
}

/** Returns the offset of the next value after white space and commas, or the length. */
export function valueStart(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && (bytes[i] === ascii.COMMA || ascii.isJsonSpace(bytes[i]))) i++;
  return i;
}

/** Returns the offset after the value that begins at `from`. */
export function valueEnd(bytes: Uint8Array, from: number): number {
  SCANNER.begin(bytes[from]!);
  const end = SCANNER.scan(bytes, from);
  return end < 0 ? bytes.length : end;
}

/** Finds the end of a value by counting brackets outside strings, across chunks. Written for speed, because it visits every byte. */
export class ValueScanner {
  /** True for a number or a word, which ends before another byte, or with the input. */
  isWord = false;
  #depth = 0;
  #quoted = false;
  #escaped = false;

  /** @param first first byte of the value, which is scanned, too */
  begin(first: number): void {
    this.isWord = !isLongStart(first);
    this.#depth = 0;
    this.#quoted = false;
    this.#escaped = false;
  }

  /** Returns the index after the value, or -1 if the chunk ends first. */
  scan(bytes: Uint8Array, from: number): number {
    return this.isWord ? wordEnd(bytes, from) : this.#scan(bytes, from);
  }

  #scan(bytes: Uint8Array, from: number): number {
    const { length } = bytes;
    let i = from;
    let depth = this.#depth;
    let quoted = this.#quoted;
    if (this.#escaped && i < length) {
      this.#escaped = false;
      i++;
    }
    let isEnd = false;
    while (i < length && !isEnd) {
      const byte = bytes[i++]!;
      if (quoted) {
        if (byte === ascii.DOUBLE_QUOTE) {
          quoted = false;
          isEnd = depth === 0;
        } else if (byte === ascii.BACKSLASH) i++;
      } else if (byte === ascii.DOUBLE_QUOTE) quoted = true;
      else if (byte === ascii.OPEN_BRACE || byte === ascii.OPEN_BRACKET) depth++;
      else if (byte === ascii.CLOSE_BRACE || byte === ascii.CLOSE_BRACKET) isEnd = --depth <= 0;
    }
    this.#escaped = i > length;
    this.#depth = depth;
    this.#quoted = quoted;
    return isEnd ? i : -1;
  }
}

const SCANNER = new ValueScanner();

/** Returns the index after a number or a word, or -1. */
function wordEnd(bytes: Uint8Array, from: number): number {
  const isEnd = (byte: number) =>
    byte === ascii.COMMA ||
    byte === ascii.CLOSE_BRACKET ||
    byte === ascii.CLOSE_BRACE ||
    ascii.isJsonSpace(byte);
  for (let i = from; i < bytes.length; i++) if (isEnd(bytes[i]!)) return i;
  return -1;
}

/** Maximum length in bytes of a string that is kept, with its quotes. */
const MAX_STRING = 1_026;

/**
 * Finds the values of an object, of a list, or of the input, one after another and across chunks. Reads the names of members, and
 * skips values that the caller does not read.
 */
export class MemberScanner {
  /** Opening bracket. Undefined for the values of the input. */
  readonly open: number | undefined;
  /** Name of the current member, or index of the current element. Undefined for a name that is long or invalid. */
  name: string | undefined;
  /** Value of the member `type`, if it is a string. */
  type: string | undefined;
  /** True after the closing bracket. */
  isEnd = false;
  #next: "open" | "name" | "value" | "rest";
  readonly #scanner = new ValueScanner();
  #isSkipping = false;
  /** Beginning of the string that is skipped, and the text of the last string. */
  #string: Uint8Array | undefined;
  #text: string | undefined;
  #index = 0;

  constructor(open?: number) {
    this.open = open;
    this.#next = open === undefined ? "value" : "open";
  }

  /** Returns the offset of the next value, the offset after the closing bracket, or the length. */
  scan(bytes: Uint8Array, from: number): number {
    for (let i = from; i < bytes.length;) {
      const byte = bytes[i]!;
      if (this.#isSkipping) {
        const end = this.#scanner.scan(bytes, i);
        this.#skip(bytes.subarray(i, end < 0 ? bytes.length : end), end >= 0);
        i = end < 0 ? bytes.length : end;
      } else if (this.#next === "value" && isValueStart(byte)) {
        this.#next = "rest";
        return i;
      } else if (isLongStart(byte) && this.#next !== "open") {
        this.#scanner.begin(byte);
        this.#isSkipping = true;
        this.#string = byte === ascii.DOUBLE_QUOTE ? NO_BYTES : undefined;
      } else {
        i++;
        this.#pass(byte);
        if (this.isEnd) return i;
      }
    }
    return bytes.length;
  }

  /** Reads a byte between values. */
  #pass(byte: number): void {
    if (this.open === undefined) this.#next = "value";
    else if (byte === ascii.CLOSE_BRACE || byte === ascii.CLOSE_BRACKET) this.isEnd = true;
    else if (byte === ascii.COLON && this.#next === "name") {
      this.name = this.#text;
      this.#next = "value";
    } else if (byte === ascii.COMMA || this.#next === "open") {
      this.#next = this.open === ascii.OPEN_BRACE ? "name" : "value";
      if (this.open === ascii.OPEN_BRACKET) this.name = String(this.#index++);
    }
  }

  /** Reads a part of a value that is skipped. */
  #skip(part: Uint8Array, isEnd: boolean): void {
    if (this.#string !== undefined && this.#string.length <= MAX_STRING)
      this.#string = concatBytes([this.#string, part.subarray(0, MAX_STRING + 1)]);
    if (!isEnd) return;
    this.#isSkipping = false;
    if (this.open === undefined) this.#next = "value";
    if (this.#string === undefined) return;
    this.#text = textOf(this.#string);
    if (this.#next === "rest" && this.name === "type") this.type = this.#text;
  }
}

/** Returns undefined for a long or invalid string. */
function textOf(string: Uint8Array): string | undefined {
  if (string.length > MAX_STRING) return undefined;
  try {
    return JSON.parse(decodeUtf8(string)) as string;
  } catch {
    return undefined;
  }
}

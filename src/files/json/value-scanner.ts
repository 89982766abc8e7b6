/** Finds the ends of JSON values without parsing them. Correct only for valid JSON; the parser rejects invalid JSON. */
import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  DIGIT_NINE,
  DIGIT_ZERO,
  DOUBLE_QUOTE,
  LINE_FEED,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  SPACE,
  TAB,
} from "../bytes/bytes.ts";

const CASE_BIT = 0x20;
const LETTER_A = 0x61;
const LETTER_Z = 0x7a;

/** Returns whether a byte can begin a value: a bracket, a quote, a digit, a minus sign or a letter. */
export function isValueStart(byte: number): boolean {
  return isLongStart(byte) || isWordStart(byte);
}

/** Returns whether a byte begins a value whose end is a byte of its own. */
function isLongStart(byte: number): boolean {
  return byte === OPEN_BRACE || byte === OPEN_BRACKET || byte === DOUBLE_QUOTE;
}

function isWordStart(byte: number): boolean {
  return (
    byte === MINUS ||
    (byte >= DIGIT_ZERO && byte <= DIGIT_NINE) ||
    ((byte | CASE_BIT) >= LETTER_A && (byte | CASE_BIT) <= LETTER_Z)
  );
}

export function isJsonSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}

/** Returns the offset of the next value after white space and commas, or the length. */
export function valueStart(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && (bytes[i] === COMMA || isJsonSpace(bytes[i]!))) i++;
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
  depth = 0;
  /** Maximum nesting depth since {@link begin}. */
  deepest = 0;
  /** Number of line feeds since {@link begin}. JSON strings cannot contain line feeds. */
  lines = 0;
  /** Index after the last line feed in the current chunk, or -1. */
  lineStart = -1;
  #isWord = false;
  #quoted = false;
  #escaped = false;

  /** @param first first byte of the value, which is scanned, too */
  begin(first: number): void {
    this.depth = 0;
    this.deepest = 0;
    this.lines = 0;
    this.#isWord = !isLongStart(first);
    this.#quoted = false;
    this.#escaped = false;
  }

  /** Returns the index after the value, or -1 if the chunk ends first. */
  scan(bytes: Uint8Array, from: number): number {
    this.lineStart = -1;
    return this.#isWord ? wordEnd(bytes, from) : this.#scan(bytes, from);
  }

  #scan(bytes: Uint8Array, from: number): number {
    const { length } = bytes;
    let i = from;
    let { depth, deepest } = this;
    let quoted = this.#quoted;
    if (this.#escaped && i < length) {
      this.#escaped = false;
      i++;
    }
    let isEnd = false;
    while (i < length && !isEnd) {
      const byte = bytes[i++]!;
      if (quoted) {
        if (byte === DOUBLE_QUOTE) {
          quoted = false;
          isEnd = depth === 0;
        } else if (byte === BACKSLASH) i++;
      } else if (byte === DOUBLE_QUOTE) quoted = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (++depth > deepest) deepest = depth;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) isEnd = --depth <= 0;
      else if (byte === LINE_FEED) {
        this.lines++;
        this.lineStart = i;
      }
    }
    this.#escaped = i > length;
    this.depth = depth;
    this.deepest = deepest;
    this.#quoted = quoted;
    return isEnd ? i : -1;
  }
}

const SCANNER = new ValueScanner();

/** Returns the index after a number or a word, or -1. */
function wordEnd(bytes: Uint8Array, from: number): number {
  const isEnd = (byte: number) =>
    byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE || isJsonSpace(byte);
  for (let i = from; i < bytes.length; i++) if (isEnd(bytes[i]!)) return i;
  return -1;
}

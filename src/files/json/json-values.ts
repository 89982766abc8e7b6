/** Finds the boundaries of JSON values in a list, without parsing them. */
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
import { NestingScanner } from "./nesting-scanner.ts";

const CASE_BIT = 0x20;
const LETTER_A = 0x61;
const LETTER_Z = 0x7a;

/** Returns whether a byte can begin a value: a bracket, a quote, a digit, a minus sign or a letter. */
export function isValueStart(byte: number): boolean {
  return (
    byte === OPEN_BRACE ||
    byte === OPEN_BRACKET ||
    byte === DOUBLE_QUOTE ||
    byte === MINUS ||
    (byte >= DIGIT_ZERO && byte <= DIGIT_NINE) ||
    ((byte | CASE_BIT) >= LETTER_A && (byte | CASE_BIT) <= LETTER_Z)
  );
}

/** Finds the end of a string, number or word, across chunks. */
export class ScalarScanner {
  #quoted = false;
  #escaped = false;

  /** @param byte first byte of the value */
  begin(byte: number): void {
    this.#quoted = byte === DOUBLE_QUOTE;
    this.#escaped = false;
  }

  /** Returns the index after the value, or -1 if the chunk ends first. Call it with the bytes after the first. */
  scan(bytes: Uint8Array, from: number): number {
    for (let i = from; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (!this.#quoted) {
        if (isScalarEnd(byte)) return i;
      } else if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === DOUBLE_QUOTE) return i + 1;
    }
    return -1;
  }
}

/** Returns whether a byte ends a number or a word. */
function isScalarEnd(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE || isSpace(byte);
}

/** Returns the offset of the next value after white space and commas, or the length. */
export function valueStart(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && (bytes[i] === COMMA || isSpace(bytes[i]!))) i++;
  return i;
}

/** Returns the offset after the value that begins at `from`. */
export function valueEnd(bytes: Uint8Array, from: number): number {
  const first = bytes[from]!;
  if (first === OPEN_BRACE || first === OPEN_BRACKET) {
    const scanner = new NestingScanner();
    const end = scanner.scan(bytes, from);
    return end < 0 ? bytes.length : end;
  }
  const scalar = new ScalarScanner();
  scalar.begin(first);
  const end = scalar.scan(bytes, from + 1);
  return end < 0 ? bytes.length : end;
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}

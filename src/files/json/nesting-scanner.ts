/**
 * Finds the end of an object or list by counting brackets outside strings, across chunks. Correct only for
 * valid JSON; the parser rejects invalid JSON. Written for speed, because it visits every byte.
 */
import {
  LINE_FEED,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  DOUBLE_QUOTE,
} from "../bytes/bytes.ts";

export class NestingScanner {
  depth = 0;
  /** Maximum nesting depth since {@link begin}. */
  deepest = 0;
  /** Number of line feeds since {@link begin}. JSON strings cannot contain line feeds. */
  lines = 0;
  /** Index after the last line feed in the current chunk, or -1. */
  lineStart = -1;
  #quoted = false;
  #escaped = false;

  begin(): void {
    this.depth = 0;
    this.deepest = 0;
    this.lines = 0;
    this.#quoted = false;
    this.#escaped = false;
  }

  /** Returns the index after the outermost object or list, or -1 if the chunk ends first. */
  scan(bytes: Uint8Array, from: number): number {
    const { length } = bytes;
    let i = from;
    let { depth, deepest } = this;
    let quoted = this.#quoted;
    this.lineStart = -1;
    if (this.#escaped && i < length) {
      this.#escaped = false;
      i++;
    }
    while (i < length) {
      const byte = bytes[i++]!;
      if (quoted) {
        if (byte === DOUBLE_QUOTE) quoted = false;
        else if (byte === BACKSLASH) i++;
      } else if (byte === DOUBLE_QUOTE) quoted = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (++depth > deepest) deepest = depth;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (--depth <= 0) {
          this.#store(depth, deepest, quoted);
          return i;
        }
      } else if (byte === LINE_FEED) {
        this.lines++;
        this.lineStart = i;
      }
    }
    if (i > length) this.#escaped = true;
    this.#store(depth, deepest, quoted);
    return -1;
  }

  #store(depth: number, deepest: number, quoted: boolean): void {
    this.depth = depth;
    this.deepest = deepest;
    this.#quoted = quoted;
  }
}

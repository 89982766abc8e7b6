/**
 * Finds where a JSON object or list ends, without understanding what is in it: it counts brackets outside strings.
 * The scan can stop after any byte and go on with the next chunk.
 *
 * This is the one loop that sees every byte of a JSON file, so it is written for speed. Its answers are right for
 * valid JSON; for anything else the text it delimits is refused by the parser.
 */
import {
  LINE_FEED,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "./bytes.ts";

export class NestingScanner {
  /** Objects and lists that are open. */
  depth = 0;
  /** The deepest that it was since {@link begin}. */
  deepest = 0;
  /** Line feeds outside strings since {@link begin}. (Inside strings they are no JSON.) */
  lines = 0;
  /** The index after the last of these, in the chunk that was scanned last; -1 if that chunk had none. */
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

  /**
   * Scans from an index to the end of what was opened first.
   *
   * @returns the index after the closing bracket, or -1 if the chunk ends before it
   */
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
        if (byte === QUOTE) quoted = false;
        else if (byte === BACKSLASH) i++;
      } else if (byte === QUOTE) quoted = true;
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

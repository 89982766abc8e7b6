import { indexOf, LINE_FEED } from "../bytes/bytes.ts";
import { NO_BYTES, utf8Length } from "../bytes/decode.ts";
import type { FilePosition } from "./reading-fault.ts";

export interface StreamPosition {
  /** Number of bytes before the position. */
  readonly byte: number;
  readonly line: number;
  /** Column number. Undefined if other rows precede on the same line. */
  readonly column: number | undefined;
}

/**
 * Returns the position after `lead`.
 * @param lead text that begins at `start`
 */
export function advancePosition(
  start: StreamPosition,
  lead: string,
): FilePosition & { readonly line: number; readonly byte: number } {
  const lastFeed = lead.lastIndexOf("\n");
  const characters = Array.from(lead.slice(lastFeed + 1)).length;
  const byte = start.byte + utf8Length(lead) + 1;
  const line = start.line + lead.split("\n").length - 1;
  if (lastFeed >= 0) return { line, column: characters + 1, byte };
  if (start.column === undefined) return { line, byte };
  return { line, column: start.column + characters, byte };
}

/** Position of a reader in the chunks of a file. */
export class ChunkPosition {
  /** Number of bytes before the current chunk. */
  base = 0;
  line = 1;
  /** Byte offset of the current line. */
  lineStart = 0;
  /** True while the line has only ASCII punctuation and white space, so that a column is a byte count. */
  isPlain = true;
  /** Next line feed in the chunk, which is searched only once. */
  #feed = -1;
  #bytes: Uint8Array = NO_BYTES;

  constructor(start: StreamPosition) {
    this.moveTo(start);
  }

  moveTo({ byte, line, column }: StreamPosition): void {
    this.base = byte;
    this.line = line;
    this.isPlain = column !== undefined;
    this.lineStart = byte - (column ?? 1) + 1;
  }

  /** Passes bytes of the chunk that can have any characters. */
  pass(bytes: Uint8Array, from: number, to: number): void {
    if (bytes !== this.#bytes || this.#feed < from) this.#feed = indexOf(bytes, LINE_FEED, from);
    this.#bytes = bytes;
    for (let i = this.#feed; i < to; i++) if (bytes[i] === LINE_FEED) this.newLine(i + 1);
    this.isPlain = false;
  }

  /** @param start offset of the line in the chunk */
  newLine(start: number): void {
    this.line++;
    this.lineStart = this.base + start;
    this.isPlain = true;
  }

  /** Returns the position after the first `i` bytes of the chunk. */
  after(i: number): StreamPosition {
    const byte = this.base + i;
    return { byte, line: this.line, column: this.isPlain ? byte - this.lineStart + 1 : undefined };
  }
}

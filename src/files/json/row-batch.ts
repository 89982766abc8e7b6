import { concatBytes, decodeUtf8 } from "../bytes/decode.ts";
import type { StreamPosition } from "../rows/file-position.ts";
import type { JsonRowParser } from "./json-row-parser.ts";

/** The rows that one chunk completes. They are parsed together. */
export class RowBatch {
  /** Number of rows that the chunk completes. */
  count = 0;
  /** Start of the current row. */
  rowStart: StreamPosition;
  /** Chunks of the current row, which is incomplete. */
  #parts: Uint8Array[] = [];
  /** Range of the chunk that contains the rows completed by it. */
  #from = 0;
  #to = 0;
  #start: StreamPosition;
  /** Index in the chunk where the current row begins, or 0 if it began in an earlier chunk. */
  #rowFrom = 0;

  constructor(start: StreamPosition) {
    this.#start = this.rowStart = start;
  }

  /** @param i index in the chunk where reading begins */
  beginChunk(i = 0): void {
    this.#from = this.#to = this.#rowFrom = i;
    this.#start = this.rowStart;
    this.count = 0;
  }

  /** Keeps the current row, which the chunk does not complete. */
  endChunk(bytes: Uint8Array): void {
    this.#parts.push(bytes.subarray(this.#rowFrom));
  }

  beginRow(i: number, start: StreamPosition): void {
    this.#rowFrom = i;
    this.rowStart = start;
    if (this.count > 0) return;
    this.#from = i;
    this.#start = start;
  }

  endRow(end: number): void {
    this.#to = end;
    this.count++;
  }

  /** Returns the text of the current row, which ends at an index. */
  rowText(bytes: Uint8Array, end: number): string {
    return decodeUtf8(concatBytes([...this.#parts, bytes.subarray(this.#rowFrom, end)]));
  }

  dropRow(): void {
    this.#parts = [];
  }

  parse(bytes: Uint8Array, parser: JsonRowParser): void {
    if (this.count === 0) return;
    let batch = bytes.subarray(this.#from, this.#to);
    if (this.#parts.length > 0) batch = concatBytes([...this.#parts, batch]);
    this.#parts = [];
    this.count = 0;
    parser.parse(batch, this.#start);
  }
}

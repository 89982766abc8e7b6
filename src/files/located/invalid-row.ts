import type { ReadingFault } from "../rows/reading-fault.ts";

/** A row of a text that is invalid. */
export interface InvalidRow {
  /** Number of the line where the row begins, from 1. */
  readonly line: number;
  /** Number of the row in the text, from 1. Invalid rows count too. 0 for the header. */
  readonly row: number;
  /** Number of bytes of the text before the row, a byte order mark included. */
  readonly byte: number;
  /** A copy of the row, without its line end. */
  readonly text: Uint8Array;
  /** Why the row is invalid. */
  readonly message: string;
  /** What is wrong with the row, and where. */
  readonly fault: ReadingFault;
}

/** Rejects the loading of a text that has an invalid row, or an invalid header. */
export class InvalidRowError extends Error {
  override readonly name = "InvalidRowError";
  /** Number of the line where the row begins, from 1. */
  readonly line: number;
  /** Number of the row in the text, from 1. 0 for the header. */
  readonly row: number;

  constructor({ line, row, message }: Pick<InvalidRow, "line" | "row" | "message">) {
    super(`Line ${line}: ${message}`);
    this.line = line;
    this.row = row;
  }
}

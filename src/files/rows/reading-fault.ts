import { requireObject } from "../../diagnostics/require-argument.ts";

/** Position in a file, after decompression and in UTF-8. All numbers count from 1. */
export interface FilePosition {
  readonly line?: number;
  /** Column in code points. Undefined if the beginning of the line is no longer in memory. */
  readonly column?: number;
  readonly byte?: number;
  /** Row number. A header is not counted. */
  readonly row?: number;
}

/** Option with another value of which a file could be read in another way. */
export type OptionName =
  "comment" | "encoding" | "escape" | "format" | "path" | "quote" | "ragged" | "skip" | "strict";

/** Clause about how a file is read. */
export interface ReadingNote {
  readonly text: string;
  /** Option that reads the file in another way. */
  readonly option?: OptionName | undefined;
}

/** What is wrong with a file, or with one of its rows. */
export class ReadingFault extends Error {
  override readonly name = "ReadingFault";
  readonly position: FilePosition;
  /** Clause without a period, such as "a quoted cell that begins in this row is not closed". */
  readonly reason: string;
  /** Option that can help. */
  readonly option: OptionName | undefined;

  /** @example new ReadingFault({ line: 3, row: 2 }, "…").message // "line 3, row 2: …" */
  constructor(position: FilePosition, reason: string, option?: OptionName) {
    const where = positionText(position);
    super(where === "" ? reason : `${where}: ${reason}`);
    this.position = position;
    this.reason = reason;
    this.option = option;
  }
}

/** @example positionText({ line: 3, row: 2 }) // "line 3, row 2" */
export function positionText(position: FilePosition): string {
  requireObject(position, "position");
  const { line, column, byte, row } = position;
  const parts: string[] = [];
  if (line !== undefined) parts.push(`line ${line}`);
  if (column !== undefined) parts.push(`column ${column}`);
  if (byte !== undefined && column === undefined) parts.push(`byte ${byte}`);
  if (row !== undefined) parts.push(`row ${row}`);
  return parts.join(", ");
}

/** Errors of reading and writing files. They end a command with an exit code, and their messages are for users. */
import { escapeControls, show } from "tamis/diagnostics";

/** A file cannot be opened, read or written. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly exitCode = 2;
}

/** The output cannot be written, for example because the disk is full. A closed pipe is {@link OutputClosed}. */
export class OutputError extends Error {
  override readonly name = "OutputError";
  readonly exitCode = 2;
}

/** The reader of the output closed its pipe (`tamis … | head`). Ends the command silently with exit code 0. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed";
  readonly exitCode = 0;

  constructor() {
    super("The reader of the output has closed it.");
  }
}

/** A position in a file. All numbers count from 1, as in editors. Bytes are those of the decompressed data. */
export interface FilePosition {
  readonly line?: number;
  /** Column in code points. Undefined if the beginning of the line is not known any more. */
  readonly column?: number;
  readonly byte?: number;
  /** Row number. The header of a CSV file does not count. */
  readonly row?: number;
}

/** The content of a file is invalid. */
export class DataError extends Error {
  override readonly name = "DataError";
  readonly exitCode = 4;
  /** File name as given by the user, or `standard input`. */
  readonly file: string;
  readonly position: FilePosition;
  /** Message without file and position. */
  readonly reason: string;

  /** @example new DataError("a.csv", { line: 3, row: 2 }, "…").message // "a.csv, line 3, row 2: …" */
  constructor(file: string, position: FilePosition, reason: string) {
    super(`${escapeControls(file)}${positionText(position)}: ${reason}`);
    this.file = file;
    this.position = position;
    this.reason = reason;
  }
}

function positionText({ line, column, byte, row }: FilePosition): string {
  let text = "";
  if (line !== undefined) text += `, line ${line}`;
  if (column !== undefined) text += `, column ${column}`;
  // The column already determines the byte.
  if (byte !== undefined && column === undefined) text += `, byte ${byte}`;
  if (row !== undefined) text += `, row ${row}`;
  return text;
}

/** Returns the code of a system error (`ENOENT`), or undefined for other errors. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Returns the message of a thrown value, with control characters escaped. */
export function messageOf(error: unknown): string {
  return show(error instanceof Error ? error.message : String(error));
}

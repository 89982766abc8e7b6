/** Error classes with messages for users. Each error ends a command with an exit code. */
import { escapeControls } from "tamis/diagnostics";

export class InputError extends Error {
  override readonly name = "InputError";
  readonly exitCode = 2;
}

/** Failed write to an output. A closed pipe is an {@link OutputClosed} instead. */
export class OutputError extends Error {
  override readonly name = "OutputError";
  readonly exitCode = 2;
}

/** The reader closed the pipe (`tamis … | head`). Ends the command silently with exit code 0. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed";
  readonly exitCode = 0;

  constructor() {
    super("The reader of the output has closed it.");
  }
}

/** Position in a decompressed input file. All numbers count from 1. */
export interface FilePosition {
  readonly line?: number;
  /** Column in code points. Undefined if the beginning of the line is no longer in memory. */
  readonly column?: number;
  readonly byte?: number;
  /** Row number. A CSV header is not counted. */
  readonly row?: number;
}

export class DataError extends Error {
  override readonly name = "DataError";
  readonly exitCode = 4;
  /** File name as the user wrote it, or `standard input`. */
  readonly file: string;
  readonly position: FilePosition;
  /** Message without the file name and position. */
  readonly reason: string;

  /** @example new DataError("a.csv", { line: 3, row: 2 }, "…").message // "a.csv, line 3, row 2: …" */
  constructor(file: string, position: FilePosition, reason: string) {
    const where = positionText(position);
    super(`${escapeControls(file)}${where === "" ? "" : `, ${where}`}: ${reason}`);
    this.file = file;
    this.position = position;
    this.reason = reason;
  }
}

/** @example positionText({ line: 3, row: 2 }) // "line 3, row 2" */
export function positionText({ line, column, byte, row }: FilePosition): string {
  const parts: string[] = [];
  if (line !== undefined) parts.push(`line ${line}`);
  if (column !== undefined) parts.push(`column ${column}`);
  if (byte !== undefined && column === undefined) parts.push(`byte ${byte}`);
  if (row !== undefined) parts.push(`row ${row}`);
  return parts.join(", ");
}

/** Returns the code of a system error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Maximum number of UTF-16 code units of the message of an error. Those of drivers can contain whole statements. */
const MAX_MESSAGE = 1_000;

/** Returns the message of an error, with control characters escaped. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return escapeControls(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message);
}

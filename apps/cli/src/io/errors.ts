/** Messages are for users. Each error ends a command with an exit code. */
import { escapeControls, show } from "tamis/diagnostics";

export class InputError extends Error {
  override readonly name = "InputError";
  readonly exitCode = 2;
}

/** Excludes a closed pipe: see {@link OutputClosed}. */
export class OutputError extends Error {
  override readonly name = "OutputError";
  readonly exitCode = 2;
}

/** A closed pipe (`tamis … | head`). Ends the command silently with exit code 0. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed";
  readonly exitCode = 0;

  constructor() {
    super("The reader of the output has closed it.");
  }
}

/** Numbers count from 1. Bytes are decompressed. */
export interface FilePosition {
  readonly line?: number;
  /** In code points. Undefined if the line's beginning is lost. */
  readonly column?: number;
  readonly byte?: number;
  /** Excludes a CSV header. */
  readonly row?: number;
}

export class DataError extends Error {
  override readonly name = "DataError";
  readonly exitCode = 4;
  /** As given by the user, or `standard input`. */
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
  if (byte !== undefined && column === undefined) text += `, byte ${byte}`;
  if (row !== undefined) text += `, row ${row}`;
  return text;
}

/** Such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Escapes control characters. */
export function messageOf(error: unknown): string {
  return show(error instanceof Error ? error.message : String(error));
}

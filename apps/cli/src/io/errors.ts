/**
 * What can go wrong with files, as errors that a command prints and ends with. The messages are for people: a file, a
 * place, a reason. A stack is of no use to them and is never printed.
 */
import { escapeControls, show } from "tamis/diagnostics";

/** Something cannot be opened, read or written at all. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly exitCode = 2;
}

/** The output cannot be written: the disk is full, the device is gone. A closed pipe is {@link OutputClosed}. */
export class OutputError extends Error {
  override readonly name = "OutputError";
  readonly exitCode = 2;
}

/**
 * Whoever read our output has gone away (`tamis … | head`). Nothing is wrong: a command stops quietly with exit
 * code 0.
 */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed";
  readonly exitCode = 0;

  constructor() {
    super("The reader of the output has closed it.");
  }
}

/** A place in a file. Everything counts from 1, as editors do; bytes are those of the unpacked data. */
export interface Place {
  readonly line?: number;
  /** Characters (code points) from the start of the line. Absent where the start of the line is long gone. */
  readonly column?: number;
  readonly byte?: number;
  /** The number of the row: the header of a CSV file is no row. */
  readonly row?: number;
}

/** The file was opened and what is in it is wrong. */
export class DataError extends Error {
  override readonly name = "DataError";
  readonly exitCode = 4;
  /** The file as it was named, or `standard input`. */
  readonly file: string;
  readonly place: Place;
  /** The sentence without the file and the place. */
  readonly reason: string;

  /** @example new DataError("a.csv", { line: 3, row: 2 }, "…").message // "a.csv, line 3, row 2: …" */
  constructor(file: string, place: Place, reason: string) {
    super(`${escapeControls(file)}${placeText(place)}: ${reason}`);
    this.file = file;
    this.place = place;
    this.reason = reason;
  }
}

function placeText({ line, column, byte, row }: Place): string {
  let text = "";
  if (line !== undefined) text += `, line ${line}`;
  if (column !== undefined) text += `, column ${column}`;
  // A byte beside a column would say the same twice.
  if (byte !== undefined && column === undefined) text += `, byte ${byte}`;
  if (row !== undefined) text += `, row ${row}`;
  return text;
}

/** The error code of a failed call of the system (`ENOENT`), if that is what `error` is. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** The message of whatever was thrown, made safe for a terminal. */
export function messageOf(error: unknown): string {
  return show(error instanceof Error ? error.message : String(error));
}

/** Error classes with messages for users. Each error ends a command with an exit code. */
import { escapeControls } from "tamis/diagnostics";
import { positionText, type FilePosition } from "tamis/files";

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

/** Returns the code of a system error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Maximum number of UTF-16 code units of the message of an error. Those of drivers can contain whole statements. */
const MAX_MESSAGE = 1_000;

/** Returns the message of an error, followed by that of its cause, such as an error of a driver. Escapes control characters. */
export function messageWithCause(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? messageOf(error) : `${messageOf(error)} ${messageOf(cause)}`;
}

/** Returns the message of an error, with control characters escaped. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return escapeControls(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message);
}

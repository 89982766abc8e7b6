import { PatternWorkError, ScanLimitError, StatementError, TableMismatchError } from "tamis/databases";
import { escapeControls } from "tamis/diagnostics";
import { InputError } from "../io/errors.ts";
import type { DatabaseAddress } from "./database-address.ts";

const MAX_MESSAGE_LENGTH = 500;

/** Converts a driver error to an error with a message for users. Returns other errors unchanged. */
export function databaseFailure(
  error: unknown,
  { shown }: DatabaseAddress,
  seconds: string | undefined,
): unknown {
  if (error instanceof PatternWorkError) return error;
  if (error instanceof TableMismatchError || error instanceof ScanLimitError)
    return new InputError(escapeControls(error.message));
  if (error instanceof StatementError) {
    const { failure, message } = error;
    if (failure === "timeout" && seconds !== undefined)
      return new InputError(`${shown}: A statement took longer than ${seconds} s (--timeout).`);
    return new InputError(`${shown}: ${message}${quotedMessage(error.cause)}`);
  }
  return isDriverError(error) ? openFailure(error, shown) : error;
}

/**
 * Converts an error of a driver while it opens a database. Errors of tamis are returned unchanged.
 * @param shown address of the database
 */
export function openFailure(error: unknown, shown: string): unknown {
  if (!(error instanceof Error) || "exitCode" in error) return error;
  return new InputError(`${shown}: It cannot be opened.${quotedMessage(error)}`);
}

/** Returns whether a driver threw the error. Errors of tamis have an exit code. */
function isDriverError(error: unknown): boolean {
  return (
    error instanceof Error && !("exitCode" in error) && ("code" in error || /error/i.test(error.message))
  );
}

/** Returns the driver's message in parentheses: on one line and shortened. */
function quotedMessage(cause: unknown): string {
  const line = innermostMessage(cause).replace(/\s+/g, " ").trim();
  if (line === "") return "";
  const cut = line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, MAX_MESSAGE_LENGTH)}…` : line;
  return ` (${escapeControls(cut)})`;
}

function innermostMessage(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return innermostMessage(cause.errors[0]);
  if (!(cause instanceof Error)) return "";
  const { sqlMessage } = cause as { readonly sqlMessage?: unknown };
  if (typeof sqlMessage !== "string") return cause.message;
  // Errors of MariaDB's driver: `message` also has the number of the connection. A pool reports its timeout, with the real error
  // as the cause.
  return innermostMessage(cause.cause) || sqlMessage;
}

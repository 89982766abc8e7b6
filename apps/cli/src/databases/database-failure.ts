import { ScanLimitError, StatementError, TableMismatchError } from "tamis/databases";
import { escapeControls } from "tamis/diagnostics";
import { InputError } from "../io/errors.ts";
import type { DatabaseAddress } from "./database-address.ts";

const MAX_MESSAGE_LENGTH = 500;

/** Converts a driver error to an error with a message for users. Returns other errors unchanged. */
export function databaseFailure(
  error: unknown,
  { shown, secrets }: DatabaseAddress,
  seconds: string | undefined,
): unknown {
  if (error instanceof TableMismatchError || error instanceof ScanLimitError)
    return new InputError(escapeControls(error.message));
  if (error instanceof StatementError) {
    const { failure, message } = error;
    if (failure === "timeout" && seconds !== undefined)
      return new InputError(`${shown}: A statement took longer than ${seconds} s (--timeout).`);
    return new InputError(`${shown}: ${message}${quotedMessage(error.cause, secrets)}`);
  }
  if (isDriverError(error))
    return new InputError(`${shown}: It cannot be opened.${quotedMessage(error, secrets)}`);
  return error;
}

/** Returns whether a driver threw the error. Errors of tamis have an exit code. */
function isDriverError(error: unknown): boolean {
  return (
    error instanceof Error && !("exitCode" in error) && ("code" in error || /error/i.test(error.message))
  );
}

/** Returns the driver's message in parentheses: on one line, shortened and without secrets. */
function quotedMessage(cause: unknown, secrets: readonly string[]): string {
  let message = innermostMessage(cause);
  if (message === "") return "";
  for (const secret of secrets) message = message.replaceAll(secret, "***");
  const line = message.replace(/\s+/g, " ").trim().slice(0, MAX_MESSAGE_LENGTH);
  return ` (${escapeControls(line)})`;
}

function innermostMessage(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return innermostMessage(cause.errors[0]);
  return cause instanceof Error ? cause.message : "";
}

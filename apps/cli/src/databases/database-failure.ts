/** What a database says, as an error that a command prints and ends with: exit code 2. */
import { ScanLimitError, StatementError, TableMisfitError } from "tamis/databases";
import { escapeControls } from "tamis/diagnostics";
import { InputError } from "../io/errors.ts";
import type { DatabaseAddress } from "./database-address.ts";

/** Characters of a database's own words that are shown. */
const LONGEST = 500;

/** @returns the error itself where it is none of a database. */
export function databaseFailure(
  error: unknown,
  { shown, secrets }: DatabaseAddress,
  seconds: string | undefined,
): unknown {
  if (error instanceof TableMisfitError || error instanceof ScanLimitError)
    return new InputError(escapeControls(error.message));
  if (error instanceof StatementError) {
    const { failure, message } = error;
    if (failure === "timeout" && seconds !== undefined)
      return new InputError(`${shown}: A statement took longer than ${seconds} s (--timeout).`);
    return new InputError(`${shown}: ${message}${wordsOf(error.cause, secrets)}`);
  }
  if (isOfDriver(error)) return new InputError(`${shown}: It cannot be opened.${wordsOf(error, secrets)}`);
  return error;
}

/** Errors of opening, which no adapter has seen. Ours have an exit code. */
function isOfDriver(error: unknown): boolean {
  return (
    error instanceof Error && !("exitCode" in error) && ("code" in error || /error/i.test(error.message))
  );
}

/** The database's own words, cut, in one line and without what is secret. */
function wordsOf(cause: unknown, secrets: readonly string[]): string {
  let words = deepest(cause);
  if (words === "") return "";
  for (const secret of secrets) words = words.replaceAll(secret, "***");
  const line = words.replace(/\s+/g, " ").trim().slice(0, LONGEST);
  return ` (${escapeControls(line)})`;
}

function deepest(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return deepest(cause.errors[0]);
  return cause instanceof Error ? cause.message : "";
}

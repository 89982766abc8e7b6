import { StatementError, type StatementFailure } from "../../source.ts";
import { NETWORK_ERRORS } from "../shared/network-errors.ts";
import { withErrors } from "../shared/with-errors.ts";

export function statementError(error: unknown, isAborted: boolean): StatementError {
  if (error instanceof StatementError) return error;
  const failure = failureOf(error, isAborted);
  return new StatementError(failure, MESSAGES[failure], error);
}

/** @throws StatementError for an error of the driver */
export function withStatementErrors<T>(result: Promise<T>, signal?: AbortSignal): Promise<T> {
  return withErrors(result, (error) => statementError(error, signal?.aborted === true));
}

/** Returns the SQLSTATE of a driver error (five characters), or the error code of the driver or operating system. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}

function failureOf(error: unknown, isAborted: boolean): StatementFailure {
  const code = codeOf(error);
  if (code === undefined) {
    const message = error instanceof Error ? error.message : "";
    return LOST_CONNECTION.test(message) ? "connection" : "other";
  }
  const failure = FAILURES.get(code) ?? FAILURES.get(code.slice(0, 2));
  if (failure === "timeout" && isAborted) return "canceled";
  return failure ?? "other";
}

/** Messages of the driver about lost and unavailable connections and ended pools, which have no code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has encountered)|Cannot use a pool|The server does not support SSL)/;

/** Kind of failure by SQLSTATE, or by SQLSTATE class (the first two characters). */
const FAILURES: ReadonlyMap<string, StatementFailure> = new Map([
  ["57014", "timeout"],
  ["28", "authentication"],
  ["42P01", "missing-table"],
  ["3F000", "missing-table"],
  ["42703", "missing-column"],
  ["08", "connection"],
  ["57P01", "connection"],
  ["57P02", "connection"],
  ["57P03", "connection"],
  ["57P05", "connection"],
  ["3D000", "connection"],
  ["53300", "connection"],
  ["CONNECTION_CLOSED", "connection"],
  ["CONNECTION_ENDED", "connection"],
  ["CONNECTION_DESTROYED", "connection"],
  ["CONNECT_TIMEOUT", "connection"],
  ...NETWORK_ERRORS,
]);

const MESSAGES: Readonly<Record<StatementFailure, string>> = {
  timeout: "The statement exceeded its timeout.",
  canceled: "The statement was canceled.",
  connection: "The database cannot be reached.",
  authentication: "The database does not know the user or the password.",
  "missing-table": "The database has no such table.",
  "missing-column": "The table has no such column.",
  other: "The database refused the statement.",
};

import { StatementError, type StatementFailure } from "../../source.ts";
import { NETWORK_ERRORS } from "../shared/network-errors.ts";
import { withErrors } from "../shared/with-errors.ts";
import { hasOwn } from "../../../../values/own-properties.ts";

const FAILURES: ReadonlyMap<number | string, StatementFailure> = new Map<number | string, StatementFailure>([
  [1045, "authentication"],
  [1698, "authentication"],
  [1146, "missing-table"],
  [1054, "missing-column"],
  [1969, "timeout"],
  [3024, "timeout"],
  [1317, "canceled"],
  [1040, "connection"],
  [1053, "connection"],
  [1927, "connection"],
  [2006, "connection"],
  [2013, "connection"],
  ...NETWORK_ERRORS,
  ["PROTOCOL_CONNECTION_LOST", "connection"],
  ["ER_CONNECTION_TIMEOUT", "connection"],
  ["ER_GET_CONNECTION_TIMEOUT", "connection"],
  ["ER_CMD_CONNECTION_CLOSED", "connection"],
  ["ER_CONNECTION_ALREADY_CLOSED", "connection"],
  ["ER_SOCKET_UNEXPECTED_CLOSE", "connection"],
  ["ER_SOCKET_TIMEOUT", "connection"],
  ["ER_POOL_ALREADY_CLOSED", "connection"],
]);

const MESSAGES: Readonly<Record<StatementFailure, string>> = {
  timeout: "The statement exceeded its timeout.",
  canceled: "The statement was canceled.",
  connection: "The connection to MariaDB failed.",
  authentication: "MariaDB does not know the user, or the password is wrong.",
  "missing-table": "The database does not have a table of the definition.",
  "missing-column": "The table does not have a column of the definition.",
  other: "MariaDB refused a statement.",
};

export function mariadbError(error: unknown): unknown {
  if (error instanceof StatementError || !isDriverError(error)) return error;
  const failure = failureOf(error);
  return new StatementError(failure, MESSAGES[failure], error);
}

interface DriverError extends Error {
  readonly errno?: unknown;
  readonly code?: unknown;
  readonly fatal?: unknown;
}

function isDriverError(error: unknown): error is DriverError {
  return (
    error instanceof Error &&
    (hasOwn(error, "errno") ||
      hasOwn(error, "sqlState") ||
      hasOwn(error, "fatal") ||
      FAILURES.has(codeOf(error)))
  );
}

function codeOf(error: Error): string {
  if (hasOwn(error, "code") && typeof error.code === "string") return error.code;
  // mysql2 reports an ended pool without an error code.
  return error.message === "Pool is closed." ? "ER_POOL_ALREADY_CLOSED" : "";
}

/**
 * Returns the kind of failure of a driver error. The timeout error of a connection pool has the real error as its
 * cause.
 */
function failureOf(error: DriverError): StatementFailure {
  const { cause } = error;
  const deeper = isDriverError(cause) ? failureOf(cause) : "other";
  if (deeper !== "other") return deeper;
  const failure = FAILURES.get(Number(error.errno)) ?? FAILURES.get(codeOf(error));
  return failure ?? (error.fatal === true ? "connection" : "other");
}

/** Runs work of the driver. @throws StatementError for its errors */
export function guarded<T>(work: () => Promise<T>): Promise<T> {
  return withErrors((async () => work())(), mariadbError);
}

import { StatementError } from "../../source.ts";
import { errorsByMessage, type MessageRule } from "../shared/errors-by-message.ts";

const RULES: readonly MessageRule[] = [
  [/TIMEOUT_EXCEEDED|^Timeout error/, "timeout", "The statement exceeded its timeout."],
  [/QUERY_WAS_CANCELLED/, "canceled", "The statement was canceled."],
  [/UNKNOWN_TABLE|UNKNOWN_DATABASE/, "missing-table", "ClickHouse has no such table."],
  [/UNKNOWN_IDENTIFIER|NO_SUCH_COLUMN_IN_TABLE/, "missing-column", "The table has no such column."],
  [
    /AUTHENTICATION_FAILED|REQUIRED_PASSWORD|WRONG_PASSWORD|ACCESS_DENIED|UNKNOWN_USER/,
    "authentication",
    "ClickHouse refused the user or the password, or the user may not do that.",
  ],
  [
    /ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|socket hang up|NETWORK_ERROR|ALL_CONNECTION_TRIES_FAILED/,
    "connection",
    "ClickHouse cannot be reached.",
  ],
];

/**
 * Converts an error of a driver to a `StatementError`. The messages of ClickHouse end with the name of the error; the driver
 * `@clickhouse/client` has it as a property.
 */
export function clickhouseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StatementError) return error;
  const { type, code } = error as { readonly type?: unknown; readonly code?: unknown };
  const names = [error.message, type, code].filter((name) => typeof name === "string").join(" ");
  const { failure, message } = byMessage(new Error(names)) as StatementError;
  return new StatementError(failure, message, error);
}

const byMessage = errorsByMessage(RULES, "ClickHouse refused the statement.");

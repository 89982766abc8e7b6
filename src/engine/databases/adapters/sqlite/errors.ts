import { withErrors } from "../shared/with-errors.ts";
import { errorsByMessage, type MessageRule } from "../shared/errors-by-message.ts";

// Some drivers write the code of the error before its message.
const RULES: readonly MessageRule[] = [
  [/(?:^|: )no such table/, "missing-table", "SQLite has no such table."],
  [/(?:^|: )no such column/, "missing-column", "The table has no such column."],
  [/(?:^|: )interrupted/, "canceled", "The statement was interrupted."],
  [
    /(?:^|: )(?:unable to open|disk I\/O error|database is locked|database is not open|The database connection is not open|file is not a database)/,
    "connection",
    "SQLite cannot reach its file.",
  ],
  [
    /(?:^|: )(?:not authorized|authorization denied|access to .* is prohibited)/,
    "authentication",
    "SQLite is not allowed to do that.",
  ],
];

export const sqliteError = errorsByMessage(RULES, "SQLite refused the statement.");

/**
 * Waits for the result of a driver.
 *
 * @throws StatementError for errors of SQLite
 */
export function guardedSqlite<T>(result: Promise<T>): Promise<T> {
  return withErrors(result, sqliteError);
}

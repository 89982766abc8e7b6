import { StatementError, type StatementFailure } from "../../source.ts";

/** What SQLite says, by its words. */
const KINDS: readonly (readonly [RegExp, StatementFailure, string])[] = [
  [/^no such table/, "missing-table", "SQLite has no such table."],
  [/^no such column/, "missing-column", "The table has no such column."],
  [/^interrupted/, "canceled", "The statement was interrupted."],
  [
    /^(?:unable to open|disk I\/O error|database is locked|database is not open|The database connection is not open|file is not a database)/,
    "connection",
    "SQLite cannot reach its file.",
  ],
  [
    /^(?:not authorized|authorization denied|access to .* is prohibited)/,
    "authentication",
    "SQLite is not allowed to do that.",
  ],
];

/** An error of the driver as what the engine tells apart. */
export function sqliteFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StatementError) return error;
  const known = KINDS.find(([words]) => words.test(error.message));
  if (known === undefined) return new StatementError("other", "SQLite refused the statement.", error);
  const [, failure, message] = known;
  return new StatementError(failure, message, error);
}

import { StatementError, type StatementFailure } from "../../source.ts";

/** What DuckDB says, by the words that its errors begin with. */
const KINDS: readonly (readonly [RegExp, StatementFailure, string])[] = [
  [/^INTERRUPT Error/, "canceled", "The statement was interrupted."],
  [/^Catalog Error: Table /, "missing-table", "DuckDB has no such table."],
  [/^IO Error: No files found/, "missing-table", "The table's file is not there."],
  [
    /^Binder Error: (?:Referenced column|Table "[^"]*" does not have a column|Values list "[^"]*" does not have a column)/,
    "missing-column",
    "The table has no such column.",
  ],
  [/^(?:IO|Connection|HTTP) Error/, "connection", "DuckDB cannot reach its data."],
  [/^Permission Error/, "authentication", "DuckDB is not allowed to do that."],
];

/** An error of the driver as what the engine tells apart. */
export function duckdbFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StatementError) return error;
  const known = KINDS.find(([words]) => words.test(error.message));
  if (known === undefined) return new StatementError("other", "DuckDB refused the statement.", error);
  const [, failure, message] = known;
  return new StatementError(failure, message, error);
}

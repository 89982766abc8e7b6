import { errorsByMessage, type MessageRule } from "../shared/errors-by-message.ts";

const RULES: readonly MessageRule[] = [
  [/^INTERRUPT Error/, "canceled", "The statement was interrupted."],
  [/^Catalog Error: Table /, "missing-table", "DuckDB has no such table."],
  [/^IO Error: No files found/, "missing-table", "The table's file does not exist."],
  [
    /^Binder Error: (?:Referenced column|Column "[^"]*" referenced that exists in the SELECT clause|Table "[^"]*" does not have a column|Values list "[^"]*" does not have a column)/,
    "missing-column",
    "The table has no such column.",
  ],
  [/^(?:IO|Connection|HTTP) Error/, "connection", "DuckDB cannot reach its data."],
  [/^Permission Error/, "authentication", "DuckDB is not allowed to do that."],
];

/** Converts an error of the driver to a `StatementError`. DuckDB's messages start with the kind of error. */
export const duckdbError = errorsByMessage(RULES, "DuckDB refused the statement.");

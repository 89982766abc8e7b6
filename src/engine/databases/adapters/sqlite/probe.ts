import { rowNumberFeature } from "../../../../sql/dialects/sqlite/deadline.ts";
import { ROUNDS_IN_JSON } from "../../../../sql/dialects/sqlite/dialect.ts";
import { StatementError } from "../../source.ts";

/** Properties of a prepared connection. They can be sent to another thread. */
export interface SqliteCapabilities {
  readonly version: string;
  readonly functions: readonly string[];
  /** Contains `strict:<table>` for each strict table, and `rowid:<table>` for each table with row numbers. */
  readonly features: readonly string[];
}

type Rows = readonly (readonly unknown[])[];

/**
 * Verifies a database and finds its properties. Yields the text of each statement and receives its rows, so that synchronous
 * and asynchronous drivers share it.
 *
 * @param knownVersion version of a database that is not allowed to describe itself, and needs no verification
 * @throws StatementError if results would not be exact.
 */
export function* probeSqlite(
  knownVersion?: string,
): Generator<string, Omit<SqliteCapabilities, "functions">, Rows> {
  const [json] = yield `SELECT json_array(${LONG_DOUBLE})`;
  const features = String(json?.[0]).includes(LONG_DOUBLE) ? [] : [ROUNDS_IN_JSON];
  if (knownVersion !== undefined) return { version: knownVersion, features };
  const version = String((yield "SELECT sqlite_version()")[0]![0]);
  assertUsable(version, String((yield "PRAGMA encoding")[0]![0]));
  const [isFull, isShort] = [yield "PRAGMA full_column_names", yield "PRAGMA short_column_names"];
  assertPlainNames(isOn(isFull), isOn(isShort));
  const strict = yield "SELECT name FROM pragma_table_list WHERE strict";
  const numbered = yield TABLES_WITH_ROW_NUMBERS;
  return {
    version,
    features: [
      ...features,
      ...strict.map(([name]) => `strict:${String(name)}`),
      ...numbered.map(([name]) => rowNumberFeature(String(name))),
    ],
  };
}

/** A double with 17 digits. */
const LONG_DOUBLE = "0.30000000000000004";

/** Names of the tables that have row numbers in each attached database, under the name `_rowid_`. */
const TABLES_WITH_ROW_NUMBERS = `SELECT min(l.name) FROM pragma_table_list AS l GROUP BY lower(l.name) HAVING min(
  CASE WHEN l.type = 'table' AND l.wr = 0 THEN NOT EXISTS (
    SELECT 1 FROM pragma_table_xinfo(l.name, l.schema) AS c WHERE lower(c.name) = '_rowid_') ELSE 0 END)`;

function isOn(rows: Rows): boolean {
  return Number(rows[0]?.[0]) === 1;
}

/** Minimum SQLite version: 3.38 is the first version that always includes the JSON functions. */
const MIN_VERSION = [3, 38] as const;

/**
 * @throws StatementError if the SQLite version lacks JSON, or if the database is encoded in UTF-16, whose bytes do not
 * sort like code points.
 */
function assertUsable(version: string, encoding: string): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]))
    throw new StatementError("other", `SQLite ${MIN_VERSION.join(".")} or later is required.`);
  if (encoding !== "UTF-8")
    throw new StatementError(
      "other",
      "The database is encoded in UTF-16, which does not sort strings by code points.",
    );
}

/**
 * Checks that subqueries name their columns without the table.
 *
 * @throws StatementError if deprecated settings of the connection add it
 */
function assertPlainNames(isFull: boolean, isShort: boolean): void {
  if (isFull && !isShort)
    throw new StatementError(
      "other",
      "The connection has PRAGMA full_column_names = ON and short_column_names = OFF, which rename columns of subqueries.",
    );
}

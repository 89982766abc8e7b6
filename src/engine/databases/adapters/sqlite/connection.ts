import { DATABASE_FUNCTIONS } from "../../../../sql/database-functions/list.ts";
import { DEADLINE_FUNCTION, rowNumberFeature } from "../../../../sql/dialects/sqlite/deadline.ts";
import { sqliteDriverValue } from "../../../../sql/dialects/sqlite/driver-value.ts";
import { render, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { LruMap } from "../../../../values/lru-map.ts";
import { StatementError } from "../../source.ts";
import { narrowBigint } from "../shared/integers.ts";
import { StatementWatch } from "../shared/statement-watch.ts";
import { sqliteError } from "./errors.ts";

/** The part of a `node:sqlite` `DatabaseSync` or of a `better-sqlite3` database that the adapter uses. */
export interface NodeSqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): NodeSqliteStatement;
  function(name: string, options: FunctionOptions, run: never): unknown;
}

/** Options of a function. Drivers ignore those that they do not know. */
interface FunctionOptions {
  readonly deterministic: boolean;
  readonly varargs: boolean;
  /** Option of `node:sqlite` that passes integers as bigints. Otherwise large integers are errors. */
  readonly useBigIntArguments: boolean;
  /** Option of `better-sqlite3` that passes integers as bigints. */
  readonly safeIntegers: boolean;
}

export interface NodeSqliteStatement {
  iterate(...values: never[]): Iterator<unknown>;
  /** Method of `node:sqlite` that returns rows as arrays. */
  setReturnArrays?(enabled: boolean): void;
  setReadBigInts?(enabled: boolean): void;
  /** Method of `better-sqlite3` that returns rows as arrays. */
  raw?(enabled: boolean): unknown;
  safeIntegers?(enabled: boolean): unknown;
}

/** Properties of a prepared connection. They can be sent to another thread. */
export interface SqliteCapabilities {
  readonly version: string;
  readonly functions: readonly string[];
  /** Contains `strict:<table>` for each strict table, and `rowid:<table>` for each table with row numbers. */
  readonly features: readonly string[];
}

/** Statement as text, with values that the driver can bind. It can be sent to another thread. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export function boundStatement(statement: Pick<SqlStatement, "segments" | "parameters">): BoundStatement {
  return {
    text: render({ ...statement, requires: [] }, () => "?").text,
    values: statement.parameters.map(sqliteDriverValue),
  };
}

export interface SqliteRows {
  readonly text: string;
  readonly prepared: NodeSqliteStatement;
  readonly rows: Iterator<unknown[], undefined>;
}

/** Maximum number of prepared statements that a connection keeps, and the maximum length of their texts. */
const MAX_PREPARED = 64;
const MAX_PREPARED_LENGTH = 20_000;

/** Connection of a synchronous driver, in any thread. All methods throw `StatementError` for errors of SQLite. */
export class SqliteConnection {
  readonly #database: NodeSqliteDatabase;
  readonly #watch: StatementWatch;
  /** Prepared statements by their texts; undefined while they are open, and after a failure. */
  readonly #prepared = new LruMap<string, NodeSqliteStatement | undefined>(MAX_PREPARED);

  /** @param isCanceled whether the running statement was canceled. Called very often while SQLite searches. */
  constructor(database: NodeSqliteDatabase, isCanceled?: () => boolean) {
    this.#database = database;
    this.#watch = new StatementWatch(isCanceled);
  }

  /**
   * Verifies the database and installs the `tamis_*` functions. Requires that the collation data of future requests is
   * loaded.
   */
  prepare(): SqliteCapabilities {
    return withStatementErrors(() => {
      const database = this.#database;
      const version = String(rowsOfText(database, "SELECT sqlite_version()")[0]![0]);
      assertUsable(version, String(rowsOfText(database, "PRAGMA encoding")[0]![0]));
      assertPlainNames(database);
      installFunctions(database, this.#watch);
      return {
        version,
        functions: [DEADLINE_FUNCTION, ...DATABASE_FUNCTIONS.map(({ name }) => name)],
        features: [
          ...strictTables(database).map((name) => `strict:${name}`),
          ...tablesWithRowNumbers(database).map(rowNumberFeature),
        ],
      };
    });
  }

  /**
   * Starts a transaction at its first read. All later reads see the same state.
   *
   * @param isSingle whether only one statement follows, which needs no transaction
   */
  begin(isSingle = false): void {
    this.#watch.begin();
    if (!isSingle) withStatementErrors(() => this.#database.exec("BEGIN DEFERRED"));
  }

  rollback(): void {
    withStatementErrors(() => this.#database.exec("ROLLBACK"));
  }

  /** Runs a statement without rows. */
  exec(text: string): void {
    withStatementErrors(() => this.#database.exec(text));
  }

  /** Starts a statement. An open statement prevents the end of the transaction: read to the end, or call `stop`. */
  open({ text, values }: BoundStatement): SqliteRows {
    return withStatementErrors(() => {
      const known = this.#prepared.get(text);
      if (known !== undefined) this.#prepared.set(text, undefined);
      const prepared = known ?? prepare(this.#database, text);
      return { text, prepared, rows: prepared.iterate(...(values as never[])) as SqliteRows["rows"] };
    });
  }

  /** Ends a statement before its last row. */
  stop({ rows }: SqliteRows): void {
    rows.return?.();
  }

  /**
   * Finds the next row of a statement; undefined after the last one.
   *
   * @param until deadline in milliseconds on the clock of `performance.now()`. The `tamis_*` functions check it too.
   */
  next({ text, prepared, rows }: SqliteRows, until: number): unknown[] | undefined {
    this.#watch.until = until;
    try {
      this.#watch.assertMayRun();
      const row = withStatementErrors(() => rows.next());
      if (row.done !== true) return row.value.map(plainValue);
      // A statement that failed or was stopped is not used again.
      if (text.length <= MAX_PREPARED_LENGTH) this.#prepared.set(text, prepared);
      return undefined;
    } catch (error) {
      throw this.#watch.exceededLimit(error) ?? error;
    } finally {
      this.#watch.until = Infinity;
    }
  }
}

function prepare(database: NodeSqliteDatabase, text: string): NodeSqliteStatement {
  const prepared = database.prepare(text);
  // Objects cannot have two columns with the same name.
  if (prepared.setReturnArrays === undefined && prepared.raw === undefined)
    throw new StatementError(
      "other",
      "SQLite needs node:sqlite of Node.js 22.16, 24 or later, or better-sqlite3.",
    );
  (prepared.setReturnArrays ?? prepared.raw)?.call(prepared, true);
  (prepared.setReadBigInts ?? prepared.safeIntegers)?.call(prepared, true);
  return prepared;
}

function withStatementErrors<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw sqliteError(error);
  }
}

const FUNCTION_OPTIONS: FunctionOptions = {
  deterministic: true,
  varargs: true,
  useBigIntArguments: true,
  safeIntegers: true,
};

function installFunctions(database: NodeSqliteDatabase, watch: StatementWatch): void {
  const mayRun = () => {
    watch.assertMayRun();
    return 1;
  };
  // Not deterministic, because SQLite would evaluate a deterministic call without arguments only once per statement.
  database.function(DEADLINE_FUNCTION, { ...FUNCTION_OPTIONS, deterministic: false }, mayRun as never);
  for (const { name, parameters, run } of DATABASE_FUNCTIONS) {
    const types = parameters.map((parameter) => (parameter === "text" ? "string" : "number"));
    const wrapped = (...args: unknown[]) => {
      // A column can hold values of any type. Values of another type than the parameter count as null.
      for (let i = 0; i < args.length; i++) {
        if (typeof args[i] === "bigint") args[i] = Number(args[i]);
        if (typeof args[i] !== types[i]) return null;
      }
      const result = watch.call(() => (run as (...args: unknown[]) => unknown)(...args));
      return typeof result === "boolean" ? Number(result) : result;
    };
    database.function(name, FUNCTION_OPTIONS, wrapped as never);
  }
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
 * @throws StatementError if deprecated settings of the connection add it
 */
function assertPlainNames(database: NodeSqliteDatabase): void {
  const isOn = (pragma: string) => Number(rowsOfText(database, `PRAGMA ${pragma}`)[0]?.[0]) === 1;
  if (isOn("full_column_names") && !isOn("short_column_names"))
    throw new StatementError(
      "other",
      "The connection has PRAGMA full_column_names = ON and short_column_names = OFF, which rename columns of subqueries.",
    );
}

function strictTables(database: NodeSqliteDatabase): string[] {
  return rowsOfText(database, "SELECT name FROM pragma_table_list WHERE strict").map(([name]) =>
    String(name),
  );
}

/** Returns the names of the tables that have row numbers in each attached database, under the name `_rowid_`. */
function tablesWithRowNumbers(database: NodeSqliteDatabase): string[] {
  const rows = rowsOfText(
    database,
    `SELECT min(l.name) FROM pragma_table_list AS l GROUP BY lower(l.name) HAVING min(
      CASE WHEN l.type = 'table' AND l.wr = 0 THEN NOT EXISTS (
        SELECT 1 FROM pragma_table_xinfo(l.name, l.schema) AS c WHERE lower(c.name) = '_rowid_') ELSE 0 END)`,
  );
  return rows.map(([name]) => String(name));
}

function rowsOfText(database: NodeSqliteDatabase, text: string): unknown[][] {
  const found: unknown[][] = [];
  const rows = prepare(database, text).iterate();
  for (let row = rows.next(); row.done !== true; row = rows.next()) found.push(row.value as unknown[]);
  return found;
}

function plainValue(value: unknown): unknown {
  return typeof value === "bigint" ? narrowBigint(value) : value;
}

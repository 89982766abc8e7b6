import { loadCollations } from "../../../../collation/uca/tables/tailoring.ts";
import { DATABASE_FUNCTIONS } from "../../../../sql/database-functions/list.ts";
import { localeWithRules } from "../../../../sql/database-functions/locale-rules.ts";
import { DEADLINE_FUNCTION, sqlite } from "../../../../sql/dialects/sqlite/dialect.ts";
import { render, type SqlParameter, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { StatementError, type Session, type SnapshotOptions, type SqlSource } from "../../source.ts";
import { StatementWatch } from "../shared/statement-watch.ts";
import { createMutex } from "../shared/mutex.ts";
import { narrowBigint } from "../shared/integers.ts";
import { throwIfCanceled } from "../shared/abort.ts";
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

/**
 * Creates a source over SQLite in the process, through `node:sqlite` or `better-sqlite3`.
 *
 * The adapter installs the `tamis_*` functions in the connection. They are deterministic, so indexes can use them. Tables
 * should be STRICT: comparisons rely on columns that hold only values of their type. `capabilities.features` contains
 * `strict:<table>` for each strict table.
 *
 * These drivers are synchronous: while SQLite searches for the next row, nothing else runs in the thread. The signal is
 * checked between rows. The timeout is also checked while SQLite searches: statements call `tamis_in_time` on a share of
 * the rows and list elements, which grows with the size of the condition, and all `tamis_*` functions check it. Only a
 * count of all rows without a filter runs to its end. Set a timeout: without one, a statement blocks the thread as long
 * as it takes.
 *
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * const source = fromNodeSqlite(new DatabaseSync("sales.db", { readOnly: true }));
 */
export function fromNodeSqlite(database: NodeSqliteDatabase): SqlSource {
  const runExclusive = createMutex();
  const watch = new StatementWatch();
  return {
    async prepare({ locales }) {
      await loadCollations("und", ...locales.map(localeWithRules));
      return withStatementErrors(() => {
        const version = String(rowsOfText(database, "SELECT sqlite_version()")[0]![0]);
        assertUsable(version, String(rowsOfText(database, "PRAGMA encoding")[0]![0]));
        assertPlainNames(database);
        installFunctions(database, watch);
        return sqlite({
          version,
          functions: new Set([DEADLINE_FUNCTION, ...DATABASE_FUNCTIONS.map(({ name }) => name)]),
          features: new Set(strictTables(database).map((name) => `strict:${name}`)),
        });
      });
    },
    snapshot: (work, options = {}) =>
      runExclusive(async () => {
        throwIfCanceled(options.signal);
        watch.begin();
        // BEGIN DEFERRED starts the transaction at the first read. All later reads see the same state.
        withStatementErrors(() => database.exec("BEGIN DEFERRED"));
        try {
          return await work(session(database, watch, options));
        } finally {
          withStatementErrors(() => database.exec("ROLLBACK"));
        }
      }),
  };
}

/**
 * Time slice in milliseconds: after reading rows for this time, yield to the event loop, so that an abort takes effect.
 */
const TIME_SLICE = 10;

function session(database: NodeSqliteDatabase, watch: StatementWatch, options: SnapshotOptions): Session {
  async function* batches(statement: SqlStatement, size: number) {
    const until = options.timeout === undefined ? Infinity : performance.now() + options.timeout;
    const rows = withStatementErrors(() => rowsOf(database, statement));
    let batch: unknown[][] = [];
    let sliceEnd = performance.now() + TIME_SLICE;
    try {
      for (;;) {
        const next = withinTime(watch, until, () => rows.next());
        if (next.done === true) break;
        batch.push(next.value.map(plainValue));
        if (performance.now() > sliceEnd) {
          await new Promise((resolve) => setTimeout(resolve));
          throwIfCanceled(options.signal);
          sliceEnd = performance.now() + TIME_SLICE;
        }
        if (batch.length < size) continue;
        yield batch;
        throwIfCanceled(options.signal);
        batch = [];
      }
      if (batch.length > 0) yield batch;
    } finally {
      // Close the statement: an open statement would prevent the end of the transaction.
      rows.return?.();
    }
  }
  return {
    async all(statement) {
      throwIfCanceled(options.signal);
      const all: unknown[][] = [];
      for await (const batch of batches(statement, 1000)) for (const row of batch) all.push(row);
      return all;
    },
    batches: (statement, size) => {
      throwIfCanceled(options.signal);
      return batches(statement, size);
    },
  };
}

function rowsOf(
  database: NodeSqliteDatabase,
  statement: Pick<SqlStatement, "segments" | "parameters">,
): Iterator<unknown[], undefined> {
  const prepared = database.prepare(render({ ...statement, requires: [] }, () => "?").text);
  (prepared.setReturnArrays ?? prepared.raw)?.call(prepared, true);
  (prepared.setReadBigInts ?? prepared.safeIntegers)?.call(prepared, true);
  const values = statement.parameters.map(boundValue) as never[];
  return prepared.iterate(...values) as Iterator<unknown[], undefined>;
}

/** Runs `step` with a deadline, which the `tamis_*` functions check too. */
function withinTime<T>(watch: StatementWatch, until: number, step: () => T): T {
  watch.until = until;
  try {
    watch.assertInTime();
    return withStatementErrors(step);
  } catch (error) {
    throw watch.exceededLimit(error) ?? error;
  } finally {
    watch.until = Infinity;
  }
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
  const inTime = () => {
    watch.assertInTime();
    return 1;
  };
  // Not deterministic, because SQLite would evaluate a deterministic call without arguments only once per statement.
  database.function(DEADLINE_FUNCTION, { ...FUNCTION_OPTIONS, deterministic: false }, inTime as never);
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

/** @throws StatementError if deprecated settings give the columns of subqueries names that contain the table. */
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

function rowsOfText(database: NodeSqliteDatabase, text: string): unknown[][] {
  const found: unknown[][] = [];
  const rows = rowsOf(database, { segments: [text], parameters: [] });
  for (let row = rows.next(); row.done !== true; row = rows.next()) found.push(row.value);
  return found;
}

function plainValue(value: unknown): unknown {
  return typeof value === "bigint" ? narrowBigint(value) : value;
}

/**
 * Converts a parameter value for the driver: integers become bigints, because the driver binds a number as a double.
 * Lists become JSON.
 */
function boundValue({ type, value }: SqlParameter): unknown {
  switch (type) {
    case "boolean":
      return BigInt(value as boolean);
    case "integer":
      return BigInt(value as number | bigint);
    case "integers":
      return `[${(value as readonly (number | bigint)[]).join(",")}]`;
    case "texts":
    case "numbers":
      return JSON.stringify(value);
    default:
      return value;
  }
}

import { loadCollations } from "../../../../collation/uca/tables/tailoring.ts";
import { DATABASE_FUNCTIONS } from "../../../../sql/database-functions/list.ts";
import { localeWithRules } from "../../../../sql/database-functions/locale-rules.ts";
import { sqlite } from "../../../../sql/dialects/sqlite/dialect.ts";
import { render, type SqlParameter, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { StatementError, type Session, type SnapshotOptions, type SqlSource } from "../../source.ts";
import { oneAtATime } from "../shared/mutex.ts";
import { plainInteger } from "../shared/integers.ts";
import { sqliteFailure } from "./errors.ts";

/** A database of `node:sqlite` (`DatabaseSync`) or of `better-sqlite3`: what is used of it. */
export interface NodeSqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): NodeSqliteStatement;
  function(
    name: string,
    options: { readonly deterministic: boolean; readonly varargs: boolean },
    run: never,
  ): unknown;
}

export interface NodeSqliteStatement {
  iterate(...values: never[]): Iterator<unknown>;
  /** `node:sqlite` */
  setReturnArrays?(enabled: boolean): void;
  setReadBigInts?(enabled: boolean): void;
  /** `better-sqlite3` */
  raw?(enabled: boolean): unknown;
  safeIntegers?(enabled: boolean): unknown;
}

/**
 * SQLite in the process, through `node:sqlite` or `better-sqlite3`. The functions of ours are installed in the
 * connection, deterministic, so that indexes can stand on them. Tables are to be STRICT: a column then holds values of
 * its type alone, which comparisons rely on; `capabilities.features` has `strict:<table>` for each that is.
 *
 * These drivers are synchronous: while SQLite looks for the next row, nothing else runs in the thread. Time and abort
 * are looked at between rows and within the functions of ours; a statement that does neither, such as a count over
 * plain columns, runs to its end. Where that is too long, run the source in a worker.
 *
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * const source = fromNodeSqlite(new DatabaseSync("sales.db", { readOnly: true }));
 */
export function fromNodeSqlite(database: NodeSqliteDatabase): SqlSource {
  const queue = oneAtATime();
  /** When the statement that runs is to end, in milliseconds of `performance.now()`. */
  const watch = { until: Infinity };
  return {
    async prepare({ locales }) {
      await loadCollations("und", ...locales.map(localeWithRules));
      return asFailure(() => {
        const version = String(rowsOfText(database, "SELECT sqlite_version()")[0]![0]);
        assertUsable(version, String(rowsOfText(database, "PRAGMA encoding")[0]![0]));
        installFunctions(database, watch);
        return sqlite({
          version,
          functions: new Set(DATABASE_FUNCTIONS.map(({ name }) => name)),
          features: new Set(strictTables(database).map((name) => `strict:${name}`)),
        });
      });
    },
    snapshot: (work, options = {}) =>
      queue(async () => {
        assertWanted(options);
        // Deferred: the first statement that reads begins it, and all others see what it sees.
        asFailure(() => database.exec("BEGIN DEFERRED"));
        try {
          return await work(session(database, watch, options));
        } finally {
          asFailure(() => database.exec("ROLLBACK"));
        }
      }),
  };
}

interface Watch {
  until: number;
}

/** Milliseconds of rows after which others have their turn, so that an abort is heard. */
const TURN = 10;

function session(database: NodeSqliteDatabase, watch: Watch, options: SnapshotOptions): Session {
  async function* batches(statement: SqlStatement, size: number) {
    const until = options.timeout === undefined ? Infinity : performance.now() + options.timeout;
    const rows = asFailure(() => rowsOf(database, statement));
    let batch: unknown[][] = [];
    let turnEnds = performance.now() + TURN;
    try {
      for (;;) {
        const next = withinTime(watch, until, () => rows.next());
        if (next.done === true) break;
        batch.push(next.value.map(plainValue));
        if (performance.now() > turnEnds) {
          await new Promise((resolve) => setTimeout(resolve));
          assertWanted(options);
          turnEnds = performance.now() + TURN;
        }
        if (batch.length < size) continue;
        yield batch;
        assertWanted(options);
        batch = [];
      }
      if (batch.length > 0) yield batch;
    } finally {
      // A statement that is left open would keep the transaction from ending.
      rows.return?.();
    }
  }
  return {
    async all(statement) {
      assertWanted(options);
      const all: unknown[][] = [];
      for await (const batch of batches(statement, 1000)) for (const row of batch) all.push(row);
      return all;
    },
    batches: (statement, size) => {
      assertWanted(options);
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

/** Runs a step with the clock in sight of the functions of ours. */
function withinTime<T>(watch: Watch, until: number, step: () => T): T {
  watch.until = until;
  try {
    assertInTime(watch);
    return asFailure(step);
  } catch (error) {
    // Some drivers wrap what a function throws.
    if (performance.now() <= until) throw error;
    throw error instanceof StatementError && error.failure === "timeout" ? error : tooLong(error);
  } finally {
    watch.until = Infinity;
  }
}

function assertInTime({ until }: Watch): void {
  if (performance.now() > until) throw tooLong();
}

function tooLong(cause?: unknown): StatementError {
  return new StatementError("timeout", "The statement took longer than it may.", cause);
}

function assertWanted({ signal }: SnapshotOptions): void {
  if (signal?.aborted === true)
    throw new StatementError("canceled", "The statement was canceled.", signal.reason);
}

function asFailure<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw sqliteFailure(error);
  }
}

function installFunctions(database: NodeSqliteDatabase, watch: Watch): void {
  for (const { name, run } of DATABASE_FUNCTIONS) {
    const wrapped = (...args: unknown[]) => {
      if (args.includes(null)) return null;
      assertInTime(watch);
      const result = (run as (...args: unknown[]) => unknown)(...args);
      return typeof result === "boolean" ? Number(result) : result;
    };
    database.function(name, { deterministic: true, varargs: true }, wrapped as never);
  }
}

/** The JSON functions, `->>` apart, are in every SQLite since 3.38. */
const LEAST_VERSION = [3, 38] as const;

/**
 * @throws StatementError for a version without JSON, and for UTF-16: the order of its bytes is not that of code points.
 */
function assertUsable(version: string, encoding: string): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < LEAST_VERSION[0] || (major === LEAST_VERSION[0] && minor < LEAST_VERSION[1]))
    throw new StatementError("other", `SQLite ${LEAST_VERSION.join(".")} or later is needed.`);
  if (encoding !== "UTF-8")
    throw new StatementError("other", "A database in UTF-16 does not order its texts by code points.");
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
  return typeof value === "bigint" ? plainInteger(value) : value;
}

/** Whole numbers as bigints: these drivers bind a number as a double. Lists are JSON. */
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

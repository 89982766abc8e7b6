import { DATABASE_FUNCTIONS } from "../../../../sql/database-functions/list.ts";
import { DEADLINE_FUNCTION, ENDS_SOON } from "../../../../sql/dialects/sqlite/deadline.ts";
import { sqliteDriverValue } from "../../../../sql/dialects/sqlite/driver-value.ts";
import { render, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { LruMap } from "../../../../values/lru-map.ts";
import { StatementError } from "../../source.ts";
import { narrowBigint } from "../shared/integers.ts";
import { StatementWatch } from "../shared/statement-watch.ts";
import { sqliteError } from "./errors.ts";
import { probeSqlite, type SqliteCapabilities } from "./probe.ts";

/** The part of a `node:sqlite` `DatabaseSync` or of a `better-sqlite3` database that the adapter uses. */
export interface NodeSqliteDatabase extends SyncSqliteDatabase {
  function(name: string, options: FunctionOptions, run: never): unknown;
}

/** Database of a synchronous driver. */
export interface SyncSqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): NodeSqliteStatement;
  /** Some drivers cannot install functions. */
  function?(name: string, options: FunctionOptions, run: never): unknown;
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

/** Statement as text, with values that the driver can bind. It can be sent to another thread. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Positions of the values that are `ENDS_SOON`. Default: none. */
  readonly endsSoonAt?: readonly number[];
}

export function boundStatement(statement: Pick<SqlStatement, "segments" | "parameters">): BoundStatement {
  const { parameters } = statement;
  const endsSoonAt: number[] = [];
  for (let i = 0; i < parameters.length; i++) if (parameters[i] === ENDS_SOON) endsSoonAt.push(i);
  return {
    text: render({ ...statement, requires: [] }, () => "?").text,
    values: parameters.map(sqliteDriverValue),
    endsSoonAt,
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
  readonly #database: SyncSqliteDatabase;
  readonly #watch: StatementWatch;
  /** Prepared statements by their texts; undefined while they are open, and after a failure. */
  readonly #prepared = new LruMap<string, NodeSqliteStatement | undefined>(MAX_PREPARED);

  /** @param isCanceled whether the running statement was canceled. Called very often while SQLite searches. */
  constructor(database: SyncSqliteDatabase, isCanceled?: () => boolean) {
    this.#database = database;
    this.#watch = new StatementWatch(isCanceled);
  }

  /** Whether statements can call the `tamis_*` functions. */
  get hasFunctions(): boolean {
    return this.#database.function !== undefined;
  }

  /**
   * Verifies the database and installs the `tamis_*` functions. Requires that the collation data of future requests is
   * loaded.
   */
  prepare(): SqliteCapabilities {
    return withStatementErrors(() => {
      const probe = probeSqlite();
      let next = probe.next();
      while (next.done !== true) next = probe.next(rowsOfText(this.#database, next.value));
      installFunctions(this.#database, this.#watch);
      const functions = [DEADLINE_FUNCTION, ...DATABASE_FUNCTIONS.map(({ name }) => name)];
      return { ...next.value, functions: this.hasFunctions ? functions : [] };
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
      const cached = this.#prepared.get(text);
      if (cached !== undefined) this.#prepared.set(text, undefined);
      const prepared = cached ?? prepare(this.#database, text);
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

function prepare(database: SyncSqliteDatabase, text: string): NodeSqliteStatement {
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

function installFunctions(database: SyncSqliteDatabase, watch: StatementWatch): void {
  const mayRun = () => {
    watch.assertMayRun();
    return 1;
  };
  // Not deterministic, because SQLite would evaluate a deterministic call without arguments only once per statement.
  if (database.function === undefined) return;
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

function rowsOfText(database: SyncSqliteDatabase, text: string): unknown[][] {
  const result: unknown[][] = [];
  const rows = prepare(database, text).iterate();
  for (let row = rows.next(); row.done !== true; row = rows.next()) result.push(row.value as unknown[]);
  return result;
}

function plainValue(value: unknown): unknown {
  return typeof value === "bigint" ? narrowBigint(value) : value;
}

import {
  boundStatement,
  SqliteConnection,
  type NodeSqliteDatabase,
} from "../../engine/databases/adapters/sqlite/connection.ts";
import { StatementError } from "../../engine/databases/source.ts";
import { toStatement } from "../../sql/fragments/fragment.ts";
import { SQLITE_SCHEMA } from "./sqlite-schema.ts";
import type { StoreDatabase, WriteSession } from "./store-database.ts";

interface QueuedWork {
  readonly work: (session: WriteSession) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Limits of one transaction: changes, and milliseconds until its commit. */
const MAX_CHANGES = 256;
const MAX_MILLISECONDS = 8;
/** Milliseconds to wait for another writer: within SQLite, which blocks the thread, and for a change as a whole. */
const BUSY_TIMEOUT = 5;
const MAX_WAIT = 5_000;

/**
 * The one connection of a store that changes rows. Changes that wait at the same time share a transaction, each in a
 * savepoint of its own, because a commit waits for the disk. A change is acknowledged after the commit.
 */
export class SqliteWriter implements StoreDatabase {
  readonly dialectName = "sqlite";
  readonly lock = "";
  readonly returnsRows = false;
  readonly schema = SQLITE_SCHEMA;
  readonly timePrecision = 3;
  readonly #connection: SqliteConnection;
  #queue: QueuedWork[] = [];
  #isRunning = false;

  constructor(database: NodeSqliteDatabase) {
    this.#connection = new SqliteConnection(database);
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = ${BUSY_TIMEOUT}`,
    );
  }

  /** Installs the `tamis_*` functions, which indexes call. */
  prepare(): void {
    this.#connection.prepare();
  }

  readonly isRefusedValue = (error: unknown): boolean => {
    const {
      errcode,
      code,
      message = "",
    } = ((error as Error | undefined)?.cause ?? {}) as {
      readonly errcode?: unknown;
      readonly code?: unknown;
      readonly message?: string;
    };
    if (typeof errcode === "number") return REFUSED_CODES.has(errcode & 0xff);
    // Drivers refuse integers of more than 64 bits themselves.
    return (
      /^(?:SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG)|ERR_INVALID_ARG_VALUE)/.test(String(code)) ||
      /constraint failed|bigint is too big/.test(message)
    );
  };

  readonly isDuplicate = (error: unknown): boolean =>
    /\bUNIQUE constraint failed/.test(messageOf((error as Error | undefined)?.cause));

  write = <R>(work: (session: WriteSession) => Promise<R>): Promise<R> =>
    new Promise<R>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      void this.#run();
    });

  migrate = <R>(work: (session: WriteSession) => Promise<R>): Promise<R> => this.write(work);

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      // Requests that have arrived at the same time join the transaction.
      await nextTurn();
      await this.#transaction();
    }
    this.#isRunning = false;
  }

  async #transaction(): Promise<void> {
    const ended: (() => void)[] = [];
    try {
      await this.#begin();
    } catch (error) {
      for (const { reject } of this.#queue.splice(0)) reject(error);
      return;
    }
    const until = performance.now() + MAX_MILLISECONDS;
    const started: QueuedWork[] = [];
    try {
      while (this.#queue.length > 0 && started.length < MAX_CHANGES && performance.now() < until) {
        const queued = this.#queue.shift()!;
        started.push(queued);
        ended.push(await this.#change(queued));
      }
      this.#exec("COMMIT");
    } catch (error) {
      this.#rollBack();
      for (const { reject } of started) reject(error);
      return;
    }
    for (const end of ended) end();
  }

  /** Runs one change. Returns a function that reports its result after the commit. */
  async #change({ work, resolve, reject }: QueuedWork): Promise<() => void> {
    this.#exec("SAVEPOINT tamis_change");
    try {
      const result = await work(this.#session);
      this.#exec("RELEASE tamis_change");
      return () => resolve(result);
    } catch (error) {
      // Throws if SQLite has rolled back the whole transaction, for example because the disk is full. All changes then
      // fail.
      this.#exec("ROLLBACK TO tamis_change; RELEASE tamis_change");
      return () => reject(error);
    }
  }

  readonly #session: WriteSession = {
    run: (fragment) => {
      const rows: unknown[][] = [];
      const opened = this.#connection.open(boundStatement(toStatement(fragment)));
      for (let row = this.#next(opened); row !== undefined; row = this.#next(opened)) rows.push(row);
      return Promise.resolve(rows);
    },
  };

  #next(rows: ReturnType<SqliteConnection["open"]>): unknown[] | undefined {
    return this.#connection.next(rows, Infinity);
  }

  /** Waits for another program that writes, without blocking the thread. */
  async #begin(): Promise<void> {
    const until = performance.now() + MAX_WAIT;
    for (;;) {
      try {
        this.#exec("BEGIN IMMEDIATE");
        return;
      } catch (error) {
        const isBusy = error instanceof StatementError && /locked|busy/.test(messageOf(error.cause));
        if (!isBusy || performance.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  }

  #rollBack(): void {
    try {
      this.#exec("ROLLBACK");
    } catch {
      // SQLite has already ended the transaction.
    }
  }

  #exec(text: string): void {
    this.#connection.exec(text);
  }
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT and SQLITE_MISMATCH. */
const REFUSED_CODES: ReadonlySet<number> = new Set([18, 19, 20]);

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

/** Node runs `setImmediate` after it has read what all connections have sent. */
function nextTurn(): Promise<unknown> {
  const { setImmediate } = globalThis as { readonly setImmediate?: (run: () => void) => unknown };
  return new Promise<void>((resolve) => {
    if (setImmediate === undefined) setTimeout(resolve);
    else setImmediate(resolve);
  });
}

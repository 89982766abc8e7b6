import { collationData } from "../../../../sql/database-functions/locale-rules.ts";
import { sqlite } from "../../../../sql/dialects/sqlite/dialect.ts";
import type { SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { builtinModule } from "../../../../values/builtin-module.ts";
import { ownProperties } from "../../../../values/own-properties.ts";
import type { Session, SnapshotOptions, SqlSource } from "../../source.ts";
import { throwIfCanceled } from "../../abort.ts";
import { boundStatement } from "./connection.ts";
import type { SqliteCapabilities } from "./probe.ts";
import { interruptible } from "./interruptible.ts";
import { QuickStatements } from "./quick-statements.ts";
import { SqliteWorker } from "./sqlite-worker.ts";
import type { Batch } from "./worker-messages.ts";
import { WorkerPool } from "./worker-pool.ts";

export interface SqliteFileOptions {
  /**
   * Opens the file for reading only. Default true. tamis never writes. Only a file in WAL mode, in a folder without write
   * permission, can require false.
   */
  readonly readOnly?: boolean;
  /** Maximum number of connections, each in a thread of its own: an integer from 1 to 64. Default 2. */
  readonly connections?: number;
  /** Time in milliseconds that a statement waits for a lock of a writer, from 0 to 2^31-1. Default 1,000. */
  readonly busyTimeout?: number;
}

/** Source over a SQLite file. */
export interface SqliteFileSource extends SqlSource {
  /** Waits for running snapshots, ends the threads and closes the file. Later requests fail. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a source over a SQLite file that runs its statements in worker threads, with `node:sqlite` (Node.js 22.16).
 * Statements do not block the event loop, and a signal or a timeout ends them while SQLite searches. Only single statements that take at
 * most 0.1 ms on average run in the thread of the program, for 2 ms at most: passing them to another thread would take longer. A
 * statement that reads a small file in a fifth of its timeout, and in two seconds, is not checked while SQLite searches.
 *
 * Threads start with the first requests, and do not keep the process running when they are idle. A snapshot waits until a
 * connection is free. The file is opened by `prepare`, which fails with a `StatementError` if it is missing. Only a
 * count of all rows without a filter occupies its connection to the end; the request itself ends in time.
 *
 * @throws TypeError for invalid options, and if the platform has no worker threads.
 * @example
 * const source = fromSqliteFile("sales.db");
 * const sales = sqlCollection({ source, catalog, table: { table: "sales" }, timeout: 2_000 });
 */
export function fromSqliteFile(path: string, options: SqliteFileOptions = {}): SqliteFileSource {
  const { readOnly = true, connections = 2, busyTimeout = 1_000 } = ownProperties(options);
  if (typeof path !== "string" || path === "") throw new TypeError("path must be a string that is not empty");
  assertInteger("connections", connections, 1, 64);
  assertInteger("busyTimeout", busyTimeout, 0, 2 ** 31 - 1);
  const { resolve } = builtinModule("node:path") as { readonly resolve: (path: string) => string };
  const start = { path: resolve(path), readOnly, busyTimeout };
  const pool = new WorkerPool(connections, () => new SqliteWorker(start));
  const quick = new QuickStatements(start);
  /** One locale for each file of collation data, so that many tags of one language take no memory. */
  const locales = new Map<string, string>();
  const addLocale = (locale: string) => {
    const data = collationData(locale);
    if (data !== undefined && !locales.has(data)) locales.set(data, locale);
  };
  /** Loads collations that were requested after the thread had started. */
  const prepareWorker = async (worker: SqliteWorker): Promise<SqliteCapabilities> => {
    const count = locales.size;
    const capabilities = await worker.prepare([...locales.values()]);
    worker.locales = count;
    return capabilities;
  };
  return {
    dialect: "sqlite",
    viewOf: undefined,
    async prepare(request) {
      for (const locale of request.locales) addLocale(locale);
      const { version, functions, features } = await pool.run(prepareWorker);
      return sqlite({ version, functions: new Set(functions), features: new Set(features) });
    },
    snapshot: async (work, snapshotOptions = {}) => {
      throwIfCanceled(snapshotOptions.signal);
      if (snapshotOptions.locale !== undefined) addLocale(snapshotOptions.locale);
      const runInThread = <T>(run: (session: WorkerSession) => Promise<T>) =>
        pool.run(async (worker, whenIdle) => {
          throwIfCanceled(snapshotOptions.signal);
          if (worker.locales < locales.size) await prepareWorker(worker);
          const session = new WorkerSession(worker, snapshotOptions, quick);
          try {
            const result = await run(session);
            await session.end();
            return result;
          } catch (error) {
            // The request fails now, even if SQLite needs longer to end its statement.
            whenIdle(session.end());
            throw error;
          }
        }, snapshotOptions.signal);
      if (snapshotOptions.isSingle !== true) return runInThread(work);
      return work({
        all: async (statement) =>
          quick.run(boundStatement(statement)) ?? runInThread((session) => session.all(statement)),
        batches: () => {
          throw new TypeError("internal: a single statement runs by all");
        },
      });
    },
    close: async () => {
      quick.close();
      await pool.close();
    },
  };
}

function assertInteger(name: string, value: number, minimum: number, maximum: number): void {
  if (!Number.isInteger(value) || value < minimum || value > maximum)
    throw new TypeError(`${name} must be an integer from ${minimum} to ${maximum}, got ${String(value)}`);
}

/** Rows that `all` requests at a time. */
const ALL_ROWS = 1_000;

class WorkerSession implements Session {
  readonly #worker: SqliteWorker;
  readonly #options: SnapshotOptions;
  readonly #quick: QuickStatements;
  /** Whether the worker may have an open statement or transaction. */
  #isOpen = false;

  constructor(worker: SqliteWorker, options: SnapshotOptions, quick: QuickStatements) {
    this.#worker = worker;
    this.#options = options;
    this.#quick = quick;
  }

  async all(statement: SqlStatement): Promise<readonly (readonly unknown[])[]> {
    let { rows, isLast } = await this.#open(statement, ALL_ROWS);
    if (isLast) return rows;
    const allRows = [...rows];
    while (!isLast) {
      ({ rows, isLast } = await this.#wait(() => this.#worker.next()));
      for (const row of rows) allRows.push(row);
    }
    return allRows;
  }

  async *batches(statement: SqlStatement, size: number): AsyncGenerator<Batch["rows"], void> {
    let { rows, isLast } = await this.#open(statement, size);
    try {
      for (;;) {
        if (rows.length > 0) yield rows;
        if (isLast) return;
        ({ rows, isLast } = await this.#wait(() => this.#worker.next()));
      }
    } finally {
      // No reply is awaited: the worker handles requests in order, and reports nothing of a statement that has ended.
      if (!isLast) this.#worker.stop().catch(() => undefined);
    }
  }

  async end(): Promise<void> {
    if (this.#isOpen) await this.#worker.endSnapshot();
  }

  async #open(statement: SqlStatement, size: number): Promise<Batch> {
    const { timeout, isSingle = false } = this.#options;
    const bound = boundStatement(statement);
    const batch = await this.#wait(() => {
      this.#isOpen = true;
      return this.#worker.open({ statement: bound, size, timeout, isSingle });
    });
    if (isSingle) this.#quick.count(bound, batch.duration);
    if (isSingle && batch.isLast) this.#isOpen = false;
    return batch;
  }

  #wait(request: () => Promise<Batch>): Promise<Batch> {
    return interruptible(request, () => this.#worker.cancel(), this.#options);
  }
}

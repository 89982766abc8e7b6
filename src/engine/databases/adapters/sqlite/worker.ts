import { loadCollations } from "../../../../collation/uca/tables/tailoring.ts";
import { localeWithRules } from "../../../../sql/database-functions/locale-rules.ts";
import { builtinModule } from "../../../../values/builtin-module.ts";
import { StatementError } from "../../source.ts";
import { SqliteConnection, type NodeSqliteDatabase, type SqliteRows } from "./connection.ts";
import { sqliteError } from "./errors.ts";
import {
  sentError,
  type Batch,
  type OpenRequest,
  type WorkerReply,
  type WorkerRequest,
  type WorkerStart,
} from "./worker-messages.ts";

/** Program of a worker thread: runs the statements of one connection to a SQLite file. */

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: boolean }) => OpenDatabase;
}

interface OpenDatabase extends NodeSqliteDatabase {
  readonly isTransaction?: boolean;
  close(): void;
}

interface ThreadModule {
  readonly parentPort: {
    on(event: "message", listener: (request: WorkerRequest) => void): void;
    postMessage(reply: WorkerReply): void;
  };
  readonly workerData: WorkerStart;
}

interface OpenStatement {
  readonly rows: SqliteRows;
  readonly size: number;
  /** Deadline in milliseconds on the clock of `performance.now()`. */
  readonly until: number;
}

class WorkerConnection {
  readonly #start: WorkerStart;
  readonly #canceled: Int32Array;
  /** Number of the running statement; -1 before the first one. */
  #id = -1;
  #database: OpenDatabase | undefined;
  #connection: SqliteConnection | undefined;
  #statement: OpenStatement | undefined;
  #isInSnapshot = false;

  constructor(start: WorkerStart) {
    this.#start = start;
    this.#canceled = new Int32Array(start.canceled);
  }

  handle(request: WorkerRequest): unknown {
    switch (request.kind) {
      case "prepare":
        return this.#prepare(request.locales);
      case "open":
        return this.#open(request);
      case "next":
        return this.#nextBatch();
      case "stop":
        return this.#stop();
      case "end":
        return this.#end();
      case "close":
        return this.#database?.close();
    }
  }

  async #prepare(locales: readonly string[]): Promise<unknown> {
    await loadCollations("und", ...locales.map(localeWithRules));
    if (this.#connection === undefined) {
      const { path, readOnly, busyTimeout } = this.#start;
      this.#database = openDatabase(path, readOnly);
      this.#database.exec(`PRAGMA busy_timeout = ${Math.trunc(busyTimeout)}`);
      this.#connection = new SqliteConnection(
        this.#database,
        () => Atomics.load(this.#canceled, 0) === this.#id,
      );
    }
    return this.#connection.prepare();
  }

  #open({ id, statement, size, timeout, isSingle }: OpenRequest): Batch {
    const connection = this.#connection!;
    this.#id = id;
    if (!this.#isInSnapshot) {
      connection.begin(isSingle);
      this.#isInSnapshot = !isSingle;
    }
    const until = timeout === undefined ? Infinity : performance.now() + timeout;
    this.#statement = { rows: connection.open(statement), size, until };
    return this.#nextBatch();
  }

  #nextBatch(): Batch {
    const { rows, size, until } = this.#statement!;
    const batch: unknown[][] = [];
    try {
      while (batch.length < size) {
        const row = this.#connection!.next(rows, until);
        if (row === undefined) {
          this.#statement = undefined;
          return { rows: batch, isLast: true };
        }
        batch.push(row);
      }
      return { rows: batch, isLast: false };
    } catch (error) {
      this.#stop();
      throw error;
    }
  }

  #stop(): void {
    if (this.#statement !== undefined) this.#connection!.stop(this.#statement.rows);
    this.#statement = undefined;
  }

  #end(): void {
    this.#stop();
    if (!this.#isInSnapshot) return;
    this.#isInSnapshot = false;
    this.#connection!.rollback();
  }
}

/** Opens the file without the warning of older versions of Node.js that `node:sqlite` is experimental. */
function openDatabase(path: string, readOnly: boolean): OpenDatabase {
  const own = Object.getOwnPropertyDescriptor(process, "emitWarning")!;
  Object.defineProperty(process, "emitWarning", { ...own, value: () => undefined });
  try {
    const sqlite = builtinModule("node:sqlite") as SqliteModule | undefined;
    if (sqlite === undefined)
      throw new StatementError("other", "The module node:sqlite is part of Node.js 22.13 and later.");
    return new sqlite.DatabaseSync(path, { readOnly });
  } catch (error) {
    throw sqliteError(error);
  } finally {
    Object.defineProperty(process, "emitWarning", own);
  }
}

const { parentPort, workerData } = builtinModule("node:worker_threads") as ThreadModule;
const connection = new WorkerConnection(workerData);

/** Requests are handled one after the other, although preparing waits for collation data. */
let last: Promise<void> = Promise.resolve();

parentPort.on("message", (request) => {
  last = last.then(async () => {
    try {
      parentPort.postMessage({ ok: true, value: await connection.handle(request) });
    } catch (error) {
      parentPort.postMessage({ ok: false, error: sentError(error) });
    }
  });
});

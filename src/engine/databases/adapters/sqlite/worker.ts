import { loadLocales } from "../../../../sql/database-functions/locale-rules.ts";
import { builtinModule } from "../../../../values/builtin-module.ts";
import { SqliteConnection, type SqliteRows } from "./connection.ts";
import { openSqliteFile, type SqliteFile } from "./open-file.ts";
import { ShortStatements } from "./short-statements.ts";
import {
  sentError,
  type Batch,
  type OpenRequest,
  type WorkerReply,
  type WorkerRequest,
  type WorkerStart,
} from "./worker-messages.ts";

/** Program of a worker thread: runs the statements of one connection to a SQLite file. */

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
  /** Time at which the running statement started. */
  #begin = 0;
  #database: SqliteFile | undefined;
  #connection: SqliteConnection | undefined;
  #short: ShortStatements | undefined;
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
    await loadLocales(locales);
    if (this.#connection === undefined) {
      this.#database = openSqliteFile(this.#start);
      this.#short = new ShortStatements(this.#database);
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
    this.#begin = performance.now();
    if (!this.#isInSnapshot) {
      connection.begin(isSingle);
      this.#isInSnapshot = !isSingle;
    }
    const until = timeout === undefined ? Infinity : this.#begin + timeout;
    this.#statement = { rows: connection.open(this.#short!.bound(statement, timeout)), size, until };
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
          return { rows: batch, isLast: true, duration: performance.now() - this.#begin };
        }
        batch.push(row);
      }
      return { rows: batch, isLast: false, duration: Infinity };
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

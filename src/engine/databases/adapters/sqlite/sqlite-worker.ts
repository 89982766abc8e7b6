import { builtinModule } from "../../../../values/builtin-module.ts";
import { StatementError } from "../../source.ts";
import type { BoundStatement } from "./connection.ts";
import type { SqliteCapabilities } from "./probe.ts";
import {
  receivedError,
  type Batch,
  type WorkerReply,
  type WorkerRequest,
  type WorkerStart,
} from "./worker-messages.ts";

interface Worker {
  on(event: "message", listener: (reply: WorkerReply) => void): void;
  on(event: "error", listener: (error: unknown) => void): void;
  on(event: "exit", listener: () => void): void;
  postMessage(request: WorkerRequest): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

interface ThreadModule {
  readonly Worker: new (
    file: URL,
    options: {
      readonly name: string;
      readonly workerData: WorkerStart;
      readonly execArgv: readonly string[];
    },
  ) => Worker;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Statement to start in the worker. */
export interface StatementStart {
  readonly statement: BoundStatement;
  readonly size: number;
  readonly timeout: number | undefined;
  readonly isSingle: boolean;
}

/** Worker thread with a connection to a SQLite file. It keeps the process running only while it is `inUse`. */
export class SqliteWorker {
  /** Whether the thread has ended, so that it handles no more requests. */
  hasEnded = false;
  /** Number of locales whose collations the thread has loaded; -1 before it is prepared. */
  locales = -1;
  readonly #worker: Worker;
  readonly #canceled: Int32Array;
  readonly #waiting: Waiting[] = [];
  #statement = 0;

  /** @throws TypeError if the platform has no worker threads */
  constructor(start: Omit<WorkerStart, "canceled">) {
    const threads = builtinModule("node:worker_threads") as ThreadModule | undefined;
    if (threads === undefined)
      throw new TypeError("This platform has no worker threads. Use fromNodeSqlite.");
    const canceled = new SharedArrayBuffer(4);
    this.#canceled = new Int32Array(canceled);
    // The name differs between the sources and the package. Bundles for Cloudflare Workers have no URL, so it is only read here.
    const program = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./sqlite-worker.js";
    this.#worker = new threads.Worker(new URL(program, import.meta.url), {
      name: "tamis-sqlite",
      workerData: { ...start, canceled },
      // The options of the process, such as --input-type and --import, are about its own program.
      execArgv: [],
    });
    this.#worker.unref();
    this.#worker.on("message", (reply) => {
      const { resolve, reject } = this.#waiting.shift()!;
      if (reply.ok) resolve(reply.value as never);
      else reject(receivedError(reply.error));
    });
    this.#worker.on("error", (error) => this.#end(error));
    this.#worker.on("exit", () => this.#end());
  }

  set inUse(inUse: boolean) {
    if (inUse) this.#worker.ref();
    else this.#worker.unref();
  }

  prepare(locales: readonly string[]): Promise<SqliteCapabilities> {
    return this.#request({ kind: "prepare", locales });
  }

  /** Starts a statement and returns its first batch. No other statement may be open. */
  open(start: StatementStart): Promise<Batch> {
    // Never 0, the number in the shared memory before any statement is canceled.
    this.#statement = (this.#statement % MAX_STATEMENT) + 1;
    return this.#request({ kind: "open", id: this.#statement, ...start });
  }

  next(): Promise<Batch> {
    return this.#request({ kind: "next" });
  }

  stop(): Promise<void> {
    return this.#request({ kind: "stop" });
  }

  /** Ends the snapshot, and its open statement if there is one. */
  endSnapshot(): Promise<void> {
    return this.#request({ kind: "end" });
  }

  /** Cancels the last opened statement, also while SQLite searches for its next row. */
  cancel(): void {
    Atomics.store(this.#canceled, 0, this.#statement);
  }

  async close(): Promise<void> {
    this.inUse = true;
    try {
      await this.#request({ kind: "close" });
    } catch {
      // The thread ends in any case, and its files with it.
    }
    await this.#worker.terminate();
  }

  #request<T>(request: WorkerRequest): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.hasEnded) return reject(ended());
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  #end(cause?: unknown): void {
    this.hasEnded = true;
    for (const { reject } of this.#waiting.splice(0)) reject(ended(cause));
  }
}

const MAX_STATEMENT = 2 ** 31 - 2;

function ended(cause?: unknown): StatementError {
  return new StatementError("connection", "The worker thread of SQLite has ended.", cause);
}

import { StatementError } from "../../source.ts";
import { canceled } from "../../abort.ts";
import type { SqliteWorker } from "./sqlite-worker.ts";

/** Delays the release of a worker until a promise settles. */
type WhenIdle = (idle: Promise<unknown>) => void;

interface Waiting {
  readonly take: (worker: SqliteWorker) => void;
  readonly fail: (error: StatementError) => void;
}

/** Workers that each serve one task at a time. They start on demand, and a worker whose thread has ended is replaced. */
export class WorkerPool {
  readonly #maximum: number;
  readonly #start: () => SqliteWorker;
  readonly #workers = new Set<SqliteWorker>();
  readonly #idle: SqliteWorker[] = [];
  /** Tasks that wait for a worker, in order. */
  readonly #waiting = new Set<Waiting>();
  #closed: { readonly done: Promise<void>; readonly finish: () => void } | undefined;

  constructor(maximum: number, start: () => SqliteWorker) {
    this.#maximum = maximum;
    this.#start = start;
  }

  /**
   * Runs a task with a worker of its own.
   *
   * @param signal ends the wait for a worker. It does not end the task.
   */
  async run<T>(
    task: (worker: SqliteWorker, whenIdle: WhenIdle) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const worker = await this.#acquire(signal);
    worker.inUse = true;
    let idle: Promise<unknown> | undefined;
    try {
      return await task(worker, (promise) => {
        idle = promise;
      });
    } finally {
      const release = () => this.#release(worker);
      if (idle === undefined) release();
      else void idle.then(release, release);
    }
  }

  /** Waits for running tasks and ends all workers. Tasks that wait for a worker fail. */
  async close(): Promise<void> {
    if (this.#closed === undefined) {
      let finish = () => {};
      const done = new Promise<void>((resolve) => (finish = resolve));
      this.#closed = { done, finish };
      for (const { fail } of this.#waiting) fail(closedError());
      for (const worker of this.#idle.splice(0)) this.#end(worker);
      if (this.#workers.size === 0) finish();
    }
    await this.#closed.done;
  }

  #acquire(signal: AbortSignal | undefined): SqliteWorker | Promise<SqliteWorker> {
    if (this.#closed !== undefined) throw closedError();
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) {
      if (!worker.hasEnded) return worker;
      this.#workers.delete(worker);
    }
    if (this.#workers.size < this.#maximum) return this.#add();
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiting.delete(waiting);
        signal?.removeEventListener("abort", abort);
      };
      const waiting: Waiting = {
        take: (worker) => (stop(), resolve(worker)),
        fail: (error) => (stop(), reject(error)),
      };
      const abort = () => waiting.fail(canceled(signal));
      this.#waiting.add(waiting);
      signal?.addEventListener("abort", abort);
    });
  }

  #add(): SqliteWorker {
    const worker = this.#start();
    this.#workers.add(worker);
    return worker;
  }

  #release(worker: SqliteWorker): void {
    if (this.#closed !== undefined) return this.#end(worker);
    let next = worker;
    if (worker.hasEnded) {
      this.#workers.delete(worker);
      if (this.#waiting.size === 0) return;
      next = this.#add();
    }
    next.inUse = false;
    const [waiting] = this.#waiting;
    if (waiting === undefined) this.#idle.push(next);
    else waiting.take(next);
  }

  #end(worker: SqliteWorker): void {
    void worker.close().then(() => {
      this.#workers.delete(worker);
      if (this.#workers.size === 0) this.#closed?.finish();
    });
  }
}

function closedError(): StatementError {
  return new StatementError("connection", "The source is closed.");
}

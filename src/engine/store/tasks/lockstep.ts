import { pause, type Task } from "./task.ts";

/**
 * Runs tasks that read the same rows in batches. The task that has read the fewest rows always runs next, so that a batch of
 * rows is in the CPU cache when all tasks read it.
 */
export class Lockstep {
  #isRunning = false;
  /** Number of rows that the task has read whose batch has just ended. Undefined if its step ended for another reason. */
  #rowsRead: number | undefined;

  /**
   * Ends a batch. Another task runs next if this one runs in lockstep; otherwise it continues until its step is over.
   *
   * @param rows number of rows that the task has read
   */
  *endBatch(rows: number): Task<void> {
    if (!this.#isRunning) return yield* pause();
    this.#rowsRead = rows;
    yield;
  }

  /** Runs tasks until all of them end. An error of a task closes the others. */
  *run(tasks: readonly Task<unknown>[]): Task<void> {
    const running = tasks.map((task) => ({ task, rows: 0 }));
    try {
      while (running.length > 0) {
        const next = running.reduce((first, each) => (each.rows < first.rows ? each : first));
        if (this.#step(next.task)) running.splice(running.indexOf(next), 1);
        else if (this.#rowsRead === undefined) yield;
        else {
          next.rows = this.#rowsRead;
          yield* pause();
        }
      }
    } finally {
      for (const { task } of running) task.return(undefined);
    }
  }

  /** Runs a task until its next batch or step ends. Returns whether the task is over. */
  #step(task: Task<unknown>): boolean {
    this.#isRunning = true;
    this.#rowsRead = undefined;
    try {
      return task.next().done === true;
    } finally {
      this.#isRunning = false;
    }
  }
}

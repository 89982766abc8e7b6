import type { Task } from "./task.ts";

/**
 * Tasks with several waiters. Each waiter continues a task where the others have left it. A task is closed when
 * nobody waits for it any more.
 */
export class SharedTasks {
  readonly #running = new Map<string, Running>();

  /** Starts the task with this key, or joins it, and waits for its end. The task stores its result itself. */
  *run(key: string, start: () => Task<void>): Task<void> {
    let running = this.#running.get(key);
    if (running === undefined)
      this.#running.set(key, (running = { task: start(), waiters: 0, isOver: false }));
    running.waiters++;
    try {
      while (!running.isOver) {
        if (isOverAfterStep(running)) return;
        yield;
      }
    } finally {
      running.waiters--;
      if (running.waiters === 0 || running.isOver) this.#end(key, running);
    }
  }

  stop(): void {
    for (const [key, running] of this.#running) this.#end(key, running);
  }

  #end(key: string, running: Running): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
    if (running.isOver) return;
    running.isOver = true;
    running.task.return();
  }
}

interface Running {
  readonly task: Task<void>;
  waiters: number;
  isOver: boolean;
}

/**
 * Runs one step, and returns whether the task is over. A task that throws is over; other waiters start it again and
 * get the error themselves.
 */
function isOverAfterStep(running: Running): boolean {
  try {
    running.isOver = running.task.next().done === true;
  } catch (error) {
    running.isOver = true;
    throw error;
  }
  return running.isOver;
}

import type { Task } from "./task.ts";

/**
 * Works that several may wait for. Whoever wants one takes its steps, wherever the others have left it; it is let go when
 * nobody wants it any more.
 */
export class SharedTasks {
  readonly #running = new Map<string, Running>();

  /** Takes the steps of a work until it is done. Whether it came to something is to be looked for where it leaves that. */
  *run(key: string, start: () => Task<void>): Task<void> {
    let running = this.#running.get(key);
    if (running === undefined)
      this.#running.set(key, (running = { steps: start(), wanted: 0, isOver: false }));
    running.wanted++;
    try {
      while (!running.isOver) {
        if (isOver(running)) return;
        yield;
      }
    } finally {
      running.wanted--;
      if (running.wanted === 0 || running.isOver) this.#end(key, running);
    }
  }

  /** Lets all of them go. */
  stop(): void {
    for (const [key, running] of this.#running) this.#end(key, running);
  }

  #end(key: string, running: Running): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
    if (running.isOver) return;
    running.isOver = true;
    running.steps.return();
  }
}

interface Running {
  readonly steps: Task<void>;
  /** How many wait for it. */
  wanted: number;
  isOver: boolean;
}

/** Takes one step. A work that fails is over too: who else waits begins it anew and meets the failure. */
function isOver(running: Running): boolean {
  try {
    running.isOver = running.steps.next().done === true;
  } catch (error) {
    running.isOver = true;
    throw error;
  }
  return running.isOver;
}

import { areTasksWaiting } from "./event-loop.ts";
import { runStep, type Task } from "./task.ts";

/**
 * Tasks that prepare later requests. They run one after another, in short time slices with pauses of the same length, and
 * only while no request waits for the event loop. The process may exit before they end.
 */
export class BackgroundTasks {
  /** Tasks by key, first in, first out. The first one is running. */
  readonly #tasks = new Map<string | object, () => Task<unknown>>();
  #running: Task<unknown> | undefined;
  #isScheduled = false;
  #isClosed = false;

  /**
   * Adds a task, unless one with this key waits already. An error of a task ends it: requests do without its result.
   *
   * @returns false if too many tasks wait
   */
  add(key: string | object, start: () => Task<unknown>): boolean {
    if (this.#tasks.has(key)) return true;
    if (this.#isClosed || this.#tasks.size >= MAX_TASKS) return false;
    this.#tasks.set(key, start);
    this.#schedule(FIRST_PAUSE_MS);
    return true;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ends all tasks. Tasks that are added later are ignored. */
  close(): void {
    this.#isClosed = true;
    this.#running?.return(undefined);
    this.#running = undefined;
    this.#tasks.clear();
  }

  #schedule(milliseconds: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const platform = globalThis as unknown as TimerPlatform;
    const timer = platform.setTimeout(() => {
      this.#isScheduled = false;
      this.#runSlice();
    }, milliseconds);
    if (typeof timer === "object") timer.unref?.();
  }

  #runSlice(): void {
    const [next] = this.#tasks;
    if (next === undefined) return;
    if (areTasksWaiting()) {
      this.#schedule(FIRST_PAUSE_MS);
      return;
    }
    const [key, start] = next;
    const begun = performance.now();
    let isOver = false;
    try {
      this.#running ??= start();
      while (!isOver && performance.now() - begun < SLICE_MS) isOver = runStep(this.#running).done === true;
    } catch {
      isOver = true;
    }
    if (isOver) {
      this.#running = undefined;
      this.#tasks.delete(key);
    }
    if (this.#tasks.size > 0) this.#schedule(Math.max(1, performance.now() - begun));
  }
}

/** Maximum number of waiting tasks, because requests choose what is prepared. */
const MAX_TASKS = 16;
const SLICE_MS = 4;
/** Pause before the first slice, so that a burst of requests is answered first. */
const FIRST_PAUSE_MS = 2;

/** Only Node.js returns an object, whose `unref` lets the process exit. */
interface TimerPlatform {
  readonly setTimeout: (
    work: () => void,
    milliseconds: number,
  ) => number | { readonly unref?: (() => void) | undefined };
}

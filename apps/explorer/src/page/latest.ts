/**
 * Runs one task at a time, and only the latest of those that wait. A newer task aborts the running one. A source that cannot abort
 * finishes it, and skips the tasks in between.
 */
export class Latest {
  #next: ((signal: AbortSignal) => Promise<void>) | undefined;
  #running: AbortController | undefined;

  run(task: (signal: AbortSignal) => Promise<void>): void {
    this.#next = task;
    if (this.#running === undefined) void this.#drain();
    else this.#running.abort();
  }

  async #drain(): Promise<void> {
    try {
      for (let task = this.#next; task !== undefined; task = this.#next) {
        this.#next = undefined;
        this.#running = new AbortController();
        try {
          await task(this.#running.signal);
        } catch (error) {
          if (!this.#running.signal.aborted) throw error;
        }
      }
    } finally {
      this.#running = undefined;
    }
  }
}

/**
 * Runs one task at a time, and only the latest of those that wait. A page that asks more often than the engine answers skips
 * the questions in between.
 */
export class Latest {
  #next: (() => Promise<void>) | undefined;
  #running = false;

  run(task: () => Promise<void>): void {
    this.#next = task;
    if (!this.#running) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#running = true;
    try {
      for (let task = this.#next; task !== undefined; task = this.#next) {
        this.#next = undefined;
        await task();
      }
    } finally {
      this.#running = false;
    }
  }
}

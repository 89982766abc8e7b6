import type { Durations, Tool } from "../statistics/timeline.ts";

/** Measures a message and the tools that it passes. */
export class Stopwatch {
  readonly durations: Durations = {};
  readonly #clock: () => number;
  readonly #start: number;

  constructor(clock: () => number) {
    this.#clock = clock;
    this.#start = clock();
  }

  /** Returns the milliseconds since the start. */
  elapsed(): number {
    return this.#clock() - this.#start;
  }

  time<T>(tool: Tool, work: () => T): T {
    const start = this.#clock();
    try {
      return work();
    } finally {
      this.durations[tool] = this.#clock() - start;
    }
  }

  async timeAsync<T>(tool: Tool, work: () => Promise<T>): Promise<T> {
    const start = this.#clock();
    try {
      return await work();
    } finally {
      this.durations[tool] = this.#clock() - start;
    }
  }
}

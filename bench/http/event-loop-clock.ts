import { monitorEventLoopDelay } from "node:perf_hooks";

/** Interval in milliseconds of the timer that measures CPU time. */
const RESOLUTION = 1;

/** Measures how long the event loop of this thread is blocked. */
export class EventLoopClock {
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  #last = 0;
  #longestCpu = 0;

  constructor() {
    this.#delays.enable();
    setInterval(() => this.#tick(), RESOLUTION).unref();
  }

  reset(): void {
    this.#delays.reset();
    this.#last = cpuMilliseconds();
    this.#longestCpu = 0;
  }

  /** Longest block in milliseconds since `reset`, including the time in which other processes had the processor. */
  get longest(): number {
    return this.#delays.max / 1e6;
  }

  /**
   * Longest CPU time in milliseconds of this thread between two turns of the event loop since `reset`, garbage collection
   * included. Short turns that follow each other within the resolution of the timer count as one.
   */
  get longestCpu(): number {
    return this.#longestCpu;
  }

  #tick(): void {
    const now = cpuMilliseconds();
    this.#longestCpu = Math.max(this.#longestCpu, now - this.#last);
    this.#last = now;
  }
}

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

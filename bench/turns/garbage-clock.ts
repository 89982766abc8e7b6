import { Session } from "node:inspector/promises";

/** Work of the garbage collector in this thread. */
export interface Garbage {
  /** Time of the monotonic clock in microseconds. */
  readonly start: number;
  /** CPU time of this thread in milliseconds. */
  readonly milliseconds: number;
}

/** Event of the engine's trace. Times are in microseconds. */
interface TraceEvent {
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time of the thread. */
  readonly tdur?: number;
}

/**
 * Measures the garbage collector in this thread by the engine's trace. `PerformanceObserver` reports neither the steps of
 * incremental marking nor CPU times.
 */
export class GarbageClock {
  readonly #session = new Session();
  readonly #events: TraceEvent[] = [];

  async start(): Promise<void> {
    this.#session.connect();
    this.#session.on("NodeTracing.dataCollected", ({ params }) => {
      for (const event of params.value as TraceEvent[])
        if (event.tid === process.pid && event.dur !== undefined) this.#events.push(event);
    });
    await this.#startTrace();
  }

  /**
   * Reads the events so far, which takes time. A full trace buffer would be read at any time, so it must be called before
   * it is full.
   */
  async collect(): Promise<void> {
    await this.#stopTrace();
    await this.#startTrace();
  }

  async #startTrace(): Promise<void> {
    const traceConfig = { includedCategories: ["disabled-by-default-v8.gc"] };
    await this.#session.post("NodeTracing.start", { traceConfig });
  }

  async #stopTrace(): Promise<void> {
    const isComplete = new Promise((resolve) => this.#session.once("NodeTracing.tracingComplete", resolve));
    await this.#session.post("NodeTracing.stop");
    await isComplete;
  }

  /** Stops. Returns the work in order of time. */
  async stop(): Promise<Garbage[]> {
    await this.#stopTrace();
    this.#session.disconnect();
    const found: Garbage[] = [];
    let end = 0;
    // Phases are nested in the events of whole collections, which start first or last longer.
    for (const { ts, dur, tdur } of this.#events.sort((a, b) => a.ts - b.ts || b.dur! - a.dur!)) {
      if (ts < end) continue;
      end = ts + dur!;
      found.push({ start: ts, milliseconds: tdur! / 1000 });
    }
    return found;
  }
}

import { PerformanceObserver } from "node:perf_hooks";

/** A turn of the event loop: from one check phase of Node.js to the next. */
export interface Turn {
  /** CPU time of this thread in milliseconds, without garbage collection. */
  readonly milliseconds: number;
  /** Label that `TurnClock.label` had at the end of the turn. */
  readonly label: string;
}

interface RawTurn {
  readonly start: number;
  readonly end: number;
  readonly cpu: number;
  readonly label: string;
}

/**
 * Measures each turn of the event loop while it runs.
 *
 * - CPU time excludes other processes, and the threads that compile code and collect garbage in parallel.
 * - The pauses of the garbage collector in this thread are subtracted. They depend on the heap of the whole program.
 */
export class TurnClock {
  /** Names the work of the next turns, for reports. */
  label = "";
  #limit: { left: number; readonly controller: AbortController } | undefined;
  readonly #turns: RawTurn[] = [];
  readonly #pauses: { readonly start: number; readonly end: number }[] = [];
  readonly #observer = new PerformanceObserver((list) => this.#addPauses(list.getEntries()));
  #isRunning = false;

  start(): void {
    this.#isRunning = true;
    this.#observer.observe({ entryTypes: ["gc"] });
    let [start, before] = [performance.now(), process.threadCpuUsage()];
    const measure = () => {
      const [end, after] = [performance.now(), process.threadCpuUsage()];
      const cpu = (after.user - before.user + after.system - before.system) / 1000;
      this.#spend(cpu);
      if (cpu >= MIN_TURN_MS) this.#turns.push({ start, end, cpu, label: this.label });
      [start, before] = [end, after];
      if (this.#isRunning) setImmediate(measure);
    };
    setImmediate(measure);
  }

  /**
   * Returns a signal that aborts with a `TimeoutError` once the next turns have taken this CPU time in milliseconds. Ends
   * an earlier signal.
   */
  limit(milliseconds: number): AbortSignal {
    const controller = new AbortController();
    this.#limit = { left: milliseconds, controller };
    return controller.signal;
  }

  #spend(milliseconds: number): void {
    const limit = this.#limit;
    if (limit === undefined) return;
    limit.left -= milliseconds;
    if (limit.left >= 0) return;
    this.#limit = undefined;
    limit.controller.abort(new DOMException("The request has used up its CPU time.", "TimeoutError"));
  }

  /** Stops after the current turn. Returns the turns of at least `MIN_TURN_MS`. */
  async stop(): Promise<Turn[]> {
    await nextTurn();
    this.#isRunning = false;
    // The observer receives the last pauses in a later turn.
    await new Promise((resolve) => setTimeout(resolve, 50));
    this.#addPauses(this.#observer.takeRecords());
    this.#observer.disconnect();
    return this.#withoutPauses();
  }

  #addPauses(entries: readonly { readonly startTime: number; readonly duration: number }[]): void {
    for (const { startTime, duration } of entries)
      this.#pauses.push({ start: startTime, end: startTime + duration });
  }

  #withoutPauses(): Turn[] {
    const pauses = this.#pauses.toSorted((a, b) => a.start - b.start);
    let first = 0;
    return this.#turns.map(({ start, end, cpu, label }) => {
      while (first < pauses.length && pauses[first]!.end <= start) first++;
      let paused = 0;
      let until = start;
      for (let i = first; i < pauses.length && pauses[i]!.start < end; i++) {
        // Pauses can be nested, and each moment counts once.
        const from = Math.max(pauses[i]!.start, until);
        const to = Math.min(pauses[i]!.end, end);
        if (to > from) paused += to - from;
        until = Math.max(until, to);
      }
      // Pauses are wall-clock time. If other processes ran meanwhile, only a share of it was CPU time.
      const share = Math.min(1, cpu / Math.max(end - start, 0.001));
      return { milliseconds: Math.max(0, cpu - paused * share), label };
    });
  }
}

/** Turns that take less are idle. They are ignored, because they would only improve the percentiles. */
export const MIN_TURN_MS = 1;

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

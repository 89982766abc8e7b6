import { GarbageClock } from "./garbage-clock.ts";

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
 * - CPU time excludes other processes, and the threads that compile code and collect garbage in parallel. Some systems count it in
 *   steps of 16 ms, so a turn can get the CPU time of turns before it, but no more than its own duration.
 * - The CPU time of the garbage collector in this thread is subtracted. It depends on the heap of the whole program.
 */
export class TurnClock {
  /** Names the work of the next turns, for reports. */
  label = "";
  readonly #turns: RawTurn[] = [];
  readonly #garbage = new GarbageClock();
  #isRunning = false;

  async start(): Promise<void> {
    this.#isRunning = true;
    await this.#garbage.start();
    let [start, before] = [microseconds(), process.threadCpuUsage()];
    const measure = () => {
      const [end, after] = [microseconds(), process.threadCpuUsage()];
      const cpu = Math.min(after.user - before.user + after.system - before.system, end - start) / 1000;
      if (cpu >= MIN_TURN_MS) this.#turns.push({ start, end, cpu, label: this.label });
      [start, before] = [end, after];
      if (this.#isRunning) setImmediate(measure);
    };
    setImmediate(measure);
  }

  /** Reads the trace of the garbage collector, which takes several turns. Must be called every minute, between requests. */
  collect(): Promise<void> {
    return this.#garbage.collect();
  }

  /** Stops after the current turn. Returns the turns of at least `MIN_TURN_MS`. */
  async stop(): Promise<Turn[]> {
    await nextTurn();
    this.#isRunning = false;
    const garbage = await this.#garbage.stop();
    let first = 0;
    return this.#turns.map(({ start, end, cpu, label }) => {
      while (first < garbage.length && garbage[first]!.start < start) first++;
      let collected = 0;
      for (; first < garbage.length && garbage[first]!.start < end; first++)
        collected += garbage[first]!.milliseconds;
      return { milliseconds: Math.max(0, cpu - collected), label };
    });
  }
}

/** Returns the time of the clock that trace events use, in microseconds. */
function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Turns that take less are idle. They are ignored, because they would only improve the percentiles. */
export const MIN_TURN_MS = 1;

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

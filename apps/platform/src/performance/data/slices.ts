import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of work between two turns of the event loop. */
const SLICE = 5;

/** Number of cheap operations between two calls of {@link Slices.pause}. */
export const STEP = 512;

/** Cuts long work into slices, so that requests are answered in between. */
export class Slices {
  readonly #signal: AbortSignal;
  #start = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * Yields to the event loop if the slice is over.
   *
   * @throws the reason of the signal if it is aborted
   */
  async pause(): Promise<void> {
    if (performance.now() - this.#start < SLICE) return;
    await nextTurn();
    this.#signal.throwIfAborted();
    this.#start = performance.now();
  }
}

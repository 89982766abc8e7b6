import type { RequestObserver, RequestPhase } from "../contract/exchange.ts";

/** Measures the phases of a request, one after the other. */
export class PhaseClock {
  readonly #onPhase: NonNullable<RequestObserver["onPhase"]>;
  #begin = performance.now();
  #database: number | undefined;

  /** Undefined for a request without an observer. */
  static of(observer: RequestObserver | undefined): PhaseClock | undefined {
    return observer?.onPhase === undefined ? undefined : new PhaseClock(observer.onPhase);
  }

  private constructor(onPhase: NonNullable<RequestObserver["onPhase"]>) {
    this.#onPhase = onPhase;
  }

  /** Ends a phase, and begins the next one. */
  end(phase: RequestPhase): void {
    this.#onPhase(phase, this.#next());
  }

  /** Adds the milliseconds of a query in the database, which is a part of the current phase. */
  readonly onDatabase = (milliseconds: number): void => {
    this.#database = (this.#database ?? 0) + milliseconds;
  };

  /** Ends the phases of a query: planning and the database, or the query of rows in memory. */
  endQuery(): void {
    const milliseconds = this.#next();
    if (this.#database === undefined) return this.#onPhase("query", milliseconds);
    this.#onPhase("plan", Math.max(0, milliseconds - this.#database));
    this.#onPhase("db", this.#database);
  }

  #next(): number {
    const now = performance.now();
    const milliseconds = now - this.#begin;
    this.#begin = now;
    return milliseconds;
  }
}

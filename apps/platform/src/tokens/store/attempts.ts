/** Number of wrong attempts in a row that cause no pause. */
const FREE_ATTEMPTS = 5;
const LONGEST_PAUSE = 15 * 60;
/** Maximum number of names with wrong attempts. The oldest is forgotten. */
const MAX_NAMES = 10_000;

interface Failures {
  readonly count: number;
  /** Milliseconds since 1970 until which attempts are refused. */
  readonly until: number;
}

/**
 * Slows down guessing: after five wrong secrets in a row, a name has a pause of 1, 2, 4, … seconds, at most 15 minutes. Unknown
 * names have pauses, too, so that a pause does not tell whether a name exists.
 */
export class Attempts {
  readonly #now: () => number;
  readonly #failures = new Map<string, Failures>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the seconds until the next attempt; 0 if it can be made now. */
  pauseOf(name: string): number {
    const { until = 0 } = this.#failures.get(name) ?? {};
    return Math.max(0, Math.ceil((until - this.#now()) / 1_000));
  }

  fail(name: string): void {
    const count = (this.#failures.get(name)?.count ?? 0) + 1;
    const excess = count - FREE_ATTEMPTS;
    const pause = excess < 0 ? 0 : Math.min(LONGEST_PAUSE, 2 ** Math.min(excess, 20));
    this.#failures.delete(name);
    this.#failures.set(name, { count, until: this.#now() + pause * 1_000 });
    if (this.#failures.size > MAX_NAMES) this.#failures.delete(this.#failures.keys().next().value!);
  }

  succeed(name: string): void {
    this.#failures.delete(name);
  }
}

import { PatternBudget, PatternWorkError, withPatternBudget } from "../../../../pattern/pattern-work.ts";
import { StatementError } from "../../source.ts";

/** Limits of the statement that a connection is running. The functions that the connection calls check them. */
export class StatementWatch {
  /** Deadline of the running step, in milliseconds on the clock of `performance.now()`. */
  until = Infinity;
  readonly #isCanceled: () => boolean;
  #patterns = new PatternBudget();
  #exceeded: PatternWorkError | undefined;

  /** @param isCanceled whether another thread has canceled the statement. Default: no other thread can. */
  constructor(isCanceled: () => boolean = () => false) {
    this.#isCanceled = isCanceled;
  }

  /** Starts a snapshot: the patterns of all its statements share a budget. */
  begin(): void {
    this.#patterns = new PatternBudget();
    this.#exceeded = undefined;
  }

  /** @throws StatementError with failure `timeout` after the deadline, and `canceled` if the statement was canceled. */
  assertMayRun(): void {
    const limit = this.#exceededHere();
    if (limit !== undefined) throw limit;
  }

  /**
   * Calls a function of the database within the limits.
   *
   * @throws StatementError with failure `timeout` after the deadline, and `canceled` if the statement was canceled.
   * @throws PatternWorkError if the patterns of the snapshot visit too many states.
   */
  call<T>(work: () => T): T {
    this.assertMayRun();
    try {
      return withPatternBudget(this.#patterns, work);
    } catch (error) {
      if (error instanceof PatternWorkError) this.#exceeded = error;
      throw error;
    }
  }

  /**
   * Returns the limit that a failed step exceeded; undefined if it failed for another reason. Drivers wrap the error that
   * a function throws, or keep only its text.
   */
  exceededLimit(cause: unknown): Error | undefined {
    if (this.#exceeded !== undefined) return this.#exceeded;
    return this.#exceededHere(cause);
  }

  #exceededHere(cause?: unknown): StatementError | undefined {
    if (this.#isCanceled()) return new StatementError("canceled", "The statement was canceled.", cause);
    return performance.now() > this.until
      ? new StatementError("timeout", "The statement exceeded its timeout.", cause)
      : undefined;
  }
}

import { PatternBudget, PatternWorkError, withPatternBudget } from "../../../../pattern/pattern-work.ts";
import { StatementError } from "../../source.ts";

/** Limits of the statement that a connection is running. The functions that the connection calls check them. */
export class StatementWatch {
  /** Deadline of the running step, in milliseconds on the clock of `performance.now()`. */
  until = Infinity;
  #patterns = new PatternBudget();
  #exceeded: PatternWorkError | undefined;

  /** Starts a snapshot: the patterns of all its statements share a budget. */
  begin(): void {
    this.#patterns = new PatternBudget();
    this.#exceeded = undefined;
  }

  /** @throws StatementError with failure `timeout` after the deadline. */
  assertInTime(): void {
    if (performance.now() > this.until) throw tooLong();
  }

  /**
   * Calls a function of the database within the limits.
   *
   * @throws StatementError with failure `timeout` after the deadline.
   * @throws PatternWorkError if the patterns of the snapshot visit too many states.
   */
  call<T>(work: () => T): T {
    this.assertInTime();
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
    return performance.now() > this.until ? tooLong(cause) : undefined;
  }
}

function tooLong(cause?: unknown): StatementError {
  return new StatementError("timeout", "The statement exceeded its timeout.", cause);
}

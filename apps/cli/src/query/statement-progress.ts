import type { Io } from "../io/process-io.ts";
import { progressOn } from "../io/progress.ts";

const INTERVAL = 100;

export interface StatementProgress {
  /** Number of rows received so far. */
  rows: number;
  readonly hide: () => void;
  readonly end: () => void;
}

/**
 * Shows how long the statements of a database take, and the rows received so far. A timer updates the line, because nothing
 * else happens while the database works.
 */
export function statementProgress(io: Io): StatementProgress {
  const line = progressOn(io);
  const timer = setInterval(() => line.update({ rows: progress.rows }), INTERVAL).unref();
  const progress: StatementProgress = {
    rows: 0,
    hide: line.hide,
    end: () => {
      clearInterval(timer);
      line.end();
    },
  };
  return progress;
}

import { MemoryLimitError } from "./budget.ts";
import type { Task } from "../tasks/task.ts";

/** Does what is only done to be quicker; undefined where the collection has no memory for it. */
export function ifRoom<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof MemoryLimitError) return undefined;
    throw error;
  }
}

/** The same for work in steps; what it has made so far is left as it is. */
export function* stepsIfRoom<T>(steps: Task<T>): Task<T | undefined> {
  try {
    return yield* steps;
  } catch (error) {
    if (error instanceof MemoryLimitError) return undefined;
    throw error;
  }
}

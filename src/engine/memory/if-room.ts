import { MemoryLimitError } from "./budget.ts";

/** Does what is only done to be quicker; undefined where the collection has no memory for it. */
export function ifRoom<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof MemoryLimitError) return undefined;
    throw error;
  }
}

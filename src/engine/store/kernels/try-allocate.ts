import { MemoryLimitError } from "./budget.ts";
import type { Task } from "../tasks/task.ts";

/** Runs an optional optimization. Returns undefined if it runs out of memory. */
export function tryAllocate<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof MemoryLimitError) return undefined;
    throw error;
  }
}

/** Like `tryAllocate`, for tasks. Requires that the partial results of a failed task are valid. */
export function* tryAllocateTask<T>(steps: Task<T>): Task<T | undefined> {
  try {
    return yield* steps;
  } catch (error) {
    if (error instanceof MemoryLimitError) return undefined;
    throw error;
  }
}

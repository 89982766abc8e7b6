import { MemoryLimitError } from "./budget.ts";
import type { Task } from "../tasks/task.ts";

/** Runs an optional optimization. Undefined if it runs out of memory. */
export function tryAllocate<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof MemoryLimitError) return undefined;
    throw error;
  }
}

/** Like `tryAllocate`. The task must keep its partial results valid. */
export function* tryAllocateTask<T>(steps: Task<T>): Task<T | undefined> {
  try {
    return yield* steps;
  } catch (error) {
    if (error instanceof MemoryLimitError) return undefined;
    throw error;
  }
}

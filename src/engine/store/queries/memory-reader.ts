import type { Catalog } from "../../../catalog/types.ts";
import { PatternBudget, withPatternBudget } from "../../../pattern/pattern-work.ts";
import { runNow } from "../tasks/task.ts";
import type { StoreState } from "./store-state.ts";
import { synchronousVerbs, type SynchronousVerbs } from "./verbs.ts";

/** Synchronous reads of a collection, or of a snapshot. */
export interface MemoryReader<T> extends SynchronousVerbs<T> {
  readonly catalog: Catalog;
  /** Number of live rows. */
  readonly size: number;
}

/** @param stateOf returns the state that the next call reads */
export function memoryReader<T>(catalog: Catalog, stateOf: () => StoreState<T>): MemoryReader<T> {
  const reader = {
    catalog,
    get size() {
      return stateOf().size;
    },
  };
  return Object.assign(
    reader,
    synchronousVerbs<T>((verb) => withPatternBudget(new PatternBudget(), () => runNow(verb(stateOf())))),
  );
}

/** Evaluation in memory: predicates, comparators, explanations. */
export { compilePredicate, type EvaluateOptions, type Predicate } from "./predicate.ts";
export { compileComparator, type Comparator } from "./comparator.ts";
export {
  compileFilter,
  compileSortBy,
  type CompiledFilter,
  type CompiledSortBy,
  type CompileOptions,
} from "./compile-filter.ts";
export { explain, type NodeExplanation, type RowExplanation } from "./explain.ts";
export { withInstants } from "./instant-members.ts";
export { sortRows } from "./sort-rows.ts";
export { unreadableMembers } from "./unreadable.ts";
export { PatternWorkError } from "../pattern/pattern-work.ts";

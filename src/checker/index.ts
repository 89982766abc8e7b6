/** Checking: what a tree means in a catalog, and what is wrong with it. */
export { check, checkSortBy } from "./check.ts";
export { checkPartial } from "./check-partial.ts";
export type {
  Checked,
  CheckedFilter,
  CheckedSortBy,
  CheckedSortKey,
  CheckOptions,
  CheckResult,
  CheckSortResult,
} from "./checked.ts";

/** Checks trees against a catalog. */
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

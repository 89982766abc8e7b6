/** Collections: pages, counts and streams of rows that are in a database. */
export { sqlCollection, type SqlCollectionOptions } from "./sql-collection.ts";
export type { Collection, NotAnswered, Page, PageOptions, RequestOptions, RowOptions } from "./collection.ts";
export type { Query, QueryParts } from "./request.ts";
export type { Rule } from "./rules.ts";
export {
  showPlan,
  type ExplainedPlan,
  type ExplainedReason,
  type ExplainedStatement,
  type ExplainOptions,
} from "./explain-plan.ts";
export { MAXIMUM_CURSOR } from "./cursor.ts";
export { ScanLimitError } from "./refusals.ts";
export {
  StatementError,
  type PrepareOptions,
  type Session,
  type SnapshotOptions,
  type SqlSource,
  type StatementFailure,
} from "./source.ts";

/** Collections: the interface of pages, counts, streams and explanations, which all backends implement. */

// Collections and their results
export type { Collection, RejectedRequest, Page } from "./collection.ts";

// Requests
export type { PageOptions, RequestOptions, RowOptions } from "./collection.ts";
export type { CheckedQuery, CursorPosition, Query } from "./request.ts";
export type { Rule } from "./rules.ts";
export { MAXIMUM_CURSOR } from "./cursor.ts";

// Explanations
export {
  showPlan,
  showQueryPlan,
  type ExplainedCondition,
  type ExplainedOrder,
  type ExplainedPlan,
  type ExplainedQuery,
  type ExplainedReason,
  type ExplainedStatement,
  type ExplainOptions,
} from "./explain.ts";

// Pages of rows that arrive one by one
export { TopRows } from "./top-rows.ts";

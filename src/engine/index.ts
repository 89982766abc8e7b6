/** The interface of collections, which all backends implement. */

export type { Collection, RejectedRequest, Page } from "./collection.ts";

export type { AggregateGroup, Aggregates, Aggregation, Measure, MeasureFunction } from "./aggregate.ts";
export type { PageOptions, RequestOptions, RowOptions } from "./collection.ts";
export type { CheckedQuery, NoRequestOptions, Query } from "./request.ts";
export type { CursorPosition, PositionValue } from "./cursor-position.ts";
export type { Rule } from "./rules.ts";

export {
  showPlan,
  showQueryPlan,
  type ExplainedCondition,
  type ExplainedGroups,
  type ExplainedMember,
  type ExplainedOrder,
  type ExplainedPlan,
  type ExplainedQuery,
  type ExplainedReason,
  type ExplainedStatement,
  type ExplainOptions,
  type SourceLimit,
} from "./explain.ts";

export { orderWarning } from "./order-warning.ts";
export { GroupColumns, type GroupedMember, type GroupShape } from "./aggregates/group-columns.ts";
export { TopRows } from "./top-rows.ts";

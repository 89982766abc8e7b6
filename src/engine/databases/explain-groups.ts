import { NOWHERE } from "../../diagnostics/span.ts";
import { rowReader } from "../../sql/rows/row-reader.ts";
import type { ReadAggregation } from "../aggregates/read-aggregation.ts";
import type { ExplainedPlan, ExplainOptions } from "../explain.ts";
import { planGroups, type GroupingPlan } from "./aggregate-plan.ts";
import { explainPlan, type LaidOutStatement } from "./explain-plan.ts";
import type { QueryPlan } from "./query-plan.ts";
import { aggregatedProperties } from "./run-aggregate.ts";
import { candidatesStatement } from "./statements.ts";

/** Plans the groups of a request. Undefined if memory has to form them, because the database cannot. */
export function groupingOf(plan: QueryPlan, aggregation: ReadAggregation): GroupingPlan | undefined {
  return plan.residual === undefined ? planGroups(plan, aggregation) : undefined;
}

export const UNGROUPABLE = "The database alone cannot group by these members as they are stored.";

const UNGROUPABLE_REASON = { of: "groups", span: NOWHERE, node: "", reason: UNGROUPABLE } as const;

/**
 * @param shownPlan as in `explainPlan`
 * @param isStrict whether the collection rejects groups that memory forms
 */
export function explainGroups(
  plan: QueryPlan,
  shownPlan: QueryPlan,
  aggregation: ReadAggregation,
  { isStrict, maximumScan }: { readonly isStrict: boolean; readonly maximumScan: number },
  options: ExplainOptions,
): ExplainedPlan {
  const isGrouped = groupingOf(plan, aggregation) !== undefined;
  const isRefused = isStrict && !isGrouped;
  const explained = explainPlan(plan, shownPlan, isRefused, options, (queryPlan) => [
    statementOf(queryPlan, aggregation, maximumScan),
  ]);
  // Groups do not depend on the order of the rows, nor on ties.
  const reasons = explained.reasons.filter(({ of }) => of !== "sortBy");
  const isUngroupable = !isGrouped && plan.residual === undefined;
  const groupedBy = isGrouped ? "database" : "memory";
  return {
    ...explained,
    verdict: isGrouped ? "exact" : isRefused ? "refused" : "superset",
    sortedBy: "memory",
    countedBy: groupedBy,
    groupedBy,
    reasons: isUngroupable ? [...reasons, UNGROUPABLE_REASON] : reasons,
    warning: undefined,
  };
}

function statementOf(plan: QueryPlan, aggregation: ReadAggregation, maximumScan: number): LaidOutStatement {
  const grouping = groupingOf(plan, aggregation);
  if (grouping !== undefined) return ["groups", grouping.statement(maximumScan + 1)];
  const reader = rowReader(plan.target, aggregatedProperties(plan, aggregation));
  return ["candidates", candidatesStatement(plan, reader.columns, { isOrdered: false, limit: maximumScan })];
}

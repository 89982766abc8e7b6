import { NOWHERE } from "../../diagnostics/span.ts";
import type { ExplainedPlan, ExplainedReason, ExplainedStatement, ExplainOptions } from "../explain.ts";
import { orderWarning } from "../order-warning.ts";
import { printNode } from "../../ast/print.ts";
import { rowReader } from "../../sql/rows/row-reader.ts";
import { render, type Requirement, type SqlStatement } from "../../sql/fragments/fragment.ts";
import type { Constant } from "../../functions/definition/port.ts";
import { reasonText } from "./limit-errors.ts";
import type { PlanReason, QueryPlan } from "./query-plan.ts";
import { candidateReader, singleStatement } from "./run-page.ts";
import type { SqlSource } from "./source.ts";
import { ownProperty } from "../../values/own-properties.ts";
import {
  candidatesStatement,
  countStatement,
  keyOf,
  pageStatement,
  rowsByKeyStatement,
  sampleStatement,
  lowerBoundCountStatement,
  undecidedStatement,
} from "./statements.ts";

export type LaidOutStatement = readonly [ExplainedStatement["purpose"], SqlStatement];

/** @param shownPlan the plan if it can be shown completely; otherwise the plan of the same request without rules */
export function explainPlan(
  plan: QueryPlan,
  shownPlan: QueryPlan,
  isRefused: boolean,
  { values = false, internals = false }: ExplainOptions,
  layOut: (plan: QueryPlan) => readonly LaidOutStatement[],
): ExplainedPlan {
  const laidOut = isRefused ? [] : layOut(shownPlan);
  const requires = new Map<string, Requirement>();
  for (const [, statement] of laidOut)
    for (const requirement of statement.requires)
      requires.set(`${requirement.what} ${requirement.name}`, requirement);
  const { dialect } = plan.target;
  const filteredBy = plan.residual === undefined ? "database" : "both";
  return {
    verdict: isRefused ? "refused" : plan.verdict,
    filteredBy,
    sortedBy: plan.terms === undefined ? "memory" : "database",
    countedBy: filteredBy,
    reasons: plan.reasons.map((reason) => explainReason(reason, internals)),
    warning: orderWarning(plan.target.catalog),
    statements: (plan === shownPlan ? laidOut : []).map(([purpose, statement]) => ({
      purpose,
      text: render(statement, (...at) => dialect.placeholder(...at)).text,
      parameters: statement.parameters.map(({ type, value }) => (values ? { type, value } : { type })),
    })),
    requires: [...requires.values()],
  };
}

/** Adds what the driver of a source cannot do. */
export function withLimits(explained: ExplainedPlan, source: SqlSource): ExplainedPlan {
  return { ...explained, limits: ownProperty(source, "limits") };
}

function explainReason(planReason: PlanReason, internals: boolean): ExplainedReason {
  const { of, span, node, reason, isShown } = planReason;
  return isShown || internals
    ? { of, span, node: node === undefined ? "" : printNode(node), reason }
    : { of, span: NOWHERE, node: "", reason: reasonText(planReason) };
}

export function pageStatements(plan: QueryPlan, maximumScan: number): readonly LaidOutStatement[] {
  const { target, needed, residual, lower } = plan;
  const small = rowReader(target, needed);
  const counting =
    residual === undefined
      ? ([["count", countStatement(plan)]] as const)
      : ([
          ...(lower === false ? [] : ([["certain-count", lowerBoundCountStatement(plan)]] as const)),
          ["undecided", undecidedStatement(plan, small.columns, maximumScan)],
        ] as const);
  if (plan.request.limit === 0) return counting;
  const single = singleStatement(plan, true);
  if (single !== undefined) return [["page", single]];
  if (plan.verdict === "exact") return [["page", pageStatement(plan)], ...counting];
  const { reader, isWhole } = candidateReader(plan);
  const isOrdered = plan.terms !== undefined;
  const isCounted = plan.request.after === undefined && (!isOrdered || lower === false);
  return [
    ["candidates", candidatesStatement(plan, reader.columns, { isOrdered, limit: maximumScan })],
    ...(isWhole ? [] : ([["rows", rowsByKeyStatement(plan, [exampleKey(plan)])]] as const)),
    ...(isCounted ? [] : counting),
  ];
}

/** Returns no statement if the database cannot evaluate the filter exactly: there is no sample then. */
export function sampleStatements(plan: QueryPlan, size: number): readonly LaidOutStatement[] {
  return plan.residual === undefined ? [["sample", sampleStatement(plan, size)]] : [];
}

/** Returns a placeholder key for the explained statement: the real keys are unknown before the query runs. */
function exampleKey(plan: QueryPlan): Constant {
  const { type } = keyOf(plan)!;
  return { type, value: EXAMPLES[type] };
}

const EXAMPLES = {
  boolean: true,
  integer: 0,
  number: 0,
  string: "",
  date: "1970-01-01",
  time: "00:00:00",
  dateTime: "1970-01-01T00:00:00Z",
} as const;

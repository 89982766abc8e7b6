import { print } from "../ast/print.ts";
import type { Span } from "../diagnostics/span.ts";
import { rowReader } from "../sql/rows/row-reader.ts";
import {
  render,
  type ParameterType,
  type ParameterValue,
  type Requirement,
  type SqlStatement,
} from "../sql/fragments/fragment.ts";
import type { Verdict } from "../sql/compile/compile-sql.ts";
import type { Constant } from "../functions/definition/port.ts";
import { showQueryPlan, type ExplainedQuery } from "./memory/explain-query.ts";
import type { PlanReason, QueryPlan } from "./query-plan.ts";
import { candidateReader } from "./run-plan.ts";
import {
  candidatesStatement,
  countStatement,
  keyOf,
  pageStatement,
  rowsByKeyStatement,
  sureCountStatement,
  unsureStatement,
} from "./statements.ts";

/** How a page is got, as data. Values are in it only if they were asked for: they are the user's. */
export interface ExplainedPlan {
  readonly verdict: Verdict;
  /** Who decides on rows. `both`: the database where it is sure, memory on the rest. */
  readonly filteredBy: "database" | "both" | "memory";
  readonly sortedBy: "database" | "memory";
  readonly countedBy: "database" | "both" | "memory";
  readonly reasons: readonly ExplainedReason[];
  /** In the order in which they run; some only if they are needed. */
  readonly statements: readonly ExplainedStatement[];
  /** Functions, collations and columns of keys that the statements name. */
  readonly requires: readonly Requirement[];
  /** How it is got where all rows are in memory. */
  readonly memory?: ExplainedQuery | undefined;
}

/** Why the database alone does not answer. */
export interface ExplainedReason {
  readonly of: PlanReason["of"];
  /** In the text of that one. */
  readonly span: Span;
  /** The part of the expression, as canonical text. */
  readonly node: string;
  readonly reason: string;
}

export interface ExplainedStatement {
  /**
   * `page`: the rows of the page. `count`: how many there are. `candidates`: what memory looks at. `sure`: how many are
   * surely kept. `unsure`: what memory looks at to count. `rows`: those of the page, by their keys, here by one.
   */
  readonly purpose: "page" | "count" | "candidates" | "sure" | "unsure" | "rows";
  readonly text: string;
  readonly parameters: readonly { readonly type: ParameterType; readonly value?: ParameterValue }[];
}

export interface ExplainOptions {
  /** Show what is bound. Default false. */
  readonly values?: boolean;
}

/** Explains a plan; the statements are those that would run. */
export function explainPlan(
  plan: QueryPlan,
  isRefused: boolean,
  maximumScan: number,
  { values = false }: ExplainOptions,
): ExplainedPlan {
  const laidOut = isRefused ? [] : statementsOf(plan, maximumScan);
  const requires = new Map<string, Requirement>();
  for (const [, statement] of laidOut)
    for (const each of statement.requires) requires.set(`${each.what} ${each.name}`, each);
  const { dialect } = plan.target;
  const filteredBy = plan.residual === undefined ? "database" : "both";
  return {
    verdict: isRefused ? "refused" : plan.verdict,
    filteredBy,
    sortedBy: plan.terms === undefined ? "memory" : "database",
    countedBy: filteredBy,
    reasons: plan.reasons.map(({ of, span, node, reason }) => ({ of, span, node: print(node), reason })),
    statements: laidOut.map(([purpose, statement]) => ({
      purpose,
      text: render(statement, (index) => dialect.placeholder(index)).text,
      parameters: statement.parameters.map(({ type, value }) => (values ? { type, value } : { type })),
    })),
    requires: [...requires.values()],
  };
}

function statementsOf(
  plan: QueryPlan,
  maximumScan: number,
): readonly (readonly [ExplainedStatement["purpose"], SqlStatement])[] {
  const { target, needed, residual, lower } = plan;
  const small = rowReader(target, needed);
  const counting =
    residual === undefined
      ? ([["count", countStatement(plan)]] as const)
      : ([
          ...(lower === false ? [] : ([["sure", sureCountStatement(plan)]] as const)),
          ["unsure", unsureStatement(plan, small.columns, maximumScan)],
        ] as const);
  if (plan.request.limit === 0) return counting;
  if (plan.verdict === "exact") return [["page", pageStatement(plan)], ...counting];
  const { reader, isWhole } = candidateReader(plan);
  const isOrdered = plan.terms !== undefined;
  const isCounted = plan.request.after === undefined && (!isOrdered || lower === false);
  return [
    ["candidates", candidatesStatement(plan, reader.columns, { isOrdered, most: maximumScan })],
    ...(isWhole ? [] : ([["rows", rowsByKeyStatement(plan, [exampleKey(plan)])]] as const)),
    ...(isCounted ? [] : counting),
  ];
}

/** Which keys there will be is not known before. */
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

/**
 * An explanation for people to read.
 *
 * @example
 * console.log(showPlan(await reports.explain(query)));
 * // The database gives a superset, and memory decides on each row of which it is not sure.
 * //   match(name,'a.*'): SQLite has no patterns of this kind, …
 * // candidates
 * //   SELECT … FROM "reports" AS t WHERE …
 */
export function showPlan(explained: ExplainedPlan): string {
  if (explained.memory !== undefined) return showQueryPlan(explained.memory);
  const lines = [VERDICTS[explained.verdict]];
  if (explained.verdict === "superset" && explained.sortedBy === "memory") lines.push("Memory sorts.");
  for (const { of, node, reason } of explained.reasons)
    lines.push(`  ${of === "filter" ? "" : `${of} `}${node}: ${reason}`);
  for (const { purpose, text, parameters } of explained.statements) {
    lines.push(purpose, `  ${text}`);
    if (parameters.length > 0)
      lines.push(
        `  bound: ${parameters.map(({ type, value }) => (value === undefined ? type : `${type} ${shown(value)}`)).join(", ")}`,
      );
  }
  if (explained.requires.length > 0)
    lines.push(`needs: ${explained.requires.map(({ what, name }) => `${what} ${name}`).join(", ")}`);
  return lines.join("\n");
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  exact: "The database alone gives the answer.",
  superset: "The database gives a superset, and memory does the rest.",
  refused: "It is refused: the database alone cannot give the answer.",
};

function shown(value: ParameterValue): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? String(each) : each));
}

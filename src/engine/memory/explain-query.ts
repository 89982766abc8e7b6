import { print } from "../../ast/print.ts";
import type { Expression } from "../../ast/nodes.ts";
import type { CheckedFilter } from "../../checker/checked.ts";
import { plan } from "../../evaluator/plan.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { askedOf } from "./asked-column.ts";
import { compileVector } from "./compile-vector.ts";
import type { Slab } from "./kernels/kernels.ts";
import type { OrderPath } from "./orders/orders.ts";
import type { Steps } from "./steps.ts";
import { membersOf, runInSteps, type VectorContext } from "./vector.ts";

/** How a page would be got from a collection in memory, as data. */
export interface ExplainedQuery {
  /** Rows that there are, and those of them that the filter keeps. */
  readonly size: number;
  readonly count: number;
  /** The conditions that the filter joins, each by itself; several that are asked as one are one. */
  readonly filter: readonly ExplainedCondition[];
  readonly order: ExplainedOrder;
}

export interface ExplainedCondition {
  /** The part of the expression, as canonical text. */
  readonly node: string;
  /** What the members that it names are read from. `signatures`: of texts, those few that may be. `rows`: each row is asked. */
  readonly by: readonly ("codes" | "numbers" | "texts" | "signatures" | "lists" | "maps" | "rows")[];
  /** How dear it is, roughly: 1 is reading one column of codes once. Cheap ones run first. */
  readonly cost: number;
  /** How many of all rows fulfill it. */
  readonly rows: number;
}

export interface ExplainedOrder {
  readonly path: OrderPath;
  /** The keys as canonical text, the catalog's last. */
  readonly keys: readonly string[];
}

/** Each condition of a filter, run by itself over some rows. */
export function* explainFilter(
  filter: CheckedFilter,
  context: VectorContext,
  within: Slab,
): Steps<ExplainedCondition[]> {
  const { columns, kernels, scratch, words } = context;
  const explained: ExplainedCondition[] = [];
  for (const node of conditionsOf(plan(filter.expression, filter.functions), context)) {
    const test = compileVector(node, context).isTrue();
    const asked = askedOf(node, context);
    const kind = asked && (columns.get(asked.member, asked.checked)?.kind ?? ("rows" as const));
    const rows = yield* scratch.useInSteps(within.bytes, function* (out) {
      yield* runInSteps(test, within, out);
      return kernels.popcount(out, words);
    });
    const namesNone = kind === undefined && membersOf(node, context).length === 0;
    const by = test.bySignatures?.() === true ? "signatures" : (kind ?? "rows");
    explained.push({ node: print(node), by: namesNone ? [] : [by], cost: test.cost, rows });
    yield;
  }
  return explained;
}

/** The parts of an expression that logic joins. */
function conditionsOf(node: Expression, context: VectorContext): Expression[] {
  if (node.kind !== "call") return [node];
  const logic = ownProperty(context.checked.functions.get(node.callee)!, "logic");
  return logic === undefined ? [node] : node.args.flatMap((each) => conditionsOf(each, context));
}

/**
 * An explanation for people to read.
 *
 * @example
 * console.log(showQueryPlan(reports.explain(query)));
 * // 772 of 10000 rows are kept.
 * //   eq(state,'failed'): by codes, 973 rows
 * //   gt(size,1000000): by numbers, 7989 rows
 * // All rows are in order, and those that are kept are taken from there: name:ascending:tertiary, id
 */
export function showQueryPlan({ size, count, filter, order }: ExplainedQuery): string {
  const lines = [`${count} of ${size} rows are kept.`];
  for (const { node, by, rows } of filter)
    lines.push(
      `  ${node}: ${by.length === 0 ? "the same for all rows" : `by ${by.map((each) => (each === "signatures" ? "signatures of texts" : each)).join(", ")}`}, ${rows} rows`,
    );
  const keys = order.keys.length === 0 ? "" : `: ${order.keys.join(", ")}`;
  lines.push(`${PATHS[order.path]}${keys}`);
  return lines.join("\n");
}

const PATHS: Readonly<Record<OrderPath, string>> = {
  source: "They are in the order in which they came",
  permutation: "All rows are in order, and those that are kept are taken from there",
  reading: "Each is read, and none but the first ones, or those about the page, are held",
  counting: "They are counted by ranks, and none but the page's are put in order",
};

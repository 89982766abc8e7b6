import type { ExplainedCondition } from "../../explain.ts";
import { print } from "../../../ast/print.ts";
import type { Expression } from "../../../ast/nodes.ts";
import type { CheckedFilter } from "../../../checker/checked.ts";
import { plan } from "../../../evaluator/plan.ts";
import { columnExpressionOf } from "../filter/column-expression.ts";
import { compileCondition } from "../filter/compile-filter.ts";
import type { Slab } from "../kernels/kernels.ts";
import type { Task } from "../tasks/task.ts";
import { membersOf, runTest, type FilterContext } from "../filter/row-test.ts";

/** Each condition of a filter, run by itself over some rows. */
export function* explainFilter(
  filter: CheckedFilter,
  context: FilterContext,
  within: Slab,
): Task<ExplainedCondition[]> {
  const { columns, kernels, bitmaps, bitmapWords } = context;
  const explained: ExplainedCondition[] = [];
  for (const node of conditionsOf(plan(filter.expression, filter.functions), context)) {
    const test = compileCondition(node, context).isTrue();
    const asked = columnExpressionOf(node, context);
    const kind = asked && (columns.get(asked.member, asked.checked)?.kind ?? ("rows" as const));
    const rows = yield* bitmaps.useInTask(within.bytes, function* (out) {
      yield* runTest(test, within, out);
      return kernels.popcount(out, bitmapWords);
    });
    const namesNone = kind === undefined && membersOf(node, context).length === 0;
    const by = test.usesTrigramIndex?.() === true ? "trigram-index" : (kind ?? "rows");
    explained.push({ node: print(node), by: namesNone ? [] : [by], cost: test.cost, rows });
    yield;
  }
  return explained;
}

/** The parts of an expression that logic joins. */
function conditionsOf(node: Expression, context: FilterContext): Expression[] {
  if (node.kind !== "call") return [node];
  const { role } = context.checked.functions.get(node.callee)!;
  return role?.kind !== "logic" ? [node] : node.args.flatMap((each) => conditionsOf(each, context));
}

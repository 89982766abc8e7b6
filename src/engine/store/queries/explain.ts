import { printNode } from "../../../ast/print.ts";
import type { Expression } from "../../../ast/nodes.ts";
import type { Catalog } from "../../../catalog/types.ts";
import type { CheckedFilter } from "../../../checker/checked.ts";
import { canBeShown, usableMember } from "../../../checker/member-gate.ts";
import { plan } from "../../../evaluator/plan.ts";
import { ownProperties, memberOf, ownProperty } from "../../../values/own-properties.ts";
import type { PageOptions } from "../../collection.ts";
import type { ExplainedCondition, ExplainedPlan, ExplainedQuery, ExplainOptions } from "../../explain.ts";
import type { CollectionRequest, Query } from "../../request.ts";
import { columnExpressionOf } from "../filter/column-expression.ts";
import { compileTest } from "../filter/compile-filter.ts";
import { membersOf, runTest, type FilterContext } from "../filter/row-test.ts";
import type { Slab } from "../kernels/kernels.ts";
import { describeKeys } from "../order/order-state.ts";
import { asTask, type Task } from "../tasks/task.ts";
import type { MemoryPageOptions, MemoryQuery } from "./memory-query.ts";
import { lookUpRow } from "./page.ts";
import type { StoreState } from "./store-state.ts";
import type { StoreRequests } from "./store-requests.ts";

/** Explains a query: runs the filter, and each of its conditions alone; sorts nothing. */
export function* explain(
  state: StoreState<unknown>,
  query: MemoryQuery,
  options: MemoryPageOptions = {},
): Task<ExplainedQuery> {
  const { filter } = state.read(query, options);
  return yield* explainWithin(state, query, options, { filter, rules: undefined });
}

/** The part of a filter that is explained, and the rules whose rows it is evaluated on. */
interface ShownFilter {
  readonly filter: CheckedFilter | undefined;
  readonly rules: CheckedFilter | undefined;
}

function* explainWithin(
  state: StoreState<unknown>,
  query: MemoryQuery,
  options: MemoryPageOptions,
  shown: ShownFilter,
): Task<ExplainedQuery> {
  const request = state.read(query, options);
  const { filter, sortBy, locale, start, limit } = request;
  const { key, after } = state.orderOf(request, ownProperties(options).after);
  const { size, conditions } = yield* state.selection.selectBitmap(
    shown.rules,
    locale,
    function* (rows, count): Task<Pick<ExplainedQuery, "size"> & { conditions: ExplainedCondition[] }> {
      if (shown.filter === undefined) return { size: count, conditions: [] };
      const context = state.contextOf(shown.filter, locale);
      return { size: count, conditions: yield* explainFilter(shown.filter, context, rows) };
    },
  );
  const explained = asTask((selected: Slab | Uint32Array, count: number): ExplainedQuery => {
    const path = state.orders.path({ ...key, selected, count, start, limit, after: after?.values });
    return { size, count, filter: conditions, order: { path, keys: describeKeys(sortBy) } };
  });
  return yield* state.selection.selectRows(filter, locale, explained);
}

export async function requestExplain(
  requests: StoreRequests<unknown>,
  query: Query,
  options: PageOptions & ExplainOptions = {},
): Promise<ExplainedPlan> {
  const request = await requests.readExplained(query, options, lookUpRow);
  const showsInternals = ownProperties(options).internals === true;
  const rules = showsInternals ? undefined : requests.joinedRules(request);
  const memory = await requests.run(request, options, (state, parts, others) => {
    const filter = rules === undefined ? ownProperty(parts, "filter") : request.filter;
    return explainWithin(state, parts, others, { filter, rules });
  });
  return {
    verdict: "exact",
    filteredBy: "memory",
    sortedBy: "memory",
    countedBy: "memory",
    reasons: [],
    statements: [],
    requires: [],
    memory: showsInternals ? memory : withoutInternals(memory, request, requests.catalog, rules),
  };
}

function withoutInternals(
  { filter, order, ...others }: ExplainedQuery,
  { sortBy }: CollectionRequest,
  catalog: Catalog,
  rules: CheckedFilter | undefined,
): ExplainedQuery {
  const shown = sortBy.keys.map(({ expression }) => canBeShown(expression, catalog));
  if (catalog.key !== undefined) shown.push(usableMember(catalog, catalog.key) !== undefined);
  return {
    ...others,
    filter: rules === undefined ? filter : filter.map((each) => ({ ...each, cost: undefined })),
    order: { ...order, keys: order.keys.filter((_, i) => shown[i]) },
  };
}

function* explainFilter(
  filter: CheckedFilter,
  context: FilterContext,
  within: Slab,
): Task<ExplainedCondition[]> {
  const { columns, kernels, bitmaps, bitmapWords } = context;
  const explained: ExplainedCondition[] = [];
  for (const node of conditionsOf(plan(filter.expression, filter.functions), context)) {
    const test = yield* compileTest(node, context);
    const asked = columnExpressionOf(node, context);
    const kind = asked && (columns.get(asked.member, asked.checked)?.kind ?? ("rows" as const));
    const rows = yield* bitmaps.useInTask(within.bytes, function* (out) {
      yield* runTest(test, within, out);
      return kernels.popcount(out, bitmapWords);
    });
    const namesNone = kind === undefined && membersOf(node, context).length === 0;
    const by = memberOf(test, "usesTrigramIndex")?.call(test) === true ? "trigram-index" : (kind ?? "rows");
    explained.push({ node: printNode(node), by: namesNone ? [] : [by], cost: test.cost, rows });
    yield;
  }
  return explained;
}

/** Returns the conditions of a filter: the operands of `and`, `or` and `not`, however deep. */
function conditionsOf(node: Expression, context: FilterContext): Expression[] {
  if (node.kind !== "call") return [node];
  const { role } = context.checked.functions.get(node.callee)!;
  return role?.kind !== "logic" ? [node] : node.args.flatMap((each) => conditionsOf(each, context));
}

import { printNode } from "../../../ast/print.ts";
import type { Expression } from "../../../ast/nodes.ts";
import type { Catalog } from "../../../catalog/types.ts";
import type { CheckedFilter } from "../../../checker/checked.ts";
import { canBeShown, usableMember } from "../../../checker/member-gate.ts";
import { plan } from "../../../evaluator/plan.ts";
import { ownProperties, memberOf, ownProperty } from "../../../values/own-properties.ts";
import { readAggregation } from "../../aggregates/read-aggregation.ts";
import type { PageOptions } from "../../collection.ts";
import type {
  ExplainedCondition,
  ExplainedMember,
  ExplainedPlan,
  ExplainedQuery,
  ExplainOptions,
} from "../../explain.ts";
import type { CollectionRequest, Query } from "../../request.ts";
import { columnExpressionOf } from "../filter/column-expression.ts";
import { compileTest } from "../filter/compile-filter.ts";
import { membersOf, runTest, type FilterContext } from "../filter/row-test.ts";
import type { Slab } from "../kernels/kernels.ts";
import { describeKeys } from "../order/order-state.ts";
import { asTask, thenDo, type Task } from "../tasks/task.ts";
import type { MemoryPageOptions, MemoryQuery } from "./memory-query.ts";
import { columnOf } from "./aggregate.ts";
import { lookUpRow } from "./page.ts";
import type { StoreState } from "./store-state.ts";
import type { StoreRequests } from "./store-requests.ts";

export type MemoryExplainOptions = MemoryPageOptions & Pick<ExplainOptions, "aggregation">;

/** Explains a query: runs the filter, and each of its conditions alone; sorts nothing. */
export function* explain(
  state: StoreState<unknown>,
  query: MemoryQuery,
  options: MemoryExplainOptions = {},
): Task<ExplainedQuery> {
  const { filter } = state.read(query, options);
  return yield* withGroups(
    state,
    explainWithin(state, query, options, { filter, rules: undefined }),
    options,
  );
}

/** Adds how the members of an aggregation are read. */
function* withGroups(
  state: StoreState<unknown>,
  explaining: Task<ExplainedQuery>,
  options: MemoryExplainOptions,
): Task<ExplainedQuery> {
  const { aggregation, locale } = ownProperties(options);
  const explained = yield* explaining;
  if (aggregation === undefined) return explained;
  const { by, measures, order } = readAggregation(aggregation, state.catalog, locale);
  const members: ExplainedMember[] = [];
  for (const member of [...by, ...measures]) {
    const kind = (yield* columnOf(state, member))?.kind;
    members.push({
      member: member.name,
      from: kind === "lists" || kind === "maps" ? "rows" : (kind ?? "rows"),
    });
  }
  return {
    ...explained,
    groups: {
      by: members.slice(0, by.length),
      measures: measures.map((measure, i) => ({ ...members[by.length + i]!, function: measure.function })),
      order,
    },
  };
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
  part: ShownFilter,
): Task<ExplainedQuery> {
  const request = state.read(query, options);
  const { filter, sortBy, locale, start, limit } = request;
  const { key, after } = state.orderOf(request, ownProperties(options).after);
  const { size, conditions } = yield* state.selection.selectBitmap(part.rules, locale, (rows, count) =>
    explainRows(state, part.filter, locale, rows, count),
  );
  const explained = asTask((selected: Slab | Uint32Array, count: number): ExplainedQuery => {
    const chosen = state.orders.explain({ ...key, selected, count, start, limit, after: after?.values });
    return { size, count, filter: conditions, order: { ...chosen, keys: describeKeys(sortBy) } };
  });
  return yield* state.selection.selectRows(filter, locale, explained);
}

function* explainRows(
  state: StoreState<unknown>,
  filter: CheckedFilter | undefined,
  locale: string | undefined,
  rows: Slab,
  size: number,
): Task<Pick<ExplainedQuery, "size"> & { conditions: ExplainedCondition[] }> {
  if (filter === undefined) return { size, conditions: [] };
  return { size, conditions: yield* explainFilter(filter, state.contextOf(filter, locale), rows) };
}

export async function requestExplain(
  requests: StoreRequests<unknown>,
  query: Query,
  options: PageOptions & ExplainOptions = {},
): Promise<ExplainedPlan> {
  const request = await requests.readExplained(query, options, lookUpRow);
  const { internals, aggregation } = ownProperties(options);
  const showsInternals = internals === true;
  const rules = showsInternals ? undefined : requests.joinedRules(request);
  const memory = await requests.run(request, options, (state, parts, memoryOptions) => {
    const filter = rules === undefined ? ownProperty(parts, "filter") : request.filter;
    return withGroups(state, explainWithin(state, parts, memoryOptions, { filter, rules }), {
      ...memoryOptions,
      aggregation,
    });
  });
  return {
    verdict: "exact",
    filteredBy: "memory",
    sortedBy: "memory",
    countedBy: "memory",
    ...(aggregation === undefined ? {} : { groupedBy: "memory" as const }),
    reasons: [],
    statements: [],
    requires: [],
    memory: showsInternals ? memory : withoutInternals(memory, request, requests.catalog, rules),
  };
}

function withoutInternals(
  { filter, order, ...explained }: ExplainedQuery,
  { sortBy }: CollectionRequest,
  catalog: Catalog,
  rules: CheckedFilter | undefined,
): ExplainedQuery {
  const isShown = sortBy.keys.map(({ expression }) => canBeShown(expression, catalog));
  if (catalog.key !== undefined) isShown.push(usableMember(catalog, catalog.key) !== undefined);
  return {
    ...explained,
    filter: filter.map((condition) => ({
      ...condition,
      // Cached rows would show that another client has sent the same condition.
      by: condition.by.map((by) => (by === "cached-rows" ? "strings" : by)),
      cost: rules === undefined ? condition.cost : undefined,
    })),
    order: {
      ...order,
      cost: rules === undefined ? order.cost : undefined,
      keys: order.keys.filter((_, i) => isShown[i]),
    },
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
    const target = columnExpressionOf(node, context);
    const kind = target && (columns.get(target.member, target.checked)?.kind ?? ("rows" as const));
    const rows = yield* bitmaps.useInTask(within.bytes, (out) =>
      thenDo(runTest(test, within, out), () => kernels.popcount(out, bitmapWords)),
    );
    const namesNone = kind === undefined && membersOf(node, context).length === 0;
    const by = memberOf(test, "usesCachedRows")?.call(test) === true ? "cached-rows" : (kind ?? "rows");
    explained.push({ node: printNode(node), by: namesNone ? [] : [by], cost: test.cost, rows });
    yield;
  }
  return explained;
}

/** Returns the conditions of a filter: the operands of `and`, `or` and `not`, however deep. */
function conditionsOf(node: Expression, context: FilterContext): Expression[] {
  if (node.kind !== "call") return [node];
  const { role } = context.checked.functions.get(node.callee)!;
  return role?.kind !== "logic" ? [node] : node.args.flatMap((argument) => conditionsOf(argument, context));
}

import type { Expression } from "../../ast/nodes.ts";
import { canBeShown } from "../../checker/member-gate.ts";
import { name as nameNode } from "../../ast/constructors.ts";
import { NOWHERE, type Span } from "../../diagnostics/span.ts";
import { compileSortValues, type SortValues } from "../../evaluator/comparator.ts";
import { compilePredicate, type Predicate } from "../../evaluator/predicate.ts";
import { isRefusal, type Truth } from "../../functions/definition/port.ts";
import { propertiesOf, rowReader, type RowReader } from "../../sql/rows/row-reader.ts";
import {
  compileOrder,
  compileWhere,
  sqlTarget,
  type SqlTarget,
  type TargetOptions,
} from "../../sql/compile/compile-clauses.ts";
import type { Verdict } from "../../sql/compile/compile-sql.ts";
import type { SqlText } from "../../sql/fragments/fragment.ts";
import { compileAfterCursor } from "../../sql/compile/after-cursor.ts";
import { sqlAnd } from "../../sql/fragments/conditions.ts";
import type { Value } from "../../values/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../../checker/checked.ts";
import type { CollectionRequest } from "../request.ts";

export type PlanOptions = Omit<TargetOptions, "locale">;

/** Reason why the database cannot evaluate a part of the query exactly. */
export interface PlanReason {
  /** Source text of the part. The span is a range in this text. */
  readonly of: "filter" | "rule" | "sortBy";
  readonly span: Span;
  /** The part of the text; undefined if the reason is about the whole order. */
  readonly node: Expression | undefined;
  readonly reason: string;
  /**
   * Whether clients may see the reason: the part is not from a rule, and names only members that clients can use.
   */
  readonly isShown: boolean;
}

/** Plan of a query: SQL that the database evaluates, and predicates that are evaluated in memory. */
export interface QueryPlan {
  readonly request: CollectionRequest;
  readonly options: PlanOptions;
  readonly target: SqlTarget;
  /** `exact`: the database evaluates the whole query. `superset`: a part is evaluated in memory. */
  readonly verdict: Exclude<Verdict, "refused">;
  readonly reasons: readonly PlanReason[];
  /** Upper bound of the filter and the rules: true for every matching row, possibly for others. */
  readonly upper: Truth;
  /** Lower bound of the filter and the rules: true only for matching rows. Equal to `upper` if the plan is exact. */
  readonly lower: Truth;
  /** Predicate that decides in memory on the rows between both bounds; undefined if the plan is exact. */
  readonly residual: Predicate | undefined;
  /** ORDER BY terms; undefined if the rows are sorted in memory. */
  readonly terms: readonly SqlText[] | undefined;
  readonly sortValues: SortValues;
  /** Condition for rows after the cursor. Constant true without a cursor, or if it is evaluated in memory. */
  readonly afterCursor: Truth;
  /**
   * Returns in memory whether sort values are after the cursor; undefined without a cursor, or if the database
   * compares.
   */
  readonly isAfter: ((values: readonly Value[]) => boolean) | undefined;
  /** Properties that checking and sorting a row in memory requires. */
  readonly needed: ReadonlySet<string>;
  /** Properties that the sort keys read. */
  readonly sorted: ReadonlySet<string>;
  /** Reads whole rows and the sort values for a cursor. */
  readonly rows: RowReader;
}

/** Exact plans of requests without a cursor, by the filter or, without one, by the order: `decodeQuery` returns both again. */
const PLANS = new WeakMap<CheckedFilter | CheckedSortBy, QueryPlan>();

/** Plans a request, or returns the plan of an equal one. */
export function planQuery(request: CollectionRequest, options: PlanOptions): QueryPlan {
  const key = request.filter ?? request.sortBy;
  const cached = PLANS.get(key);
  if (cached !== undefined && isPlanOf(cached, request, options)) return cached;
  const plan = makePlan(request, options);
  if (plan.verdict === "exact" && request.after === undefined) PLANS.set(key, plan);
  return plan;
}

function isPlanOf(
  { request: plannedRequest, options }: QueryPlan,
  request: CollectionRequest,
  planOptions: PlanOptions,
): boolean {
  const { filter, rules, sortBy, start, limit, locale, after, select } = request;
  return (
    options.table === planOptions.table &&
    options.dialect === planOptions.dialect &&
    options.catalog === planOptions.catalog &&
    plannedRequest.filter === filter &&
    plannedRequest.sortBy === sortBy &&
    plannedRequest.start === start &&
    plannedRequest.limit === limit &&
    plannedRequest.locale === locale &&
    after === undefined &&
    plannedRequest.rules.length === rules.length &&
    plannedRequest.rules.every((rule, i) => rule === rules[i]) &&
    plannedRequest.select === select
  );
}

function makePlan(request: CollectionRequest, options: PlanOptions): QueryPlan {
  const { filter, rules, sortBy, locale, after, select } = request;
  const { catalog } = options;
  const target = sqlTarget({ ...options, locale });
  const evaluating = locale === undefined ? {} : { locale };
  const filters = [...(filter === undefined ? [] : [filter]), ...rules];
  const wheres = filters.map((condition) => compileWhere(condition, target));
  const order = compileOrder(sortBy, target);
  const isDecided = wheres.every(({ isExact }) => isExact);
  const upper = sqlAnd(wheres.map((where) => where.upper));
  const predicates = isDecided ? [] : filters.map((condition) => compilePredicate(condition, evaluating));
  let sortValues: SortValues | undefined;
  const keyset = after === undefined ? true : compileAfterCursor(sortBy, after.values, target);
  const isKeyset = typeof keyset === "boolean" || !isRefusal(keyset);
  const sortProperties = propertiesOf(sortBy.members.values(), catalog);
  const needed = new Set(
    isDecided ? [] : filters.flatMap(({ members }) => [...propertiesOf(members.values(), catalog)]),
  );
  if (order.terms === undefined || !isKeyset) for (const property of sortProperties) needed.add(property);
  const plan: QueryPlan = {
    request,
    options,
    target,
    verdict: isDecided && order.terms !== undefined && isKeyset ? "exact" : "superset",
    reasons: [
      ...filters.flatMap((condition, i) =>
        wheres[i]!.reasons.map((reason) =>
          condition === filter
            ? { of: "filter" as const, isShown: true, ...reason }
            : { of: "rule" as const, isShown: false, ...reason },
        ),
      ),
      ...order.reasons.map((reason) => ({
        of: "sortBy" as const,
        isShown: canBeShown(reason.node, catalog),
        ...reason,
      })),
      ...(order.tieReason === undefined
        ? []
        : [
            {
              of: "sortBy" as const,
              isShown: catalog.key === undefined || canBeShown(nameNode(catalog.key), catalog),
              span: NOWHERE,
              node: undefined,
              reason: order.tieReason,
            },
          ]),
    ],
    upper,
    lower: isDecided ? upper : sqlAnd(wheres.map((where) => where.lower)),
    residual: isDecided ? undefined : (row) => predicates.every((keeps) => keeps(row)),
    terms: order.terms,
    // Most pages without a cursor need none.
    get sortValues() {
      return (sortValues ??= compileSortValues(sortBy, evaluating));
    },
    afterCursor: isKeyset ? keyset : true,
    isAfter: isKeyset ? undefined : (values) => plan.sortValues.compare(values, after!.values) > 0,
    needed,
    sorted: sortProperties,
    rows: rowReader(
      target,
      select === undefined ? undefined : new Set([...select.keys(), ...sortProperties]),
    ),
  };
  return plan;
}

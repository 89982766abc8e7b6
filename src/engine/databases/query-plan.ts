import type { Expression } from "../../ast/nodes.ts";
import type { Span } from "../../diagnostics/span.ts";
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
import type { CollectionRequest } from "../request.ts";

export type PlanOptions = Omit<TargetOptions, "locale">;

/** Why the database alone does not answer, and where that stands. */
export interface PlanReason {
  /** What it stands in: spans count in that one's text. */
  readonly of: "filter" | "rule" | "sortBy";
  readonly span: Span;
  readonly node: Expression;
  readonly reason: string;
}

/** How a query is answered: what the database says, and what is left to memory. */
export interface QueryPlan {
  readonly request: CollectionRequest;
  readonly target: SqlTarget;
  /** `exact`: the database alone. `superset`: memory has a part in it. */
  readonly verdict: Exclude<Verdict, "refused">;
  readonly reasons: readonly PlanReason[];
  /** Rows that the filter and the rules may keep. */
  readonly upper: Truth;
  /** Rows that they surely keep; the same as `upper` where the database alone decides. */
  readonly lower: Truth;
  /** What memory decides on the others by; undefined where the database alone decides. */
  readonly residual: Predicate | undefined;
  /** Undefined where memory sorts. */
  readonly terms: readonly SqlText[] | undefined;
  readonly sortValues: SortValues;
  /** Rows after the place that was asked for; true where none was, or where memory finds them. */
  readonly afterPlace: Truth;
  /** Whether memory finds them. */
  readonly isAfter: ((values: readonly Value[]) => boolean) | undefined;
  /** Properties that memory needs of each row it looks at. */
  readonly needed: ReadonlySet<string>;
  /** Properties that rows are sorted by. */
  readonly sorted: ReadonlySet<string>;
  /** Reads whole rows, and what the place of the last one is told by. */
  readonly rows: RowReader;
}

export function planQuery(request: CollectionRequest, options: PlanOptions): QueryPlan {
  const { filter, rules, sortBy, locale, after, select } = request;
  const { catalog } = options;
  const target = sqlTarget({ ...options, locale });
  const evaluating = locale === undefined ? {} : { locale };
  const filters = [...(filter === undefined ? [] : [filter]), ...rules];
  const wheres = filters.map((each) => compileWhere(each, target));
  const order = compileOrder(sortBy, target);
  const isDecided = wheres.every(({ isExact }) => isExact);
  const upper = sqlAnd(wheres.map((where) => where.upper));
  const predicates = filters.map((each) => compilePredicate(each, evaluating));
  const sortValues = compileSortValues(sortBy, evaluating);
  const keyset = after === undefined ? true : compileAfterCursor(sortBy, after.values, target);
  const isKeyset = typeof keyset === "boolean" || !isRefusal(keyset);
  const sortProperties = propertiesOf(sortBy.members.values(), catalog);
  const needed = new Set(
    isDecided ? [] : filters.flatMap(({ members }) => [...propertiesOf(members.values(), catalog)]),
  );
  if (order.terms === undefined || !isKeyset) for (const property of sortProperties) needed.add(property);
  return {
    request,
    target,
    verdict: isDecided && order.terms !== undefined && isKeyset ? "exact" : "superset",
    reasons: [
      ...filters.flatMap((each, i) =>
        wheres[i]!.reasons.map((reason) => ({
          of: each === filter ? ("filter" as const) : ("rule" as const),
          ...reason,
        })),
      ),
      ...order.reasons.map((reason) => ({ of: "sortBy" as const, ...reason })),
    ],
    upper,
    lower: isDecided ? upper : sqlAnd(wheres.map((where) => where.lower)),
    residual: isDecided ? undefined : (row) => predicates.every((keeps) => keeps(row)),
    terms: order.terms,
    sortValues,
    afterPlace: isKeyset ? keyset : true,
    isAfter: isKeyset ? undefined : (values) => sortValues.compare(values, after!.values) > 0,
    needed,
    sorted: sortProperties,
    rows: rowReader(target, select === undefined ? undefined : new Set([...select, ...sortProperties])),
  };
}

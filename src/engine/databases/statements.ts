import type { Constant, SqlScalar, Truth } from "../../functions/definition/port.ts";
import { isRefusal } from "../../functions/definition/port.ts";
import { keyScalar } from "../../sql/compile/compile-clauses.ts";
import {
  fromTable,
  selectCountStatement,
  selectList,
  selectPageStatement,
  whereClause,
} from "../../sql/compile/compile-sql.ts";
import {
  joinSql,
  toStatement,
  sql,
  rawSql,
  type SqlStatement,
  type SqlText,
} from "../../sql/fragments/fragment.ts";
import { sqlAnd, truthSql, isNotTrue } from "../../sql/fragments/conditions.ts";
import type { QueryPlan } from "./query-plan.ts";

/** Builds the statements of a plan, both for running and for explaining it. */

/** Keeps what a function returns for a plan: equal requests have the same plan. */
function oncePerPlan<T>(make: (plan: QueryPlan) => T): (plan: QueryPlan) => T {
  const cache = new WeakMap<QueryPlan, { readonly value: T }>();
  return (plan) => {
    let cached = cache.get(plan);
    if (cached === undefined) cache.set(plan, (cached = { value: make(plan) }));
    return cached.value;
  };
}

/**
 * Statement for a page that the database evaluates exactly. It selects one row more than the page, to detect a next
 * page.
 */
export const pageStatement = /* @__PURE__ */ oncePerPlan((plan) => pageOf(plan, plan.rows.columns));

/**
 * Statement for a page as `pageStatement` returns it, whose last column contains the number of all matching rows. It has no
 * row if the page is empty. Undefined in two cases:
 * - for a large condition, because the statement contains it twice, and databases limit parameters and text
 * - for a partitioned table, because distributed databases spread the work of subqueries less well
 */
export const countedPageStatement = /* @__PURE__ */ oncePerPlan((plan) => {
  const { upper, target, rows } = plan;
  const isLarge = typeof upper !== "boolean" && (upper as SqlText).size > MAX_REPEATED_SIZE;
  if (isLarge || target.table.partitionedBy !== undefined) return undefined;
  return pageOf(plan, [...rows.columns, sql`(${selectCountStatement(upper, target)})`]);
});

function pageOf(plan: QueryPlan, columns: readonly SqlText[]): SqlStatement {
  const { start, limit } = plan.request;
  return toStatement(
    selectPageStatement(columns, upperBound(plan), plan.terms!, { start, limit: limit + 1 }, plan.target),
  );
}

/** Largest condition that a statement contains twice, as its number of text pieces and parameters. */
const MAX_REPEATED_SIZE = 1_000;

export function rowsStatement(plan: QueryPlan): SqlStatement {
  const { start, limit } = plan.request;
  if (start > 0 || limit !== Infinity) {
    const maximum = Math.min(limit, Number.MAX_SAFE_INTEGER);
    return toStatement(
      selectPageStatement(
        plan.rows.columns,
        upperBound(plan),
        plan.terms!,
        { start, limit: maximum },
        plan.target,
      ),
    );
  }
  return toStatement(selectAll(plan.rows.columns, upperBound(plan), plan.terms!, plan));
}

/** Statement for random rows among those that match. Requires that the database evaluates the filter exactly. */
export function sampleStatement(plan: QueryPlan, size: number): SqlStatement {
  const { target } = plan;
  const order = [rawSql(target.dialect.random)];
  return toStatement(selectPageStatement(plan.rows.columns, plan.upper, order, { limit: size }, target));
}

export function countStatement(plan: QueryPlan): SqlStatement {
  return toStatement(selectCountStatement(plan.upper, plan.target));
}

export function lowerBoundCountStatement(plan: QueryPlan): SqlStatement {
  return toStatement(selectCountStatement(plan.lower, plan.target));
}

/**
 * Statement for the rows within the upper bound, which are then checked in memory. Returns at most `limit` + 1 rows. If
 * the plan has a lower bound, the last column contains whether the row is within it.
 */
export function candidatesStatement(
  plan: QueryPlan,
  columns: readonly SqlText[],
  { isOrdered, limit }: { readonly isOrdered: boolean; readonly limit: number },
): SqlStatement {
  const allColumns = hasLowerBound(plan)
    ? [...columns, lowerBoundColumn(plan)]
    : columns.length > 0
      ? columns
      : [rawSql("1")];
  const order = isOrdered ? plan.terms! : [];
  const where = upperBound(plan);
  if (limit === Infinity) return toStatement(selectAll(allColumns, where, order, plan));
  return toStatement(selectPageStatement(allColumns, where, order, { limit: limit + 1 }, plan.target));
}

/**
 * Statement for the rows within the upper but not the lower bound, which have to be checked in memory. Returns at most
 * `limit` + 1 rows.
 */
export function undecidedStatement(
  plan: QueryPlan,
  columns: readonly SqlText[],
  limit: number,
): SqlStatement {
  const where = sqlAnd([plan.upper, isNotTrue(plan.lower)]);
  const selected = columns.length > 0 ? columns : [rawSql("1")];
  return toStatement(selectPageStatement(selected, where, [], { limit: limit + 1 }, plan.target));
}

export function rowsByKeyStatement(plan: QueryPlan, keys: readonly Constant[]): SqlStatement {
  const { port } = plan.target;
  const condition = port.oneOf(keyOf(plan)!, keys).isTrue.upper;
  return toStatement(selectAll(plan.rows.columns, condition, [], plan));
}

/** Returns the catalog's key as SQL; undefined if the catalog has no key or the database cannot express it. */
export function keyOf({ target }: QueryPlan): SqlScalar | undefined {
  const key = keyScalar(target);
  return isRefusal(key) ? undefined : key;
}

/**
 * Returns whether `candidatesStatement` selects an extra column for the lower bound. It is not needed if the plan is
 * exact, or if the lower bound is empty.
 */
export function hasLowerBound({ residual, lower }: QueryPlan): boolean {
  return residual !== undefined && lower !== false;
}

function upperBound({ upper, afterCursor }: QueryPlan): Truth {
  return sqlAnd([upper, afterCursor]);
}

function lowerBoundColumn({ lower, target: { dialect } }: QueryPlan): SqlText {
  return dialect.booleanValue(truthSql(lower, dialect), rawSql(dialect.constants.true));
}

function selectAll(
  columns: readonly SqlText[],
  where: Truth,
  order: readonly SqlText[],
  { target }: QueryPlan,
): SqlText {
  const orderBy = order.length === 0 ? rawSql("") : sql` ORDER BY ${joinSql(order, ", ")}`;
  return sql`SELECT ${selectList(columns, target.dialect)} FROM ${fromTable(target)}${whereClause(where, target)}${orderBy}`;
}

import type { Constant, SqlScalar, Truth } from "../../functions/definition/port.ts";
import { isRefusal } from "../../functions/definition/port.ts";
import { keyScalar } from "../../sql/compile/compile-clauses.ts";
import {
  fromTable,
  selectCountStatement,
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

/** The statements of a plan. What is run and what is explained are made here alike. */

/** The page, where the database alone gives it. One row more tells whether there are others after it. */
export function pageStatement(plan: QueryPlan): SqlStatement {
  const { start, limit } = plan.request;
  return toStatement(
    selectPageStatement(
      plan.rows.columns,
      wanted(plan),
      plan.terms!,
      { start, limit: limit + 1 },
      plan.target,
    ),
  );
}

/** All rows in their order, where the database alone gives them. */
export function rowsStatement(plan: QueryPlan): SqlStatement {
  const { start, limit } = plan.request;
  if (start > 0 || limit !== Infinity) {
    const most = Math.min(limit, Number.MAX_SAFE_INTEGER);
    return toStatement(
      selectPageStatement(plan.rows.columns, wanted(plan), plan.terms!, { start, limit: most }, plan.target),
    );
  }
  return toStatement(selectAll(plan.rows.columns, wanted(plan), plan.terms!, plan));
}

export function countStatement(plan: QueryPlan): SqlStatement {
  return toStatement(selectCountStatement(plan.upper, plan.target));
}

/** How many rows are surely kept. */
export function sureCountStatement(plan: QueryPlan): SqlStatement {
  return toStatement(selectCountStatement(plan.lower, plan.target));
}

/**
 * The rows that memory looks at: `columns` of them, and last whether a row is surely kept, if some are. No more than
 * `most`, and one.
 */
export function candidatesStatement(
  plan: QueryPlan,
  columns: readonly SqlText[],
  { isOrdered, most }: { readonly isOrdered: boolean; readonly most: number },
): SqlStatement {
  const all = hasSure(plan) ? [...columns, sureColumn(plan)] : columns.length > 0 ? columns : [rawSql("1")];
  const order = isOrdered ? plan.terms! : [];
  const where = wanted(plan);
  if (most === Infinity) return toStatement(selectAll(all, where, order, plan));
  return toStatement(selectPageStatement(all, where, order, { limit: most + 1 }, plan.target));
}

/** The rows that are neither surely kept nor surely left out. */
export function unsureStatement(plan: QueryPlan, columns: readonly SqlText[], most: number): SqlStatement {
  const where = sqlAnd([plan.upper, isNotTrue(plan.lower)]);
  const some = columns.length > 0 ? columns : [rawSql("1")];
  return toStatement(selectPageStatement(some, where, [], { limit: most + 1 }, plan.target));
}

/** Whole rows by their keys. */
export function rowsByKeyStatement(plan: QueryPlan, keys: readonly Constant[]): SqlStatement {
  const { port } = plan.target;
  const found = port.oneOf(keyOf(plan)!, keys).isTrue.upper;
  return toStatement(selectAll(plan.rows.columns, found, [], plan));
}

/** The catalog's key, if there is one that stands in the database. */
export function keyOf({ target }: QueryPlan): SqlScalar | undefined {
  const key = keyScalar(target);
  return isRefusal(key) ? undefined : key;
}

/** Whether candidates tell if they are surely kept: not where all are, or none is. */
export function hasSure({ residual, lower }: QueryPlan): boolean {
  return residual !== undefined && lower !== false;
}

function wanted({ upper, afterPlace }: QueryPlan): Truth {
  return sqlAnd([upper, afterPlace]);
}

function sureColumn({ lower, target: { dialect } }: QueryPlan): SqlText {
  return dialect.booleanValue(truthSql(lower, dialect), rawSql(dialect.constants.true));
}

function selectAll(
  columns: readonly SqlText[],
  where: Truth,
  order: readonly SqlText[],
  { target }: QueryPlan,
): SqlText {
  const orderBy = order.length === 0 ? rawSql("") : sql` ORDER BY ${joinSql(order, ", ")}`;
  return sql`SELECT ${joinSql(columns, ", ")} FROM ${fromTable(target)}${whereClause(where, target)}${orderBy}`;
}

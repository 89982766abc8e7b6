import { name as nameNode } from "../../ast/constructors.ts";
import type { CheckedFilter, CheckedSortBy } from "../../checker/checked.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { isRefusal, type Truth } from "../../functions/definition/port.ts";
import {
  compileOrder,
  compileWhere,
  keyScalar,
  sqlTarget,
  type OrderParts,
  type SqlTarget,
  type TargetOptions,
  type WhereParts,
} from "./compile-clauses.ts";
import {
  joinSql,
  toStatement,
  bindable,
  sql,
  rawSql,
  type SqlStatement,
  type SqlText,
} from "../fragments/fragment.ts";
import type { Dialect } from "../dialect-types/dialect.ts";
import type { InexactReason } from "./operand.ts";
import { TABLE_ALIAS } from "../fragments/table-alias.ts";
import { truthSql } from "../fragments/conditions.ts";
import { withDeadlineCheck } from "../operations/deadline.ts";
import { ownProperties, ownProperty } from "../../values/own-properties.ts";

/** A query of one page, as `decodeQuery` returns it. */
export interface SqlQuery {
  readonly filter?: CheckedFilter | undefined;
  readonly sortBy?: CheckedSortBy | undefined;
  /** Index of the first row. Default 0. */
  readonly start?: number;
  readonly limit: number;
}

export interface CompileSqlOptions extends TargetOptions {
  /** Refuse queries that the database cannot evaluate exactly. Default false. */
  readonly strict?: boolean;
}

/**
 * - `exact`: the database evaluates the whole query.
 * - `superset`: the database returns an upper bound of the rows, and each row must be checked in memory.
 * - `refused`: like `superset`, but `strict` was requested.
 */
export type Verdict = "exact" | "superset" | "refused";

export interface CompiledSql {
  readonly verdict: Verdict;
  readonly reasons: readonly InexactReason[];
  /** Condition that is true for each matching row, and possibly for others. */
  readonly where: SqlStatement;
  /** Condition that is true only for matching rows; undefined if `where` is exact. */
  readonly lowerBound: SqlStatement | undefined;
  /** ORDER BY terms; undefined if the rows must be sorted in memory. */
  readonly orderBy: SqlStatement | undefined;
  /** Filter that must be evaluated on each row in memory; undefined if `where` is exact. */
  readonly residual: CheckedFilter | undefined;
  /** Statement that selects the keys of the page's rows in sort order; undefined unless the verdict is `exact`. */
  readonly page: SqlStatement | undefined;
  /** Statement that counts all matching rows; undefined unless the verdict is `exact`. */
  readonly count: SqlStatement | undefined;
}

/**
 * Compiles a checked query for a table. Values are always bound.
 *
 * @throws TypeError unless `start` and `limit` are integers from 0 to 2^53-1.
 * @example
 * const { verdict, page } = compileSql({ filter, sortBy, limit: 20 }, { catalog, table, dialect: sqlite() });
 */
export function compileSql(query: SqlQuery, options: CompileSqlOptions): CompiledSql {
  const { filter, sortBy, start = 0, limit } = ownProperties(query);
  assertSize("limit", limit);
  assertSize("start", start);
  const target = sqlTarget(options);
  const where = filter === undefined ? EVERY_ROW : compileWhere(filter, target);
  const order = sortBy === undefined ? NO_ORDER : compileOrder(sortBy, target);
  return new Compilation(where, order, {
    filter,
    start,
    limit,
    target,
    isStrict: ownProperty(options, "strict") === true,
  });
}

interface QueryContext {
  readonly filter: CheckedFilter | undefined;
  readonly start: number;
  readonly limit: number;
  readonly target: SqlTarget;
  readonly isStrict: boolean;
}

/** Compiled query. It builds each statement on first read, because callers rarely need all of them. */
class Compilation implements CompiledSql {
  readonly verdict: Verdict;
  readonly reasons: readonly InexactReason[];
  readonly residual: CheckedFilter | undefined;
  readonly #where: WhereParts;
  readonly #terms: readonly SqlText[] | undefined;
  readonly #context: QueryContext;
  #condition: SqlStatement | undefined;
  #lowerBound: SqlStatement | undefined;
  #orderBy: SqlStatement | undefined;
  #page: SqlStatement | undefined;
  #count: SqlStatement | undefined;

  constructor(where: WhereParts, order: OrderParts, context: QueryContext) {
    const isExact = where.isExact && order.terms !== undefined;
    this.verdict = isExact ? "exact" : context.isStrict ? "refused" : "superset";
    const { tieReason } = order;
    const ofTies =
      tieReason === undefined
        ? []
        : [{ span: NOWHERE, reason: tieReason, node: nameNode(context.target.catalog.key ?? "key") }];
    this.reasons = [...where.reasons, ...order.reasons, ...ofTies];
    this.residual = where.isExact ? undefined : context.filter;
    this.#where = where;
    this.#terms = order.terms;
    this.#context = context;
  }

  get where(): SqlStatement {
    return (this.#condition ??= toStatement(truthSql(this.#where.upper, this.#context.target.dialect)));
  }

  get lowerBound(): SqlStatement | undefined {
    if (this.#where.isExact) return undefined;
    return (this.#lowerBound ??= toStatement(truthSql(this.#where.lower, this.#context.target.dialect)));
  }

  get orderBy(): SqlStatement | undefined {
    return this.#terms === undefined
      ? undefined
      : (this.#orderBy ??= toStatement(joinSql(this.#terms, ", ")));
  }

  get page(): SqlStatement | undefined {
    if (this.verdict !== "exact") return undefined;
    const { target } = this.#context;
    return (this.#page ??= toStatement(
      selectPageStatement([keyColumn(target)], this.#where.upper, this.#terms!, this.#context, target),
    ));
  }

  get count(): SqlStatement | undefined {
    if (this.verdict !== "exact") return undefined;
    return (this.#count ??= toStatement(selectCountStatement(this.#where.upper, this.#context.target)));
  }
}

const EVERY_ROW: WhereParts = { upper: true, lower: true, isExact: true, reasons: [] };
const NO_ORDER: OrderParts = { terms: [], reasons: [], tieReason: undefined };

function keyColumn(target: SqlTarget): SqlText {
  const key = keyScalar(target);
  return isRefusal(key) ? rawSql("NULL") : target.dialect.selectValue(key);
}

export function fromTable({ table: { table }, dialect }: SqlTarget): SqlText {
  const names = typeof table === "string" ? [table] : table;
  return rawSql(`${names.map(dialect.quote).join(".")} AS ${TABLE_ALIAS}`);
}

export function selectPageStatement(
  columns: readonly SqlText[],
  where: Truth,
  order: readonly SqlText[],
  { start = 0, limit }: Pick<SqlQuery, "start" | "limit">,
  target: SqlTarget,
): SqlText {
  const { dialect } = target;
  assertSize("limit", limit);
  assertSize("start", start);
  const orderBy = order.length === 0 ? rawSql("") : sql` ORDER BY ${joinSql(order, ", ")}`;
  const page = dialect.limitClause(bindable("integer", limit), bindable("integer", start));
  return sql`SELECT ${selectList(columns, dialect)} FROM ${fromTable(target)}${whereClause(where, target)}${orderBy} ${page}`;
}

export function selectList(columns: readonly SqlText[], { nameSelected }: Dialect): SqlText {
  return joinSql(nameSelected === undefined ? columns : columns.map(nameSelected), ", ");
}

/** Checks a limit or offset, because databases treat negative and very large ones differently. */
function assertSize(name: string, size: number): void {
  if (!Number.isSafeInteger(size) || size < 0)
    throw new TypeError(`${name} must be an integer from 0 to 2^53-1, got ${String(size)}`);
}

/** Returns a statement that counts the rows. Some drivers return the count as a string. */
export function selectCountStatement(where: Truth, target: SqlTarget): SqlText {
  const { dialect, table } = target;
  // Databases count all rows of a table without reading them.
  const rows = sql`FROM ${fromTable(target)}${where === true ? rawSql("") : whereClause(where, target)}`;
  if (table.partitionedBy === undefined) return sql`SELECT count(*) ${rows}`;
  const column = rawSql(`${TABLE_ALIAS}.${dialect.quote(table.partitionedBy)}`);
  return sql`SELECT coalesce(sum(c.n), 0) FROM (SELECT count(*) AS n ${rows} GROUP BY ${column}) AS c`;
}

/** Returns the WHERE clause of a statement that reads rows, with a check of the deadline if the database needs one. */
export function whereClause(where: Truth, { dialect, table: { table } }: SqlTarget): SqlText {
  const checked = withDeadlineCheck(where, dialect, table);
  return checked === true ? rawSql("") : sql` WHERE ${truthSql(checked, dialect)}`;
}

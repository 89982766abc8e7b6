import type { CheckedFilter, CheckedSortBy } from "../../checker/checked.ts";
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
import type { InexactReason } from "./operand.ts";
import { TABLE_ALIAS } from "../fragments/table-alias.ts";
import { truthSql } from "../fragments/conditions.ts";

/** What is asked of a table; as `decodeQuery` gives it, or made by hand. */
export interface SqlQuery {
  readonly filter?: CheckedFilter | undefined;
  readonly sortBy?: CheckedSortBy | undefined;
  /** The index of the first row. Default 0. */
  readonly start?: number;
  /** The most rows of the page. */
  readonly limit: number;
}

export interface CompileSqlOptions extends TargetOptions {
  /** Refuse what the database cannot say exactly. Default: leave a residual to memory. */
  readonly strict?: boolean;
}

/** `exact`: the database alone gives the answer. `superset`: memory decides on the rows that it gives. `refused`: neither. */
export type Verdict = "exact" | "superset" | "refused";

export interface CompiledSql {
  readonly verdict: Verdict;
  /** Why it is not exact: each place of the expression, in plain words. */
  readonly reasons: readonly InexactReason[];
  /** The condition after WHERE: true of each row that the filter keeps, and perhaps of others. */
  readonly where: SqlStatement;
  /** True only of rows that the filter keeps; where the verdict is not exact. */
  readonly lowerBound: SqlStatement | undefined;
  /** The terms after ORDER BY, undefined where the rows are to be sorted in memory. */
  readonly orderBy: SqlStatement | undefined;
  /** What memory still has to decide on each row. */
  readonly residual: CheckedFilter | undefined;
  /** The page's keys in their order; where the verdict is exact. */
  readonly page: SqlStatement | undefined;
  readonly count: SqlStatement | undefined;
}

/**
 * Compiles a checked query for a table. Values are always bound, names come from the table's definition alone.
 *
 * @throws TypeError for a start or a limit that is no whole number from 0 to 2^53-1.
 * @example
 * const { verdict, page } = compileSql({ filter, sortBy, limit: 20 }, { catalog, table, dialect: sqlite() });
 */
export function compileSql(query: SqlQuery, options: CompileSqlOptions): CompiledSql {
  const { filter, sortBy, start = 0, limit } = query;
  assertSize("limit", limit);
  assertSize("start", start);
  const target = sqlTarget(options);
  const where = filter === undefined ? EVERY_ROW : compileWhere(filter, target);
  const order = sortBy === undefined ? NO_ORDER : compileOrder(sortBy, target);
  return new Compilation(where, order, { filter, start, limit, target, isStrict: options.strict === true });
}

interface Compiling {
  readonly filter: CheckedFilter | undefined;
  readonly start: number;
  readonly limit: number;
  readonly target: SqlTarget;
  readonly isStrict: boolean;
}

/**
 * What was compiled. Few who ask want all of it, and to lay a statement out costs about as much as to make its pieces: so
 * each is laid out when it is first read.
 */
class Compilation implements CompiledSql {
  readonly verdict: Verdict;
  readonly reasons: readonly InexactReason[];
  readonly residual: CheckedFilter | undefined;
  readonly #where: WhereParts;
  readonly #terms: readonly SqlText[] | undefined;
  readonly #of: Compiling;
  #condition: SqlStatement | undefined;
  #sure: SqlStatement | undefined;
  #orderBy: SqlStatement | undefined;
  #page: SqlStatement | undefined;
  #count: SqlStatement | undefined;

  constructor(where: WhereParts, order: OrderParts, of: Compiling) {
    const isExact = where.isExact && order.terms !== undefined;
    this.verdict = isExact ? "exact" : of.isStrict ? "refused" : "superset";
    this.reasons = [...where.reasons, ...order.reasons];
    this.residual = where.isExact ? undefined : of.filter;
    this.#where = where;
    this.#terms = order.terms;
    this.#of = of;
  }

  get where(): SqlStatement {
    return (this.#condition ??= toStatement(truthSql(this.#where.upper, this.#of.target.dialect)));
  }

  get lowerBound(): SqlStatement | undefined {
    if (this.#where.isExact) return undefined;
    return (this.#sure ??= toStatement(truthSql(this.#where.lower, this.#of.target.dialect)));
  }

  get orderBy(): SqlStatement | undefined {
    return this.#terms === undefined
      ? undefined
      : (this.#orderBy ??= toStatement(joinSql(this.#terms, ", ")));
  }

  get page(): SqlStatement | undefined {
    if (this.verdict !== "exact") return undefined;
    const { target } = this.#of;
    return (this.#page ??= toStatement(
      selectPageStatement([keyColumn(target)], this.#where.upper, this.#terms!, this.#of, target),
    ));
  }

  get count(): SqlStatement | undefined {
    if (this.verdict !== "exact") return undefined;
    return (this.#count ??= toStatement(selectCountStatement(this.#where.upper, this.#of.target)));
  }
}

const EVERY_ROW: WhereParts = { upper: true, lower: true, isExact: true, reasons: [] };
const NO_ORDER: OrderParts = { terms: [], reasons: [] };

function keyColumn(target: SqlTarget): SqlText {
  const key = keyScalar(target);
  return isRefusal(key) ? rawSql("NULL") : target.dialect.selectValue(key);
}

/** The table as it stands after FROM. */
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
  return sql`SELECT ${joinSql(columns, ", ")} FROM ${fromTable(target)}${whereClause(where, target)}${orderBy} ${page}`;
}

/** Sizes below zero, or beyond what a double counts in, are read by each database in its own way. */
function assertSize(what: string, size: number): void {
  if (!Number.isSafeInteger(size) || size < 0)
    throw new TypeError(`${what} is a whole number from 0 to 2^53-1, not ${String(size)}.`);
}

/** One row with one whole number, which some drivers give as a text. */
export function selectCountStatement(where: Truth, target: SqlTarget): SqlText {
  const { dialect, table } = target;
  const rows = sql`FROM ${fromTable(target)}${whereClause(where, target)}`;
  if (table.partitionedBy === undefined) return sql`SELECT count(*) ${rows}`;
  const column = rawSql(`${TABLE_ALIAS}.${dialect.quote(table.partitionedBy)}`);
  return sql`SELECT coalesce(sum(c.n), 0) FROM (SELECT count(*) AS n ${rows} GROUP BY ${column}) AS c`;
}

export function whereClause(where: Truth, { dialect }: SqlTarget): SqlText {
  return where === true ? rawSql("") : sql` WHERE ${truthSql(where, dialect)}`;
}

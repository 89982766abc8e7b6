import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import { isRefusal, type Refusal, type SqlScalar, type Truth } from "../../functions/definition/port.ts";
import { memberOf, ownProperty } from "../../values/own-properties.ts";
import { isNumeric, isSafeInteger } from "../../values/types.ts";
import type { IntegerSumPart } from "../dialect-types/aggregate-forms.ts";
import { bindable, joinSql, rawSql, sql, type SqlText } from "../fragments/fragment.ts";
import { valueReader } from "./value-reader.ts";
import type { SqlTarget } from "../compile/compile-clauses.ts";
import { fromTable, selectList, whereClause } from "../compile/compile-sql.ts";
import { findStorage } from "../compile/member-expressions.ts";

/** Column of a grouping statement with its reader. */
export interface GroupColumn {
  readonly sql: SqlText;
  /** Converts the driver's value as in whole rows. */
  readonly read: (value: unknown) => unknown;
}

/**
 * Returns a column whose groups have values that are read alike. Rows with equal values can be in different groups, such as
 * those of one instant in two forms.
 */
export function groupColumn(name: string, member: ResolvedMember, target: SqlTarget): GroupColumn | Refusal {
  const value = target.members.scalar(name, member);
  if (isRefusal(value)) return value;
  if (memberOf(target.dialect.aggregates, "canPrint")?.(value) === false)
    return { refused: `the database cannot print all values of ${name}` };
  return columnOf(value, value.sql as SqlText, target);
}

/** Largest absolute value of doubles that the database sums. */
const SUMMED = 1e290;

/** Aggregates of numbers that the database computes in each group. */
export interface NumberColumns {
  /** Numbers that are too large for the aggregates, as a column to group by; null for all other numbers. */
  readonly others: GroupColumn | undefined;
  /** The numbers that the database aggregates; null for those of `others`. */
  readonly summed: SqlText;
  /** True if `summed` is never null. */
  readonly isNeverNull: boolean;
  /** Weighted parts of the sum of `value`, which is a column that contains `summed`. Undefined for a sum of doubles. */
  readonly integerSum: ((value: SqlText) => readonly IntegerSumPart[]) | undefined;
  readonly doubleSum: (value: SqlText) => SqlText;
  readonly extreme: (called: "min" | "max", value: SqlText) => GroupColumn;
}

/**
 * Returns the aggregates of a numeric member; undefined if the database cannot compute them as exactly as memory. Doubles
 * beyond `SUMMED` are grouped, so that no sum in the database is infinite.
 */
export function numberColumns(
  name: string,
  member: ResolvedMember,
  target: SqlTarget,
): NumberColumns | undefined {
  const { catalog, table, dialect } = target;
  const value = target.members.scalar(name, member);
  if (isRefusal(value) || !isNumeric(value.type) || ownProperty(value.traits, "form") !== undefined)
    return undefined;
  const { aggregates } = dialect;
  const isOfType = ownProperty(aggregates, "isOfType");
  const { storage } = findStorage(name, member, catalog, table);
  if (isOfType === undefined && !Object.hasOwn(storage, "column") && !Object.hasOwn(storage, "expression"))
    return undefined;
  const operand = value.sql as SqlText;
  const isInteger = value.type === "integer";
  const isWithin = (type: "integer" | "number", limit: number) =>
    sql`${operand} BETWEEN ${dialect.bind(bindable(type, -limit))} AND ${dialect.bind(bindable(type, limit))}`;
  const conditions = [
    ...(isOfType === undefined ? [] : [isOfType(value)]),
    ...(isInteger ? [] : [isWithin("number", SUMMED)]),
    ...(isSafeInteger(member.type) ? [isWithin("integer", Number.MAX_SAFE_INTEGER)] : []),
  ];
  const condition = conditions.reduce<SqlText | undefined>(
    (conjunction, test) => (conjunction === undefined ? test : sql`${conjunction} AND ${test}`),
    undefined,
  );
  const summed = condition === undefined ? operand : sql`CASE WHEN ${condition} THEN ${operand} END`;
  return {
    others:
      condition === undefined
        ? undefined
        : columnOf(value, sql`CASE WHEN ${condition} THEN NULL ELSE ${operand} END`, target),
    summed,
    isNeverNull: condition === undefined && !value.nullable,
    integerSum: isInteger ? aggregates.integerSum : undefined,
    doubleSum: (number) => aggregates.call("sum", aggregates.toDouble(number)),
    extreme: (called, number) => columnOf(value, aggregates.call(called, number), target),
  };
}

function columnOf(value: SqlScalar, expression: SqlText, { dialect }: SqlTarget): GroupColumn {
  const selected = dialect.selectValue({ ...value, sql: expression });
  // Strings, and instants that are stored as strings, have a collation.
  const isString = value.type === "string" || ownProperty(value.traits, "form") === "text";
  return {
    sql: isString ? dialect.aggregates.groupedString(selected, value.traits) : selected,
    read: valueReader({ type: value.type }),
  };
}

/** Alias of the subquery that computes the columns of each row. */
const ROWS = "tamis_r";

/** Columns of a grouping statement: computed for each row in a subquery, then grouped and aggregated. */
export class GroupedSelect {
  readonly #ofRows: SqlText[] = [];
  readonly #references = new Map<string, SqlText>();
  readonly #grouped: SqlText[] = [];
  readonly #aggregated: SqlText[] = [];

  /**
   * Adds a column to the subquery. Returns the reference to it.
   *
   * @param name identifies the column: a repeated one is added once.
   */
  rowColumn(name: string, column: SqlText): SqlText {
    let reference = this.#references.get(name);
    if (reference === undefined) {
      const alias = `c${this.#ofRows.length}`;
      this.#ofRows.push(sql`${column} AS ${rawSql(alias)}`);
      this.#references.set(name, (reference = rawSql(`${ROWS}.${alias}`)));
    }
    return reference;
  }

  /** Adds a column to group by. Returns its index among them. */
  groupBy(name: string, column: SqlText): number {
    const reference = this.rowColumn(name, column);
    const index = this.#grouped.indexOf(reference);
    return index < 0 ? this.#grouped.push(reference) - 1 : index;
  }

  /** Adds an aggregate of columns of the subquery. Returns its index among the aggregates. */
  aggregate(column: SqlText): number {
    return this.#aggregated.push(column) - 1;
  }

  /** Number of columns to group by. They precede the aggregates in the rows of the statement. */
  get groupCount(): number {
    return this.#grouped.length;
  }

  /** @param limit maximum number of groups. */
  sql(where: Truth, limit: number, target: SqlTarget): SqlText {
    const { dialect } = target;
    const ofRows = this.#ofRows.length === 0 ? rawSql("1 AS c0") : joinSql(this.#ofRows, ", ");
    const rows = sql`(SELECT ${ofRows} FROM ${fromTable(target)}${whereClause(where, target)}) AS ${rawSql(ROWS)}`;
    const selected = sql`SELECT ${selectList([...this.#grouped, ...this.#aggregated], dialect)} FROM ${rows}`;
    if (this.#grouped.length === 0) return selected;
    const limitSql = dialect.limitClause(bindable("integer", limit), bindable("integer", 0));
    return sql`${selected} GROUP BY ${joinSql(this.#grouped, ", ")} ${limitSql}`;
  }
}

import {
  isRefusal,
  type Constant,
  type Extent,
  type Refusal,
  type SqlList,
  type SqlMap,
  type SqlScalar,
} from "../../functions/definition/port.ts";
import { isNumeric, type ScalarType } from "../../values/types.ts";
import type { Dialect, ListForm, MapForm } from "../dialect-types/dialect.ts";
import { sql, type SqlText } from "../fragments/fragment.ts";
import { storableNumbers } from "./numbers.ts";
import { truthSql, isNotTrue } from "../fragments/conditions.ts";

export function sqlList(form: ListForm | Refusal, items: ScalarType, dialect: Dialect): SqlList | Refusal {
  if (isRefusal(form)) return form;
  const element: SqlScalar = { ...form.element, type: items, nullable: true };
  return {
    nullable: true,
    items,
    isNotNull: form.isNotNull,
    isNull: form.isNull ?? isNotTrue(form.isNotNull),
    length: lengthOf(form.length),
    containing: (constants) => containing(form, element, constants),
    some: (test) => someOf(form, truthSql(test(element), dialect)),
    none: (test) => noneOf(form, truthSql(test(element), dialect)),
  };
}

/** Compiles operations on a map. Map values are compared by their string forms. */
export function sqlMap(form: MapForm | Refusal, dialect: Dialect): SqlMap | Refusal {
  if (isRefusal(form)) return form;
  const key: SqlScalar = { ...form.key, type: "string", nullable: false };
  const value: SqlScalar = { ...form.value, type: "string", nullable: true };
  return {
    nullable: true,
    isNotNull: form.isNotNull,
    isNull: form.isNull ?? isNotTrue(form.isNotNull),
    length: lengthOf(form.length),
    some: (test) => someOf(form, truthSql(test(key, value), dialect)),
    none: (test) => noneOf(form, truthSql(test(key, value), dialect)),
  };
}

function containing(form: ListForm, element: SqlScalar, constants: readonly Constant[]): Extent | undefined {
  const values = elementsOf(element, constants);
  if (values === undefined || values.length === 0) return undefined;
  const found = form.containing?.(values);
  return found === undefined ? undefined : { upper: found.sql, lower: found.isExact ? found.sql : false };
}

/**
 * Returns the constants to search for in a list. Undefined unless all are strings or all are numbers, like the
 * elements.
 */
function elementsOf(
  element: SqlScalar,
  constants: readonly Constant[],
): readonly (string | number | bigint)[] | undefined {
  if (element.type === "string")
    return constants.every(({ type }) => type === "string")
      ? constants.map(({ value }) => value as string)
      : undefined;
  return isNumeric(element.type) && constants.every(({ type }) => isNumeric(type))
    ? storableNumbers(element, constants)
    : undefined;
}

type SubqueryRows = Pick<ListForm, "from" | "where" | "exists">;

function someOf(rows: SubqueryRows, test: SqlText): SqlText {
  return rows.exists?.(test) ?? sql`EXISTS (${subquery(rows, test)})`;
}

function noneOf(rows: SubqueryRows, test: SqlText): SqlText {
  const found = rows.exists?.(test);
  return found === undefined ? sql`NOT EXISTS (${subquery(rows, test)})` : sql`(${found}) IS NOT TRUE`;
}

/**
 * Returns a subquery for EXISTS. LIMIT 1 works around SQLite 3.53.0, which turned the subquery without LIMIT into a join
 * that duplicated rows.
 */
function subquery({ from, where }: SubqueryRows, test: SqlText): SqlText {
  return where === undefined
    ? sql`SELECT 1 FROM ${from} WHERE ${test} LIMIT 1`
    : sql`SELECT 1 FROM ${from} WHERE ${where} AND ${test} LIMIT 1`;
}

function lengthOf(length: SqlText | Refusal): SqlScalar | Refusal {
  return isRefusal(length) ? length : { sql: length, type: "integer", nullable: true, traits: {} };
}

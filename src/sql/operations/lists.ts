import {
  isRefusal,
  type Constant,
  type Extent,
  type Refusal,
  type SqlList,
  type SqlMap,
  type SqlScalar,
  type Truth,
} from "../../functions/definition/port.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { isNumeric, type ScalarType } from "../../values/types.ts";
import type { Dialect, ListForm, MapForm } from "../dialect-types/dialect.ts";
import { sql, type SqlText } from "../fragments/fragment.ts";
import { withDeadlineCheck } from "./deadline.ts";
import { storableNumbers } from "./numbers.ts";
import { truthSql, isNotTrue } from "../fragments/conditions.ts";

export function sqlList(rawForm: ListForm | Refusal, items: ScalarType, dialect: Dialect): SqlList | Refusal {
  if (isRefusal(rawForm)) return rawForm;
  const form = ownProperties(rawForm);
  const element: SqlScalar = {
    ...form.element,
    type: items,
    nullable: true,
    traits: ownProperties(form.element.traits),
  };
  return {
    nullable: true,
    items,
    isNotNull: form.isNotNull,
    isNull: form.isNull ?? isNotTrue(form.isNotNull),
    length: lengthOf(form.length),
    containing: (constants) => containsConstants(form, element, constants, dialect),
    some: (test) => someOf(form, test(element), dialect),
    none: (test) => noneOf(form, test(element), dialect),
  };
}

/** Compiles operations on a map. Map values are compared by their string forms. */
export function sqlMap(rawForm: MapForm | Refusal, dialect: Dialect): SqlMap | Refusal {
  if (isRefusal(rawForm)) return rawForm;
  const form = ownProperties(rawForm);
  const key: SqlScalar = {
    ...form.key,
    type: "string",
    nullable: false,
    traits: ownProperties(form.key.traits),
  };
  const value: SqlScalar = {
    ...form.value,
    type: "string",
    nullable: true,
    traits: ownProperties(form.value.traits),
  };
  return {
    nullable: true,
    isNotNull: form.isNotNull,
    isNull: form.isNull ?? isNotTrue(form.isNotNull),
    length: lengthOf(form.length),
    some: (test) => someOf(form, test(key, value), dialect),
    none: (test) => noneOf(form, test(key, value), dialect),
  };
}

function containsConstants(
  form: ListForm,
  element: SqlScalar,
  constants: readonly Constant[],
  dialect: Dialect,
): Extent | undefined {
  const values = elementsOf(element, constants, dialect);
  if (values === undefined || values.length === 0) return undefined;
  const test = form.containing?.(values);
  return test === undefined ? undefined : { upper: test.sql, lower: test.isExact ? test.sql : false };
}

/**
 * Returns the constants to search for in a list. Undefined unless all of them are strings, or all are numbers, as the elements
 * of the list are.
 */
function elementsOf(
  element: SqlScalar,
  constants: readonly Constant[],
  dialect: Dialect,
): readonly (string | number | bigint)[] | undefined {
  if (element.type === "string")
    return constants.every(({ type }) => type === "string")
      ? constants.map(({ value }) => value as string)
      : undefined;
  return isNumeric(element.type) && constants.every(({ type }) => isNumeric(type))
    ? storableNumbers(element, constants, dialect)
    : undefined;
}

type SubqueryRows = Pick<ListForm, "from" | "where" | "exists">;

function someOf(rows: SubqueryRows, test: Truth, dialect: Dialect): SqlText | Refusal {
  return rows.exists?.(truthSql(test, dialect)) ?? sql`EXISTS (${subquery(rows, test, dialect)})`;
}

function noneOf(rows: SubqueryRows, test: Truth, dialect: Dialect): SqlText | Refusal {
  const condition = rows.exists?.(truthSql(test, dialect));
  if (condition === undefined) return sql`NOT EXISTS (${subquery(rows, test, dialect)})`;
  return isRefusal(condition) ? condition : sql`(${condition}) IS NOT TRUE`;
}

/**
 * Returns a subquery for EXISTS. LIMIT 1 works around SQLite 3.53.0, which turned the subquery without LIMIT into a join
 * that duplicated rows.
 */
function subquery({ from, where }: SubqueryRows, test: Truth, dialect: Dialect): SqlText {
  const checked = truthSql(withDeadlineCheck(test, dialect), dialect);
  return where === undefined
    ? sql`SELECT 1 FROM ${from} WHERE ${checked} LIMIT 1`
    : sql`SELECT 1 FROM ${from} WHERE ${where} AND ${checked} LIMIT 1`;
}

function lengthOf(length: SqlText | Refusal): SqlScalar | Refusal {
  return isRefusal(length) ? length : { sql: length, type: "integer", nullable: true, traits: {} };
}

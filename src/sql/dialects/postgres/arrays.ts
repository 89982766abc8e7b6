import type { SqlScalar, Traits } from "../../../functions/definition/port.ts";
import type { ScalarType } from "../../../values/types.ts";
import type { ListForm } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlParameterType, type SqlText } from "../../fragments/fragment.ts";
import { elementReading } from "./column-types.ts";
import { bindPostgres } from "./parameters.ts";
import { selectPostgresValue } from "./select-columns.ts";
import { postgresTemporal } from "./temporal.ts";

/*
 * Arrays of PostgreSQL. The number of dimensions belongs to the value, not to the column. An array with more than one
 * dimension is read as null. The first index of an array is not significant.
 */

/** Returns the list that an array column stores. */
export function postgresArray(
  column: SqlText,
  items: ScalarType,
  { form, binary }: Pick<Traits, "form" | "binary">,
): ListForm {
  const boundAs = LIST_PARAMETERS[form ?? ""];
  const isFlat = sql`pg_catalog.array_length(${column}, 2) IS NULL`;
  return {
    isNotNull: sql`(${column} IS NOT NULL AND ${isFlat})`,
    isNull: sql`(${column} IS NULL OR pg_catalog.array_length(${column}, 2) IS NOT NULL)`,
    length: sql`CASE WHEN ${isFlat} THEN pg_catalog.cardinality(${column}) END`,
    from: sql`pg_catalog.unnest(CASE WHEN ${isFlat} THEN ${column} END) AS j(value)`,
    element: elementOf("j.value", items, form, binary),
    // Use `&&`, which a GIN index supports. The column's collation may equate different strings, but never separates
    // equal ones.
    containing: (values) =>
      boundAs === undefined
        ? undefined
        : {
            sql: sql`(${column} OPERATOR(pg_catalog.&&) ${bindPostgres(bindable(boundAs, values))} AND ${isFlat})`,
            isExact: items !== "string" || binary === true,
          },
  };
}

/** Selects an array as JSON text. */
export function selectPostgresArray(
  column: SqlText,
  items: ScalarType,
  { form }: Pick<Traits, "form">,
): SqlText {
  const element: SqlScalar = { ...elementOf("a.v", items, form), type: items, nullable: true };
  const rows = sql`pg_catalog.unnest(${column}) WITH ORDINALITY AS a(v, n)`;
  const list = sql`(SELECT CAST(pg_catalog.json_agg(${selectPostgresValue(element)} ORDER BY a.n) AS text) FROM ${rows})`;
  return sql`CASE WHEN ${column} IS NOT NULL AND pg_catalog.array_length(${column}, 2) IS NULL THEN coalesce(${list}, '[]') END`;
}

function elementOf(
  value: string,
  items: ScalarType,
  arrayForm: string | undefined,
  binary?: boolean,
): ListForm["element"] {
  const { convert, form, isFinite: finite } = elementReading(items, arrayForm);
  const traits: Traits =
    items === "date" || items === "time" || items === "dateTime"
      ? { precision: postgresTemporal.precision(items, form), form }
      : items === "string"
        ? { binary }
        : { finite };
  return { sql: rawSql(convert?.(value) ?? value), traits };
}

/**
 * Types of list parameters by the declared type of the array column, because arrays of different types have no common
 * operators.
 */
const LIST_PARAMETERS: Readonly<Partial<Record<string, SqlParameterType>>> = {
  "text[]": "texts",
  "bigint[]": "integers",
  "double precision[]": "numbers",
};

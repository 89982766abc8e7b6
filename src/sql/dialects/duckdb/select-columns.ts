import type { SqlScalar, Traits } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { JsonSelectForms } from "../../dialect-types/dialect.ts";
import { rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { readableOrNull } from "../../operations/readable.ts";
import { NO_CAPABILITIES } from "../shared/base-dialect.ts";
import { duckdbTemporal, duckdbTemporalString } from "./temporal.ts";

export function selectDuckdbValue(value: SqlScalar): SqlText {
  const { type, traits } = value;
  if (!isTemporal(type) || traits.form === "text") return value.sql as SqlText;
  const readable = readableOrNull(value, { temporal: TEMPORAL, infinity: undefined });
  return duckdbTemporalString(readable, type, traits.form);
}

const TEMPORAL = duckdbTemporal(NO_CAPABILITIES);

/**
 * SQL that selects lists and maps as JSON text. Elements are converted to strings, because DuckDB's JSON cannot
 * represent NaN and infinity.
 */
export const DUCKDB_JSON_SELECT: JsonSelectForms = {
  json: (column, as) => (as === "text" ? column : sql`CAST(${column} AS VARCHAR)`),
  array: (column, items, held) =>
    toJson(
      sql`list_transform(${column}, lambda ${rawSql(VARIABLE)}: ${elementString(rawSql(VARIABLE), items, held)})`,
      column,
    ),
  map: (column, values, held) => {
    const pair = sql`[${rawSql(VARIABLE)}.key, ${elementString(rawSql(`${VARIABLE}.value`), values, held)}]`;
    return toJson(sql`list_transform(map_entries(${column}), lambda ${rawSql(VARIABLE)}: ${pair})`, column);
  },
  childList: ({ from, where }, value) =>
    sql`(SELECT coalesce(CAST(to_json(list(${stringOf(value)})) AS VARCHAR), '[]') FROM ${from} WHERE ${where})`,
  childMap: ({ from, where }, key, value) =>
    sql`(SELECT coalesce(CAST(to_json(list([${key}, ${stringOf(value)}])) AS VARCHAR), '[]') FROM ${from} WHERE ${where})`,
};

const VARIABLE = "tamis_e";

function toJson(list: SqlText, column: SqlText): SqlText {
  return sql`CASE WHEN ${column} IS NOT NULL THEN CAST(to_json(${list}) AS VARCHAR) END`;
}

function elementString(value: SqlText, type: ScalarType, { form }: Pick<Traits, "form">): SqlText {
  return stringOf({ sql: value, type, nullable: true, traits: { form } });
}

function stringOf(value: SqlScalar): SqlText {
  return sql`CAST(${selectDuckdbValue(value)} AS VARCHAR)`;
}

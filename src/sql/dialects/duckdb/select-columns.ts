import type { SqlScalar } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { JsonSelectForms } from "../../dialect-types/dialect.ts";
import { sql, rawSql, type SqlText } from "../../fragments/fragment.ts";
import { duckdbTemporalText } from "./temporal.ts";

/** How rows are read out of DuckDB. Elements are texts all: its JSON has no word for what is no finite number. */

/** A column as `Dialect.read` says. */
export function readDuckdb({ sql: value, type, traits }: SqlScalar): SqlText {
  const own = value as SqlText;
  return isTemporal(type) && traits.form !== "text" ? duckdbTemporalText(own, type, traits.form) : own;
}

export const DUCKDB_READING: JsonSelectForms = {
  json: (column, as) => (as === "text" ? column : sql`CAST(${column} AS VARCHAR)`),
  array: (column, items) =>
    inJson(
      sql`list_transform(${column}, lambda ${rawSql(VARIABLE)}: ${asText(rawSql(VARIABLE), items)})`,
      column,
    ),
  map: (column, values) => {
    const pair = sql`[${rawSql(VARIABLE)}.key, ${asText(rawSql(`${VARIABLE}.value`), values)}]`;
    return inJson(sql`list_transform(map_entries(${column}), lambda ${rawSql(VARIABLE)}: ${pair})`, column);
  },
  childList: ({ from, where }, value) =>
    sql`(SELECT coalesce(CAST(to_json(list(${written(value)})) AS VARCHAR), '[]') FROM ${from} WHERE ${where})`,
  childMap: ({ from, where }, key, value) =>
    sql`(SELECT coalesce(CAST(to_json(list([${key}, ${written(value)}])) AS VARCHAR), '[]') FROM ${from} WHERE ${where})`,
};

const VARIABLE = "tamis_e";

function inJson(list: SqlText, column: SqlText): SqlText {
  return sql`CASE WHEN ${column} IS NOT NULL THEN CAST(to_json(${list}) AS VARCHAR) END`;
}

function asText(value: SqlText, type: ScalarType): SqlText {
  return written({ sql: value, type, nullable: true, traits: {} });
}

function written(value: SqlScalar): SqlText {
  return sql`CAST(${readDuckdb(value)} AS VARCHAR)`;
}

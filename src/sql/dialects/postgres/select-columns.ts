import type { SqlScalar } from "../../../functions/definition/port.ts";
import { isTemporal } from "../../../values/types.ts";
import type { JsonSelectForms } from "../../dialect-types/dialect.ts";
import { sql, rawSql, type SqlText } from "../../fragments/fragment.ts";

/**
 * Selects a value so that no driver changes it: integers are selected as strings, which no driver rounds. Requires a
 * session in the time zone UTC.
 */
export function selectPostgresValue({ sql: value, type, traits }: SqlScalar): SqlText {
  const own = value as SqlText;
  if (isTemporal(type) && traits.form === "text") return own;
  switch (type) {
    case "string":
    case "boolean":
    case "number":
      return own;
    case "integer":
      return traits.form === "double" ? own : sql`CAST(${own} AS text)`;
    case "date":
      return sql`to_char(${own}, 'YYYY-MM-DD')`;
    case "time":
      return sql`CAST(${own} AS text)`;
    case "dateTime": {
      const inUtc = traits.form === "timestamp" ? own : sql`(${own} AT TIME ZONE 'UTC')`;
      return sql`to_char(${inUtc}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    }
  }
}

export const POSTGRES_JSON_SELECT: JsonSelectForms = {
  json: (column, as) => (as === "text" ? column : sql`CAST(${column} AS text)`),
  array: (column, items) => {
    const element: SqlScalar = { sql: rawSql("a.v"), type: items, nullable: true, traits: {} };
    const rows = sql`unnest(${column}) WITH ORDINALITY AS a(v, n)`;
    const list = sql`(SELECT CAST(json_agg(${selectPostgresValue(element)} ORDER BY a.n) AS text) FROM ${rows})`;
    return sql`CASE WHEN ${column} IS NOT NULL THEN coalesce(${list}, '[]') END`;
  },
  childList: ({ from, where }, value) =>
    sql`(SELECT coalesce(CAST(json_agg(${selectPostgresValue(value)}) AS text), '[]') FROM ${from} WHERE ${where})`,
  childMap: ({ from, where }, key, value) =>
    sql`(SELECT coalesce(CAST(json_agg(json_build_array(${key}, ${selectPostgresValue(value)})) AS text), '[]') FROM ${from} WHERE ${where})`,
};

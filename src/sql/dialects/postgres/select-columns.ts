import type { SqlScalar } from "../../../functions/definition/port.ts";
import { isTemporal } from "../../../values/types.ts";
import type { JsonSelectForms } from "../../dialect-types/dialect.ts";
import { sql, type SqlText } from "../../fragments/fragment.ts";
import { readableOrNull } from "../../operations/readable.ts";
import { postgresTemporal } from "./temporal.ts";

/*
 * Polymorphic functions are qualified: a function of another schema with the exact types of the arguments would precede
 * them, although `pg_catalog` is the first schema of the search path.
 */

/**
 * Selects a value so that no driver changes it: integers are selected as strings, which no driver rounds. Requires a
 * session in the time zone UTC.
 */
export function selectPostgresValue(value: SqlScalar): SqlText {
  const { type, traits } = value;
  if (isTemporal(type) && traits.form === "text") return value.sql as SqlText;
  const readable = isTemporal(type)
    ? readableOrNull(value, { temporal: postgresTemporal, infinity: undefined })
    : (value.sql as SqlText);
  switch (type) {
    case "string":
    case "boolean":
    case "number":
      return readable;
    case "integer":
      return traits.form === "double" ? readable : sql`CAST(${readable} AS text)`;
    case "date":
      return sql`to_char(CAST(${readable} AS timestamp), CAST('YYYY-MM-DD' AS text))`;
    case "time":
      return sql`CAST(${readable} AS text)`;
    case "dateTime": {
      const inUtc = traits.form === "timestamp" ? readable : sql`(${readable} AT TIME ZONE 'UTC')`;
      return sql`to_char(${inUtc}, CAST('YYYY-MM-DD"T"HH24:MI:SS.US"Z"' AS text))`;
    }
  }
}

/** SQL that selects JSON columns and child tables. */
export const POSTGRES_JSON_SELECT: JsonSelectForms = {
  json: (column, as) => (as === "text" ? column : sql`CAST(${column} AS text)`),
  childList: ({ from, where }, value) =>
    sql`(SELECT coalesce(CAST(pg_catalog.json_agg(${selectPostgresValue(value)}) AS text), '[]') FROM ${from} WHERE ${where})`,
  childMap: ({ from, where }, key, value) =>
    sql`(SELECT coalesce(CAST(pg_catalog.json_agg(pg_catalog.json_build_array(${key}, ${selectPostgresValue(value)})) AS text), '[]') FROM ${from} WHERE ${where})`,
};

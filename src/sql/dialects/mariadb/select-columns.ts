import type { SqlScalar } from "../../../functions/definition/port.ts";
import { isTemporal } from "../../../values/types.ts";
import type { JsonSelectForms } from "../../dialect-types/dialect.ts";
import { sql, type SqlText } from "../../fragments/fragment.ts";
import { readableOrNull } from "../../operations/readable.ts";
import { mariadbTemporal } from "./temporal.ts";

const TEMPORAL = mariadbTemporal();

export function selectMariadbValue(value: SqlScalar): SqlText {
  const { type, traits } = value;
  if (!isTemporal(type) || traits.form === "text") return value.sql as SqlText;
  const readable = readableOrNull(value, { temporal: TEMPORAL, infinity: undefined });
  return type === "dateTime"
    ? sql`DATE_FORMAT(${readable}, '%Y-%m-%dT%H:%i:%s.%fZ')`
    : sql`CAST(${readable} AS CHAR)`;
}

/**
 * SQL that selects lists and maps as JSON text. MariaDB truncates aggregated strings to `group_concat_max_len` bytes,
 * which the session maximizes, and returns null beyond `max_allowed_packet`.
 */
export const MARIADB_JSON_SELECT: JsonSelectForms = {
  json: (column) => sql`CAST(${column} AS CHAR)`,
  childList: ({ from, where }, value) =>
    sql`(SELECT COALESCE(JSON_ARRAYAGG(${jsonElement(value)}), '[]') FROM ${from} WHERE ${where})`,
  childMap: ({ from, where }, key, value) =>
    sql`(SELECT COALESCE(JSON_ARRAYAGG(JSON_ARRAY(${key}, ${jsonElement(value)})), '[]') FROM ${from} WHERE ${where})`,
};

/**
 * Returns a value as an element of a JSON array. Integers become strings, because drivers parse a JSON number as a
 * double, which loses digits.
 */
function jsonElement(value: SqlScalar): SqlText {
  const mariadbValue = selectMariadbValue(value);
  return value.type === "integer" ? sql`CAST(${mariadbValue} AS CHAR)` : mariadbValue;
}

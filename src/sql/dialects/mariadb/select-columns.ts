import type { SqlScalar } from "../../../functions/definition/port.ts";
import { isTemporal } from "../../../values/types.ts";
import type { JsonSelectForms } from "../../dialect-types/dialect.ts";
import { sql, type SqlText } from "../../fragments/fragment.ts";

/** How rows are read out of MariaDB, which has no native arrays. */

/** A column as `Dialect.read` says. */
export function readMariadb({ sql: value, type, traits }: SqlScalar): SqlText {
  const own = value as SqlText;
  if (!isTemporal(type) || traits.form === "text") return own;
  return type === "dateTime" ? sql`DATE_FORMAT(${own}, '%Y-%m-%dT%H:%i:%s.%fZ')` : sql`CAST(${own} AS CHAR)`;
}

/**
 * MariaDB cuts what it aggregates to `group_concat_max_len` bytes, which the session has at its most, and makes null of
 * what is longer than `max_allowed_packet`.
 */
export const MARIADB_READING: JsonSelectForms = {
  json: (column) => sql`CAST(${column} AS CHAR)`,
  childList: ({ from, where }, value) =>
    sql`(SELECT COALESCE(JSON_ARRAYAGG(${inJson(value)}), '[]') FROM ${from} WHERE ${where})`,
  childMap: ({ from, where }, key, value) =>
    sql`(SELECT COALESCE(JSON_ARRAYAGG(JSON_ARRAY(${key}, ${inJson(value)})), '[]') FROM ${from} WHERE ${where})`,
};

/** A double would lose the last digits of a whole number. */
function inJson(value: SqlScalar): SqlText {
  const own = readMariadb(value);
  return value.type === "integer" ? sql`CAST(${own} AS CHAR)` : own;
}

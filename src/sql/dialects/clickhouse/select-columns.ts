import type { SqlScalar, Traits } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { JsonSelectForms } from "../../dialect-types/dialect.ts";
import { rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { readableOrNull } from "../../operations/readable.ts";
import { clickhouseTemporal, clickhouseTemporalString } from "./temporal.ts";

export function selectClickhouseValue(value: SqlScalar): SqlText {
  if (!isTemporal(value.type)) return value.sql as SqlText;
  const readable = readableOrNull(value, { temporal: clickhouseTemporal, infinity: undefined });
  return clickhouseTemporalString(readable, value.type);
}

/** SQL that selects lists and maps as JSON text. Elements are converted to strings. */
export const CLICKHOUSE_JSON_SELECT: JsonSelectForms = {
  // A document that ClickHouse cannot parse is null for filters too.
  json: (column, as) =>
    as === "jsonb" ? sql`toJSONString(${column})` : sql`CASE WHEN isValidJSON(${column}) THEN ${column} END`,
  array: (column, items, held) =>
    sql`toJSONString(arrayMap(tamis_e -> ${elementString(rawSql("tamis_e"), items, held)}, ${column}))`,
  map: (column, values, held) =>
    sql`toJSONString(arrayMap((tamis_e, tamis_v) -> [toString(tamis_e), ${elementString(rawSql("tamis_v"), values, held)}], mapKeys(${column}), mapValues(${column})))`,
  childList: ({ from, where }, value) =>
    sql`ifNull((SELECT toJSONString(arrayMap(tamis_e -> tupleElement(tamis_e, 1), groupArray(tuple(${stringOf(value)})))) FROM ${from} WHERE ${where}), '[]')`,
  childMap: ({ from, where }, key, value) =>
    sql`ifNull((SELECT toJSONString(groupArray([${key}, ${stringOf(value)}])) FROM ${from} WHERE ${where}), '[]')`,
};

function elementString(value: SqlText, type: ScalarType, { form }: Pick<Traits, "form">): SqlText {
  return stringOf({ sql: value, type, nullable: true, traits: { form } });
}

function stringOf(value: SqlScalar): SqlText {
  return sql`CAST(${selectClickhouseValue(value)} AS Nullable(String))`;
}

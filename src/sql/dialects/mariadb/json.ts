import { isRefusal, type Refusal } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { JsonForms, TemporalForms } from "../../dialect-types/dialect.ts";
import { bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";
import { isPlainPath, jsonPath } from "../shared/json-path.ts";
import { readJsonScalar } from "../shared/json-scalar.ts";
import { jsonTypeTest } from "../shared/json-types.ts";

/**
 * Reads lists, maps and values from JSON columns. An element is read as JSON text first, so that its type is tested
 * before its value is used. A value that is not an array or an object has no elements.
 *
 * Requires documents without duplicate keys or unnecessary escapes, and with at most 32 levels.
 */
export function mariadbJson(temporal: TemporalForms): JsonForms {
  const read = (json: SqlText, type: ScalarType) => {
    const isType = isTypeFor(sql`JSON_TYPE(${json})`, type);
    const number = sql`CAST(${json} AS DOUBLE)`;
    return readJsonScalar(
      type,
      {
        isType,
        isTrue: sql`${json} = 'true'`,
        number,
        whole: sql`FLOOR(${number})`,
        string: sql`JSON_UNQUOTE(${json})`,
      },
      temporal,
    );
  };

  return {
    scalar: (column, path, _as, type) => {
      const json = extractAt(column, path);
      return isRefusal(json) ? json : read(json, type);
    },
    list: (column, path, _as, items, inner) => {
      const json = extractAt(column, path);
      if (isRefusal(json)) return json;
      const isNotNull = sql`JSON_TYPE(${json}) = 'ARRAY'`;
      const from = sql`JSON_TABLE(CASE WHEN ${isNotNull} THEN ${json} ELSE '[]' END, '$[*]' COLUMNS(e JSON PATH '$')) AS j`;
      if (inner.length === 0) {
        const element = read(ELEMENT, items);
        const length = sql`CASE WHEN ${isNotNull} THEN JSON_LENGTH(${json}) END`;
        return isRefusal(element) ? element : { isNotNull, length, from, element };
      }
      const leaf = extractAt(ELEMENT, inner);
      if (isRefusal(leaf)) return leaf;
      const element = read(leaf, items);
      if (isRefusal(element)) return element;
      return {
        isNotNull: sql`EXISTS (SELECT 1 FROM ${from} WHERE ${element.sql} IS NOT NULL LIMIT 1)`,
        length: sql`NULLIF((SELECT COUNT(${element.sql}) FROM ${from}), 0)`,
        from,
        element,
      };
    },
    map: (column, path, _as, values) => {
      const json = extractAt(column, path);
      if (isRefusal(json)) return json;
      if (values !== "string" || isTemporal(values))
        return { refused: "MariaDB writes the values of the map differently" };
      const isNotNull = sql`JSON_TYPE(${json}) = 'OBJECT'`;
      const object = sql`CASE WHEN ${isNotNull} THEN ${json} ELSE '{}' END`;
      // Pair names and values by position: a JSON path cannot address a name that contains an escape.
      const from = sql`JSON_TABLE(${object}, '$.*' COLUMNS(o FOR ORDINALITY, e JSON PATH '$')) AS j JOIN JSON_TABLE(JSON_KEYS(${object}), '$[*]' COLUMNS(o FOR ORDINALITY, n LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin PATH '$')) AS k ON k.o = j.o`;
      const value = read(ELEMENT, values);
      if (isRefusal(value)) return value;
      return {
        isNotNull,
        length: sql`CASE WHEN ${isNotNull} THEN JSON_LENGTH(${json}) END`,
        from,
        key: { sql: rawSql("k.n"), traits: {} },
        value,
      };
    },
    isObject: (column, path) => {
      const json = extractAt(column, path);
      return isRefusal(json) ? json : sql`JSON_TYPE(${json}) = 'OBJECT'`;
    },
  };
}

const ELEMENT = rawSql("j.e");

function extractAt(column: SqlText, path: readonly string[]): SqlText | Refusal {
  if (path.length === 0) return column;
  // Refuse names with control characters: JSON escapes them, and MariaDB compares the escaped text.
  if (path.some((key) => /[\u0000-\u001f]/.test(key)))
    return { refused: "MariaDB cannot address JSON names with control characters" };
  const pathText = jsonPath(path);
  return isPlainPath(path)
    ? sql`JSON_EXTRACT(${column}, ${rawSql(`'${pathText}'`)})`
    : sql`JSON_EXTRACT(${column}, ${bindable("text", pathText)})`;
}

const isTypeFor = jsonTypeTest({ string: ["STRING"], boolean: ["BOOLEAN"], number: ["INTEGER", "DOUBLE"] });

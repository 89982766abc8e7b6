import { isRefusal, type Refusal } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { JsonForms, TemporalForms } from "../../dialect-types/dialect.ts";
import { bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";
import { readJsonScalar } from "../shared/json-scalar.ts";

/**
 * JSON in MariaDB: text that its functions read. An element is handled as its own JSON text, so that its type is known
 * before its value is taken. What is no array or no object is read as an empty one and left out.
 *
 * Documents are taken to be written as JSON.stringify writes them: names once, without an escape where none is needed.
 * MariaDB reads none that is nested deeper than 32.
 */
export function mariadbJson(temporal: TemporalForms): JsonForms {
  /** What stands there, if it is of the type: a number of JSON is a double, a whole one where it is to be an integer. */
  const read = (json: SqlText, type: ScalarType) => {
    const isType = isOneOf(json, type);
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
      const json = at(column, path);
      return isRefusal(json) ? json : read(json, type);
    },
    list: (column, path, _as, items, inner) => {
      const json = at(column, path);
      if (isRefusal(json)) return json;
      const isNotNull = sql`JSON_TYPE(${json}) = 'ARRAY'`;
      const from = sql`JSON_TABLE(CASE WHEN ${isNotNull} THEN ${json} ELSE '[]' END, '$[*]' COLUMNS(e JSON PATH '$')) AS j`;
      if (inner.length === 0) {
        const element = read(ELEMENT, items);
        const length = sql`CASE WHEN ${isNotNull} THEN JSON_LENGTH(${json}) END`;
        return isRefusal(element) ? element : { isNotNull, length, from, element };
      }
      const leaf = at(ELEMENT, inner);
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
      const json = at(column, path);
      if (isRefusal(json)) return json;
      if (values !== "string" || isTemporal(values))
        return { refused: "MariaDB does not write the values of the map as memory does" };
      const isNotNull = sql`JSON_TYPE(${json}) = 'OBJECT'`;
      const object = sql`CASE WHEN ${isNotNull} THEN ${json} ELSE '{}' END`;
      // A path finds no name with an escape in it; names and values are paired by their places instead.
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
      const json = at(column, path);
      return isRefusal(json) ? json : sql`JSON_TYPE(${json}) = 'OBJECT'`;
    },
  };
}

const ELEMENT = rawSql("j.e");

/** What stands at a path, as JSON. */
function at(column: SqlText, path: readonly string[]): SqlText | Refusal {
  if (path.length === 0) return column;
  // JSON writes such a name with an escape, and MariaDB compares what is written.
  if (path.some((key) => /[\u0000-\u001f]/.test(key)))
    return { refused: "MariaDB finds no name with a control character" };
  const written = jsonPath(path);
  const isPlain = path.every((key) => /^[A-Za-z0-9_@-]{1,64}$/.test(key));
  return isPlain
    ? sql`JSON_EXTRACT(${column}, ${rawSql(`'${written}'`)})`
    : sql`JSON_EXTRACT(${column}, ${bindable("text", written)})`;
}

function jsonPath(path: readonly string[]): string {
  return `$${path.map((key) => `."${key.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join("")}`;
}

/** The words of MariaDB for the JSON types that a scalar type reads. */
const JSON_TYPES: Readonly<Record<ScalarType, string>> = {
  string: "'STRING'",
  boolean: "'BOOLEAN'",
  integer: "'INTEGER', 'DOUBLE'",
  number: "'INTEGER', 'DOUBLE'",
  date: "'STRING'",
  time: "'STRING'",
  dateTime: "'STRING'",
};

function isOneOf(json: SqlText, type: ScalarType): SqlText {
  return sql`JSON_TYPE(${json}) IN (${rawSql(JSON_TYPES[type])})`;
}

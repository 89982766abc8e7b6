import { isRefusal } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { Dialect, JsonForms, TemporalForms } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { isPlainPath, jsonPath } from "../shared/json-path.ts";
import { readJsonScalar } from "../shared/json-scalar.ts";
import { jsonTypeTest } from "../shared/json-types.ts";

/**
 * Reads lists, maps and values from JSON columns. A value that is not an array or an object has no elements. Requires
 * numbers within the range of doubles.
 */
export function sqliteJson(temporal: TemporalForms, stringForm: Dialect["stringForm"]): JsonForms {
  const pathOf = (path: readonly string[]) =>
    isPlainPath(path) ? rawSql(`'${jsonPath(path)}'`) : sql`${bindable("text", jsonPath(path))}`;
  const read = ({ jsonType, value }: JsonValue, type: ScalarType) => {
    const number = sql`CAST(${value} AS REAL)`;
    const isType = isTypeFor(jsonType, type);
    return readJsonScalar(
      type,
      { isType, isTrue: sql`${jsonType} = 'true'`, number, whole: sql`round(${number})`, string: value },
      temporal,
    );
  };

  return {
    scalar: (column, path, _as, type) => read(valueAt(column, pathOf(path)), type),
    list: (column, path, _as, items, inner) => {
      const place = pathOf(path);
      const isNotNull = sql`json_type(${column}, ${place}) = 'array'`;
      const from = eachOf(column, path.length === 0 ? undefined : place, isNotNull, "'[]'");
      if (inner.length === 0) {
        const element = read(ELEMENT, items);
        const length = sql`CASE WHEN ${isNotNull} THEN json_array_length(${column}, ${place}) END`;
        return isRefusal(element) ? element : { isNotNull, length, from, element };
      }
      const element = read(valueAt(OBJECT_ELEMENT, pathOf(inner)), items);
      if (isRefusal(element)) return element;
      return {
        isNotNull: sql`EXISTS (SELECT 1 FROM ${from} WHERE ${element.sql} IS NOT NULL LIMIT 1)`,
        length: sql`nullif((SELECT count(${element.sql}) FROM ${from}), 0)`,
        from,
        element,
      };
    },
    map: (column, path, _as, values) => {
      const place = pathOf(path);
      const isNotNull = sql`json_type(${column}, ${place}) = 'object'`;
      const from = eachOf(column, path.length === 0 ? undefined : place, isNotNull, "'{}'");
      if (isTemporal(values))
        return { refused: "SQLite does not keep the original string of a date or a time in a map" };
      const entry = read(ELEMENT, values);
      if (isRefusal(entry)) return entry;
      const value = values === "string" ? entry.sql : stringForm({ ...entry, type: values, nullable: true });
      if (isRefusal(value)) return value;
      return {
        isNotNull,
        length: sql`CASE WHEN ${isNotNull} THEN (SELECT count(*) FROM ${from}) END`,
        from,
        key: { sql: rawSql("j.key"), traits: {} },
        value: { sql: value, traits: {} },
      };
    },
    isObject: (column, path) => sql`json_type(${column}, ${pathOf(path)}) = 'object'`,
  };
}

interface JsonValue {
  readonly jsonType: SqlText;
  readonly value: SqlText;
}

const ELEMENT: JsonValue = { jsonType: rawSql("j.type"), value: rawSql("j.value") };
const OBJECT_ELEMENT = rawSql("CASE WHEN j.type = 'object' THEN j.value END");

function valueAt(column: SqlText, path: SqlText): JsonValue {
  return { jsonType: sql`json_type(${column}, ${path})`, value: sql`json_extract(${column}, ${path})` };
}

/**
 * Returns a FROM clause with one row per element or entry of the JSON value at a path. A value that is neither array
 * nor object is replaced by `empty`.
 */
function eachOf(column: SqlText, path: SqlText | undefined, exists: SqlText, empty: string): SqlText {
  const json = sql`CASE WHEN ${exists} THEN ${column} ELSE ${rawSql(empty)} END`;
  return path === undefined
    ? sql`json_each(${json}) AS j`
    : sql`json_each(${json}, CASE WHEN ${exists} THEN ${path} ELSE '$' END) AS j`;
}

const isTypeFor = jsonTypeTest({
  string: ["text"],
  boolean: ["true", "false"],
  number: ["integer", "real"],
});

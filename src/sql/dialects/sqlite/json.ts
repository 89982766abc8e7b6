import { isRefusal } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { Dialect, JsonForms, TemporalForms } from "../../dialect-types/dialect.ts";
import { bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";
import { isPlainPath, jsonPath } from "../shared/json-path.ts";
import { readJsonScalar } from "../shared/json-scalar.ts";

/**
 * JSON in SQLite: text, read by its functions. What is no array or no object is read as an empty one and left out.
 * Numbers are within the range of doubles.
 */
export function sqliteJson(temporal: TemporalForms, textOf: Dialect["stringForm"]): JsonForms {
  const pathOf = (path: readonly string[]) =>
    isPlainPath(path) ? rawSql(`'${jsonPath(path)}'`) : sql`${bindable("text", jsonPath(path))}`;
  /** What stands there, if it is of the type: a number of JSON is a double, a whole one where it is to be an integer. */
  const read = ({ kind, value }: JsonValue, type: ScalarType) => {
    const number = sql`CAST(${value} AS REAL)`;
    const isType = isOneOf(kind, type);
    return readJsonScalar(
      type,
      { isType, isTrue: sql`${kind} = 'true'`, number, whole: sql`round(${number})`, string: value },
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
      if (isTemporal(values)) return { refused: "SQLite keeps no text of a date or a time that it has read" };
      const entry = read(ELEMENT, values);
      if (isRefusal(entry)) return entry;
      const value = values === "string" ? entry.sql : textOf({ ...entry, type: values, nullable: true });
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
  /** The word of SQLite for the type of what stands there. */
  readonly kind: SqlText;
  readonly value: SqlText;
}

const ELEMENT: JsonValue = { kind: rawSql("j.type"), value: rawSql("j.value") };
const OBJECT_ELEMENT = rawSql("CASE WHEN j.type = 'object' THEN j.value END");

function valueAt(column: SqlText, path: SqlText): JsonValue {
  return { kind: sql`json_type(${column}, ${path})`, value: sql`json_extract(${column}, ${path})` };
}

/** The rows of an array or an object; without a path, of the column's value itself. */
function eachOf(column: SqlText, path: SqlText | undefined, is: SqlText, none: string): SqlText {
  const json = sql`CASE WHEN ${is} THEN ${column} ELSE ${rawSql(none)} END`;
  return path === undefined
    ? sql`json_each(${json}) AS j`
    : sql`json_each(${json}, CASE WHEN ${is} THEN ${path} ELSE '$' END) AS j`;
}

/** The JSON types that a scalar type reads. */
const JSON_TYPES: Readonly<Record<ScalarType, readonly string[]>> = {
  string: ["text"],
  boolean: ["true", "false"],
  integer: ["integer", "real"],
  number: ["integer", "real"],
  date: ["text"],
  time: ["text"],
  dateTime: ["text"],
};

function isOneOf(kind: SqlText, type: ScalarType): SqlText {
  const words = JSON_TYPES[type].map((each) => `'${each}'`).join(", ");
  return sql`${kind}${rawSql(` IN (${words})`)}`;
}

import { isRefusal } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { Dialect, JsonForms, TemporalForms } from "../../dialect-types/dialect.ts";
import type { JsonColumnType } from "../../tables/table-definition.ts";
import { isPlainPath } from "../shared/json-path.ts";
import { bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";

/**
 * Reads lists, maps and values from JSON columns, always as jsonb: the last of duplicate keys counts, as in the
 * in-memory evaluator. A value that is not an array or an object has no elements. CASE guards each cast, because only
 * CASE guarantees evaluation order.
 */
export function postgresJson(temporal: TemporalForms, stringForm: Dialect["stringForm"]): JsonForms {
  const read = (value: SqlText, type: ScalarType) => {
    switch (type) {
      case "boolean":
        return {
          sql: sql`CASE WHEN ${hasJsonType(value, "boolean")} THEN CAST(${value} AS boolean) END`,
          traits: {},
        };
      case "number":
        return { sql: asDouble(value), traits: { finite: true } };
      case "integer":
        return { sql: asInteger(value), traits: { form: "double", finite: true } };
      case "string":
        return { sql: asString(value), traits: {} };
      default: {
        const instant = temporal.fromColumn(asString(value), type, "text");
        return isRefusal(instant) ? instant : { sql: instant.sql, traits: { form: instant.form } };
      }
    }
  };

  return {
    scalar: (column, path, as, type) => read(valueAt(asJsonb(column, as), path), type),
    list: (column, path, as, items, inner) => {
      const value = valueAt(asJsonb(column, as), path);
      const isNotNull = hasJsonType(value, "array");
      const array = sql`CASE WHEN ${isNotNull} THEN ${value} END`;
      const from = sql`jsonb_array_elements(${array}) AS j(value)`;
      const element = read(valueAt(ELEMENT, inner), items);
      if (isRefusal(element)) return element;
      if (inner.length === 0) return { isNotNull, length: sql`jsonb_array_length(${array})`, from, element };
      return {
        isNotNull: sql`EXISTS (SELECT 1 FROM ${from} WHERE ${element.sql} IS NOT NULL)`,
        length: sql`nullif((SELECT pg_catalog.count(${element.sql}) FROM ${from}), 0)`,
        from,
        element,
      };
    },
    map: (column, path, as, values) => {
      const value = valueAt(asJsonb(column, as), path);
      const isNotNull = hasJsonType(value, "object");
      const object = sql`CASE WHEN ${isNotNull} THEN ${value} END`;
      if (isTemporal(values))
        return { refused: "PostgreSQL does not keep the original string of a date or a time in a map" };
      const entry = read(ELEMENT, values);
      if (isRefusal(entry)) return entry;
      const form = values === "string" ? entry.sql : stringForm({ ...entry, type: values, nullable: true });
      if (isRefusal(form)) return form;
      return {
        isNotNull,
        length: sql`CASE WHEN ${isNotNull} THEN (SELECT count(*) FROM jsonb_object_keys(${object})) END`,
        from: sql`jsonb_each(${object}) AS j(key, value)`,
        key: { sql: rawSql("j.key"), traits: {} },
        value: { sql: form, traits: {} },
      };
    },
    isObject: (column, path, as) => hasJsonType(valueAt(asJsonb(column, as), path), "object"),
  };
}

const ELEMENT = rawSql("j.value");

function asJsonb(column: SqlText, as: JsonColumnType): SqlText {
  return as === "jsonb" ? column : sql`CAST(${column} AS jsonb)`;
}

/** Returns the JSON value at a path. Path segments are property names: a name of digits is never an array index. */
function valueAt(value: SqlText, path: readonly string[]): SqlText {
  if (path.length === 0) return value;
  return sql`(${path.reduce((from, key) => sql`${from} -> ${pathKey(key)}`, value)})`;
}

/**
 * Returns a path segment as SQL. A plain name is a literal, not a parameter, so that an index on the same expression
 * matches.
 */
function pathKey(key: string): SqlText {
  return isPlainPath([key]) ? rawSql(`CAST('${key}' AS text)`) : sql`CAST(${bindable("text", key)} AS text)`;
}

type JsonTypeName = "string" | "number" | "boolean" | "array" | "object";

function hasJsonType(value: SqlText, type: JsonTypeName): SqlText {
  return sql`jsonb_typeof(${value}) = ${rawSql(`'${type}'`)}`;
}

function asString(value: SqlText): SqlText {
  return sql`CASE WHEN ${hasJsonType(value, "string")} THEN ${value} #>> CAST('{}' AS text[]) END`;
}

/** Converts a JSON number to a double: null if it overflows, zero if it underflows. Other JSON types become null. */
function asDouble(value: SqlText): SqlText {
  const size = sql`abs(CAST(${value} AS numeric))`;
  return sql`CASE WHEN ${hasJsonType(value, "number")} THEN CASE WHEN ${size} < ${rawSql(OVERFLOW)} THEN CASE WHEN ${size} > ${rawSql(UNDERFLOW)} THEN CAST(${value} AS double precision) ELSE 0 END END END`;
}

/** Returns a JSON number if it has no fraction, otherwise null. */
function asInteger(value: SqlText): SqlText {
  return sql`(SELECT CASE WHEN n.v = trunc(n.v) THEN n.v END FROM (SELECT ${asDouble(value)} AS v) AS n)`;
}

/** The midpoint between the greatest double and 2^1024, cut to 30 digits: from here on, a number rounds to infinity. */
export const OVERFLOW = "CAST('1.79769313486231580793728971405e308' AS numeric)";
/** Half of the least positive double, cut to 30 digits: up to here, a number rounds to zero. */
export const UNDERFLOW = "CAST('2.47032822920623272088284396434e-324' AS numeric)";

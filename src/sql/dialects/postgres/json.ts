import { isRefusal } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { Dialect, JsonForms, TemporalForms } from "../../dialect-types/dialect.ts";
import type { JsonColumnType } from "../../tables/table-definition.ts";
import { bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";

/**
 * JSON in PostgreSQL, all read as jsonb: of keys that repeat, the last counts, as in memory. A column of type text holds
 * valid JSON. What is no array or no object is read as an empty one and left out. A cast stands behind the test of the
 * type that it needs, within CASE, which alone keeps that order.
 */
export function postgresJson(temporal: TemporalForms, textOf: Dialect["stringForm"]): JsonForms {
  const read = (value: SqlText, type: ScalarType) => {
    switch (type) {
      case "boolean":
        return {
          sql: sql`CASE WHEN ${isOf(value, "boolean")} THEN CAST(${value} AS boolean) END`,
          traits: {},
        };
      case "number":
        return { sql: numberOf(value), traits: { finite: true } };
      case "integer":
        return { sql: integerOf(value), traits: { form: "double", finite: true } };
      case "string":
        return { sql: stringOf(value), traits: {} };
      default: {
        const held = temporal.fromColumn(stringOf(value), type, "text");
        return isRefusal(held) ? held : { sql: held.sql, traits: { form: held.form } };
      }
    }
  };

  return {
    scalar: (column, path, as, type) => read(valueAt(asJsonb(column, as), path), type),
    list: (column, path, as, items, inner) => {
      const value = valueAt(asJsonb(column, as), path);
      const isNotNull = isOf(value, "array");
      const array = sql`CASE WHEN ${isNotNull} THEN ${value} END`;
      const from = sql`jsonb_array_elements(${array}) AS j(value)`;
      const element = read(valueAt(ELEMENT, inner), items);
      if (isRefusal(element)) return element;
      if (inner.length === 0) return { isNotNull, length: sql`jsonb_array_length(${array})`, from, element };
      return {
        isNotNull: sql`EXISTS (SELECT 1 FROM ${from} WHERE ${element.sql} IS NOT NULL)`,
        length: sql`nullif((SELECT count(${element.sql}) FROM ${from}), 0)`,
        from,
        element,
      };
    },
    map: (column, path, as, values) => {
      const value = valueAt(asJsonb(column, as), path);
      const isNotNull = isOf(value, "object");
      const object = sql`CASE WHEN ${isNotNull} THEN ${value} END`;
      if (isTemporal(values))
        return { refused: "the database keeps no text of a date or a time that it has read" };
      const entry = read(ELEMENT, values);
      if (isRefusal(entry)) return entry;
      const form = values === "string" ? entry.sql : textOf({ ...entry, type: values, nullable: true });
      if (isRefusal(form)) return form;
      return {
        isNotNull,
        length: sql`CASE WHEN ${isNotNull} THEN (SELECT count(*) FROM jsonb_object_keys(${object})) END`,
        from: sql`jsonb_each(${object}) AS j(key, value)`,
        key: { sql: rawSql("j.key"), traits: {} },
        value: { sql: form, traits: {} },
      };
    },
    isObject: (column, path, as) => isOf(valueAt(asJsonb(column, as), path), "object"),
  };
}

const ELEMENT = rawSql("j.value");

function asJsonb(column: SqlText, as: JsonColumnType): SqlText {
  return as === "jsonb" ? column : sql`CAST(${column} AS jsonb)`;
}

/** Steps by names alone: a name of digits is no place in an array. */
function valueAt(value: SqlText, path: readonly string[]): SqlText {
  if (path.length === 0) return value;
  return sql`(${path.reduce((from, key) => sql`${from} -> ${keyOf(key)}`, value)})`;
}

/** A plain name stands in the text, where an index on an expression finds it. */
function keyOf(key: string): SqlText {
  return PLAIN_KEY.test(key) ? rawSql(`'${key}'`) : sql`CAST(${bindable("text", key)} AS text)`;
}

const PLAIN_KEY = /^[A-Za-z0-9_@-]{1,64}$/;

type JsonKind = "string" | "number" | "boolean" | "array" | "object";

function isOf(value: SqlText, kind: JsonKind): SqlText {
  return sql`jsonb_typeof(${value}) = ${rawSql(`'${kind}'`)}`;
}

function stringOf(value: SqlText): SqlText {
  return sql`CASE WHEN ${isOf(value, "string")} THEN ${value} #>> '{}' END`;
}

/** A number as a double. What a double is too small for is null, what is too close to zero for one is zero. */
function numberOf(value: SqlText): SqlText {
  const size = sql`abs(CAST(${value} AS numeric))`;
  return sql`CASE WHEN ${isOf(value, "number")} THEN CASE WHEN ${size} < ${HUGE} THEN CASE WHEN ${size} > ${TINY} THEN CAST(${value} AS double precision) ELSE 0 END END END`;
}

/** A whole number, which a double holds. */
function integerOf(value: SqlText): SqlText {
  return sql`(SELECT CASE WHEN n.v = trunc(n.v) THEN n.v END FROM (SELECT ${numberOf(value)} AS v) AS n)`;
}

/** From right between the greatest double and what would follow it on, a number reads as infinity. Cut to 30 digits. */
const HUGE = rawSql("CAST('1.79769313486231580793728971405e308' AS numeric)");
/** Up to half of the least double, a number reads as zero. Cut to 30 digits. */
const TINY = rawSql("CAST('2.47032822920623272088284396434e-324' AS numeric)");

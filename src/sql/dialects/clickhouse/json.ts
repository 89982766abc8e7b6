import { isRefusal, type Refusal, type Traits } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { JsonForms, ListForm, MapForm } from "../../dialect-types/dialect.ts";
import type { JsonColumnType } from "../../tables/table-definition.ts";
import {
  bindable,
  joinSql,
  rawSql,
  sql,
  type SqlParameterType,
  type SqlText,
} from "../../fragments/fragment.ts";
import { readJsonScalar } from "../shared/json-scalar.ts";
import { jsonTypeTest } from "../shared/json-types.ts";
import { clickhouseWideIntegers } from "./integers.ts";
import { bindClickhouse } from "./parameters.ts";
import { clickhouseString } from "./string-form.ts";
import { clickhouseTemporal } from "./temporal.ts";

/**
 * Reads lists, maps and values from columns of JSON text, or of the type `JSON`. Tests of elements are lambdas. A value
 * that is not an array or an object is read as null, and so is a document with a number that neither 64 bits nor a double
 * can hold.
 */
export const clickhouseJson: JsonForms = {
  scalar: (column, path, as, type) => readScalar(jsonOf(column, as), path, type),
  list: (column, path, as, items, inner) => {
    const json = jsonOf(column, as);
    const array = extract("JSONExtractArrayRaw", json, path);
    const element = readScalar(rawSql(VARIABLE), inner, items);
    if (isRefusal(element)) return element;
    const isArray = sql`${typeOf(json, path)} = 'Array'`;
    const form = listForm(array, element, isArray);
    if (inner.length === 0)
      return { ...form, length: sql`CASE WHEN ${isArray} THEN toInt64(length(${array})) END` };
    const count = sql`toInt64(arrayCount(${rawSql(VARIABLE)} -> ${element.sql} IS NOT NULL, ${array}))`;
    return {
      ...form,
      isNotNull: sql`${count} > 0`,
      isNull: sql`${count} = 0`,
      length: sql`nullIf(${count}, 0)`,
    };
  },
  map: (column, path, as, values) => {
    if (isTemporal(values))
      return { refused: "ClickHouse does not keep the original string of a date or a time in a map" };
    const json = jsonOf(column, as);
    const pairs = extract("JSONExtractKeysAndValuesRaw", json, path);
    const entry = readScalar(rawSql(`tupleElement(${VARIABLE}, 2)`), [], values);
    if (isRefusal(entry)) return entry;
    const value =
      values === "string" ? entry.sql : clickhouseString({ ...entry, type: values, nullable: true });
    if (isRefusal(value)) return value;
    const isObject = sql`${typeOf(json, path)} = 'Object'`;
    return {
      isNotNull: isObject,
      isNull: sql`NOT (${isObject})`,
      length: sql`CASE WHEN ${isObject} THEN toInt64(length(${pairs})) END`,
      from: unnest(pairs),
      exists: (test) => existsIn(VARIABLE, test, pairs),
      key: { sql: rawSql(`tupleElement(${VARIABLE}, 1)`), traits: {} },
      value: { sql: value, traits: {} },
    };
  },
  isObject: (column, path, as) => sql`${typeOf(jsonOf(column, as), path)} = 'Object'`,
};

export function clickhouseArray(
  column: SqlText,
  items: ScalarType,
  { form }: Pick<Traits, "form">,
): ListForm {
  const bindItem = (value: string | number | bigint) =>
    clickhouseWideIntegers(form)?.bind(BigInt(value)) ??
    bindClickhouse(bindable(ELEMENTS[items] ?? "text", value));
  return {
    ...listForm(column, { sql: rawSql(VARIABLE), traits: { form } }, true),
    isNull: false,
    length: sql`toInt64(length(${column}))`,
    // `has` compares the bits of doubles, of which 0 has two.
    containing: ([value, ...others]) =>
      others.length > 0 || items === "number"
        ? undefined
        : { sql: sql`has(${column}, ${bindItem(value!)})`, isExact: true },
  };
}

const ELEMENTS: Readonly<Partial<Record<ScalarType, SqlParameterType>>> = {
  string: "text",
  integer: "integer",
};

export function clickhouseMap(
  column: SqlText,
  values: ScalarType,
  { form }: Pick<Traits, "form">,
): MapForm | Refusal {
  if (isTemporal(values)) return { refused: "the string form of dates and times in a map is not defined" };
  const entry = rawSql(VALUE);
  const finite = values === "number" ? sql`CASE WHEN isFinite(${entry}) THEN ${entry} END` : entry;
  const value =
    values === "string"
      ? finite
      : clickhouseString({ sql: finite, type: values, nullable: true, traits: { form } });
  if (isRefusal(value)) return value;
  const lists = sql`mapKeys(${column}), mapValues(${column})`;
  return {
    isNotNull: true,
    isNull: false,
    length: sql`toInt64(length(${column}))`,
    from: sql`(SELECT arrayJoin(mapKeys(${column})) AS ${rawSql(VARIABLE)}) AS j`,
    exists: (test) => existsIn(`(${VARIABLE}, ${VALUE})`, test, lists),
    key: { sql: rawSql(VARIABLE), traits: {} },
    value: { sql: value, traits: {} },
    entry: (key) => sql`CASE WHEN mapContainsKey(${column}, ${key}) THEN ${column}[${key}] END`,
  };
}

/** SQL name of a list's element or of a map's key, as a parameter of a lambda. */
const VARIABLE = "tamis_e";
/** SQL name of a map's value, as a parameter of a lambda. */
const VALUE = "tamis_v";

interface TypedSql {
  readonly sql: SqlText;
  readonly traits: Traits;
}

function listForm(list: SqlText, element: TypedSql, isNotNull: SqlText | true): ListForm {
  return {
    isNotNull,
    length: sql`toInt64(length(${list}))`,
    from: unnest(list),
    exists: (test) => existsIn(VARIABLE, test, list),
    element,
    ...(isNotNull === true ? {} : { isNull: sql`NOT (${isNotNull})` }),
  };
}

function unnest(list: SqlText): SqlText {
  return sql`(SELECT arrayJoin(${list}) AS ${rawSql(VARIABLE)}) AS j`;
}

function existsIn(parameters: string, test: SqlText, lists: SqlText): SqlText {
  return sql`arrayExists(${rawSql(parameters)} -> ifNull(${test}, FALSE), ${lists})`;
}

function readScalar(json: SqlText, path: readonly string[], type: ScalarType): TypedSql | Refusal {
  const number = extract("JSONExtractFloat", json, path);
  return readJsonScalar(
    type,
    {
      isType: isTypeFor(typeOf(json, path), type),
      isTrue: extract("JSONExtractBool", json, path),
      number,
      whole: sql`trunc(${number})`,
      string: extract("JSONExtractString", json, path),
    },
    clickhouseTemporal,
  );
}

/**
 * Returns a column as JSON text, `null` for null: functions of JSON return arrays, which cannot be null. `jsonb` is a column
 * of another type than `String`: `JSON`, `Tuple`, or a nested `Array` or `Map`.
 */
function jsonOf(column: SqlText, as: JsonColumnType): SqlText {
  return as === "jsonb"
    ? sql`toJSONString(${column})`
    : sql`ifNull(CAST(${column} AS Nullable(String)), 'null')`;
}

function typeOf(json: SqlText, path: readonly string[]): SqlText {
  return extract("JSONType", json, path);
}

function extract(name: string, json: SqlText, path: readonly string[]): SqlText {
  return sql`${rawSql(name)}(${joinSql([json, ...path.map((key) => rawSql(stringLiteral(key)))], ", ")})`;
}

/** Writes a constant string. Names of members are constants of the catalog. */
export function stringLiteral(value: string): string {
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

const isTypeFor = jsonTypeTest({
  string: ["String"],
  boolean: ["Bool"],
  number: ["Int64", "UInt64", "Double"],
});

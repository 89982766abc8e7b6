import { isRefusal, type Refusal, type Traits } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { Dialect, JsonForms, ListForm, MapForm, TemporalForms } from "../../dialect-types/dialect.ts";
import type { JsonColumnType } from "../../tables/table-definition.ts";
import { bindable, sql, rawSql, type SqlParameterType, type SqlText } from "../../fragments/fragment.ts";
import { readJsonScalar } from "../shared/json-scalar.ts";
import { isNotTrue } from "../../fragments/conditions.ts";
import { isPlainPath, jsonPath } from "../shared/json-path.ts";

/**
 * JSON, lists and maps in DuckDB. A list is filtered by a lambda, in which no subquery may stand: a test that has one
 * takes the elements as rows. What is no array or no object is null.
 */
export function duckdbJson(temporal: TemporalForms, textOf: Dialect["stringForm"]): JsonForms {
  /** What stands there, if it is of the type: a number of JSON is a double, a whole one where it is to be an integer. */
  const read = ({ kind, value }: JsonValue, type: ScalarType): Read | Refusal => {
    const isType = isOneOf(kind, type);
    // A number beyond the doubles is infinite, which is null.
    const number = sql`nullif(nullif(TRY_CAST(${value} AS DOUBLE), CAST('Infinity' AS DOUBLE)), CAST('-Infinity' AS DOUBLE))`;
    return readJsonScalar(
      type,
      { isType, isTrue: sql`${value} = 'true'`, number, whole: sql`trunc(${number})`, string: value },
      temporal,
    );
  };

  return {
    scalar: (column, path, as, type) => {
      const value = valueAt(jsonOf(column, as), path);
      return isRefusal(value) ? value : read(value, type);
    },
    list: (column, path, as, items, inner) => {
      const array = arrayAt(jsonOf(column, as), path, "ARRAY", "JSON[]");
      if (isRefusal(array)) return array;
      if (inner.length === 0) {
        const element = read(ELEMENT, items);
        return isRefusal(element) ? element : listOf(array, element);
      }
      const leaf = valueAt(rawSql(VARIABLE), inner);
      const element = isRefusal(leaf) ? leaf : read(leaf, items);
      if (isRefusal(element)) return element;
      const count = sql`len(list_filter(${array}, lambda ${rawSql(VARIABLE)}: ${element.sql} IS NOT NULL))`;
      const isNotNull = sql`${count} > 0`;
      return {
        ...listOf(array, element),
        isNotNull,
        isNull: isNotTrue(isNotNull),
        length: sql`nullif(${count}, 0)`,
      };
    },
    map: (column, path, as, values) => {
      if (isTemporal(values)) return { refused: "DuckDB keeps no text of a date or a time that it has read" };
      const object = arrayAt(jsonOf(column, as), path, "OBJECT", "MAP(VARCHAR, JSON)");
      if (isRefusal(object)) return object;
      const entry = read(ENTRY, values);
      if (isRefusal(entry)) return entry;
      return mapOf(object, entry, values, textOf);
    },
    isObject: (column, path, as) => {
      const value = valueAt(jsonOf(column, as), path);
      return isRefusal(value) ? value : sql`${value.kind} = 'OBJECT'`;
    },
  };
}

interface Read {
  readonly sql: SqlText;
  readonly traits: Traits;
}

/** A list in a column of a type such as `VARCHAR[]`. */
export function duckdbArray(column: SqlText, items: ScalarType, bind: Dialect["bind"]): ListForm {
  return {
    ...listOf(column, { sql: rawSql(VARIABLE), traits: {} }),
    containing: ([value, ...others]) =>
      others.length > 0
        ? undefined
        : {
            sql: sql`list_contains(${column}, ${bind(bindable(ELEMENTS[items] ?? "text", value!))})`,
            isExact: true,
          },
  };
}

/** What an element is compared with is bound as. */
const ELEMENTS: Readonly<Partial<Record<ScalarType, SqlParameterType>>> = {
  string: "text",
  integer: "integer",
  number: "number",
};

/** A map in a column of a type such as `MAP(VARCHAR, BIGINT)`. */
export function duckdbMap(
  column: SqlText,
  values: ScalarType,
  textOf: Dialect["stringForm"],
): MapForm | Refusal {
  if (isTemporal(values))
    return { refused: "dates and times in a map have no text that every reader agrees on" };
  const own = rawSql(`${VARIABLE}.value`);
  const value = values === "number" ? sql`CASE WHEN isfinite(${own}) THEN ${own} END` : own;
  const map = mapOf(column, { sql: value, traits: {} }, values, textOf);
  return isRefusal(map) ? map : { ...map, entry: (key) => sql`map_extract_value(${column}, ${key})` };
}

/** What a list's element is called, in a lambda and as a column of its rows. */
const VARIABLE = "tamis_e";

function listOf(list: SqlText, element: Read): ListForm {
  return {
    isNotNull: sql`${list} IS NOT NULL`,
    isNull: sql`${list} IS NULL`,
    length: sql`len(${list})`,
    from: rowsOf(list),
    exists: (test) => some(list, test),
    element,
  };
}

function mapOf(
  map: SqlText,
  entry: Read,
  type: ScalarType,
  textOf: Dialect["stringForm"],
): MapForm | Refusal {
  const value = type === "string" ? entry.sql : textOf({ ...entry, type, nullable: true });
  if (isRefusal(value)) return value;
  const entries = sql`map_entries(${map})`;
  return {
    isNotNull: sql`${map} IS NOT NULL`,
    isNull: sql`${map} IS NULL`,
    length: sql`CAST(cardinality(${map}) AS BIGINT)`,
    from: rowsOf(entries),
    exists: (test) => some(entries, test),
    key: { sql: rawSql(`${VARIABLE}.key`), traits: {} },
    value: { sql: value, traits: {} },
  };
}

function rowsOf(list: SqlText): SqlText {
  return sql`(SELECT unnest(${list}) AS ${rawSql(VARIABLE)}) AS j`;
}

function some(list: SqlText, test: SqlText): SqlText | undefined {
  if (hasSubquery(test)) return undefined;
  return sql`len(list_filter(${list}, lambda ${rawSql(VARIABLE)}: ${test})) > 0`;
}

function hasSubquery({ parts }: SqlText): boolean {
  return parts.some((part) =>
    typeof part === "string" ? part.includes("SELECT") : part.kind === "sql" && hasSubquery(part),
  );
}

interface JsonValue {
  /** The word of DuckDB for the type of what stands there. */
  readonly kind: SqlText;
  /** A text without its quotes, anything else as JSON writes it. */
  readonly value: SqlText;
}

const ELEMENT: JsonValue = jsonValue(rawSql(VARIABLE));
const ENTRY: JsonValue = jsonValue(rawSql(`${VARIABLE}.value`));

function jsonValue(json: SqlText): JsonValue {
  return { kind: sql`json_type(${json})`, value: sql`json_extract_string(${json}, '$')` };
}

/** JSON in a column of texts: what is none is null. */
function jsonOf(column: SqlText, as: JsonColumnType): SqlText {
  return as === "text" ? sql`TRY_CAST(${column} AS JSON)` : column;
}

function valueAt(json: SqlText, path: readonly string[]): JsonValue | Refusal {
  if (path.length === 0) return jsonValue(json);
  const place = placeOf(path);
  if (isRefusal(place)) return place;
  return { kind: sql`json_type(${json}, ${place})`, value: sql`json_extract_string(${json}, ${place})` };
}

function arrayAt(json: SqlText, path: readonly string[], kind: string, type: string): SqlText | Refusal {
  const place = placeOf(path);
  if (isRefusal(place)) return place;
  return sql`CASE WHEN json_type(${json}, ${place}) = ${rawSql(`'${kind}'`)} THEN TRY_CAST(json_extract(${json}, ${place}) AS ${rawSql(type)}) END`;
}

/**
 * A path of DuckDB's JSON functions takes an asterisk for any key, even in quotes, and knows no empty key. A JSON
 * pointer (RFC 6901) has both, but takes a number for an index.
 */
function placeOf(path: readonly string[]): SqlText | Refusal {
  if (isPlainPath(path)) return rawSql(`'${jsonPath(path)}'`);
  const isPath = path.every((key) => key !== "" && !key.includes("*"));
  if (!isPath && path.some((key) => /^(?:\d+|-)$/.test(key)))
    return { refused: "DuckDB has no path to a member of such a name" };
  const place = isPath
    ? jsonPath(path)
    : path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return sql`CAST(${bindable("text", place)} AS VARCHAR)`;
}

const NUMBERS = ["BIGINT", "UBIGINT", "DOUBLE", "HUGEINT", "UHUGEINT"];

/** The JSON types that a scalar type reads. */
const JSON_TYPES: Readonly<Record<ScalarType, readonly string[]>> = {
  string: ["VARCHAR"],
  boolean: ["BOOLEAN"],
  integer: NUMBERS,
  number: NUMBERS,
  date: ["VARCHAR"],
  time: ["VARCHAR"],
  dateTime: ["VARCHAR"],
};

function isOneOf(kind: SqlText, type: ScalarType): SqlText {
  const words = JSON_TYPES[type].map((each) => `'${each}'`).join(", ");
  return sql`${kind}${rawSql(` IN (${words})`)}`;
}

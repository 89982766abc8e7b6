import { isRefusal, type Refusal, type Traits } from "../../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { Dialect, JsonForms, ListForm, MapForm, TemporalForms } from "../../dialect-types/dialect.ts";
import type { JsonColumnType } from "../../tables/table-definition.ts";
import { bindable, sql, rawSql, type SqlParameterType, type SqlText } from "../../fragments/fragment.ts";
import { duckdbWideIntegers } from "./integers.ts";
import { readJsonScalar } from "../shared/json-scalar.ts";
import { jsonTypeTest } from "../shared/json-types.ts";
import { isNotTrue } from "../../fragments/conditions.ts";
import { isPlainPath, jsonPath } from "../shared/json-path.ts";

/**
 * Reads lists, maps and values from JSON columns. Lists are filtered by a lambda; a test with a subquery, which a
 * lambda cannot contain, runs on the unnested rows. A value that is not an array or an object is read as null.
 */
export function duckdbJson(temporal: TemporalForms, stringForm: Dialect["stringForm"]): JsonForms {
  const read = ({ jsonType, value }: JsonValue, type: ScalarType): TypedSql | Refusal => {
    const isType = isTypeFor(jsonType, type);
    // Numbers out of range become infinite when cast. Read infinity as null.
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
        return isRefusal(element) ? element : listForm(array, element);
      }
      const leaf = valueAt(rawSql(VARIABLE), inner);
      const element = isRefusal(leaf) ? leaf : read(leaf, items);
      if (isRefusal(element)) return element;
      const count = sql`len(list_filter(${array}, lambda ${rawSql(VARIABLE)}: ${element.sql} IS NOT NULL))`;
      const isNotNull = sql`${count} > 0`;
      return {
        ...listForm(array, element),
        isNotNull,
        isNull: isNotTrue(isNotNull),
        length: sql`nullif(${count}, 0)`,
      };
    },
    map: (column, path, as, values) => {
      if (isTemporal(values))
        return { refused: "DuckDB does not keep the original string of a date or a time in a map" };
      const object = arrayAt(jsonOf(column, as), path, "OBJECT", "MAP(VARCHAR, JSON)");
      if (isRefusal(object)) return object;
      const entry = read(ENTRY, values);
      if (isRefusal(entry)) return entry;
      return mapForm(object, entry, values, stringForm);
    },
    isObject: (column, path, as) => {
      const value = valueAt(jsonOf(column, as), path);
      return isRefusal(value) ? value : sql`${value.jsonType} = 'OBJECT'`;
    },
  };
}

interface TypedSql {
  readonly sql: SqlText;
  readonly traits: Traits;
}

export function duckdbArray(
  column: SqlText,
  items: ScalarType,
  { form }: Pick<Traits, "form">,
  bind: Dialect["bind"],
): ListForm {
  const bindItem = (value: string | number | bigint) =>
    duckdbWideIntegers(form)?.bind(BigInt(value)) ?? bind(bindable(ELEMENTS[items] ?? "text", value));
  return {
    ...listForm(column, { sql: rawSql(VARIABLE), traits: { form } }),
    containing: ([value, ...others]) =>
      others.length > 0
        ? undefined
        : { sql: sql`list_contains(${column}, ${bindItem(value!)})`, isExact: true },
  };
}

const ELEMENTS: Readonly<Partial<Record<ScalarType, SqlParameterType>>> = {
  string: "text",
  integer: "integer",
  number: "number",
};

export function duckdbMap(
  column: SqlText,
  values: ScalarType,
  { form }: Pick<Traits, "form">,
  stringForm: Dialect["stringForm"],
): MapForm | Refusal {
  if (isTemporal(values)) return { refused: "the string form of dates and times in a map is not defined" };
  const entry = rawSql(`${VARIABLE}.value`);
  const value = values === "number" ? sql`CASE WHEN isfinite(${entry}) THEN ${entry} END` : entry;
  const map = mapForm(column, { sql: value, traits: { form } }, values, stringForm);
  return isRefusal(map) ? map : { ...map, entry: (key) => sql`map_extract_value(${column}, ${key})` };
}

/** SQL name of a list's element, as a lambda parameter or as a column of the unnested rows. */
const VARIABLE = "tamis_e";

function listForm(list: SqlText, element: TypedSql): ListForm {
  return {
    isNotNull: sql`${list} IS NOT NULL`,
    isNull: sql`${list} IS NULL`,
    length: sql`len(${list})`,
    from: unnest(list),
    exists: (test) => existsIn(list, test),
    element,
  };
}

function mapForm(
  map: SqlText,
  entry: TypedSql,
  type: ScalarType,
  stringForm: Dialect["stringForm"],
): MapForm | Refusal {
  const value = type === "string" ? entry.sql : stringForm({ ...entry, type, nullable: true });
  if (isRefusal(value)) return value;
  const entries = sql`map_entries(${map})`;
  return {
    isNotNull: sql`${map} IS NOT NULL`,
    isNull: sql`${map} IS NULL`,
    length: sql`CAST(cardinality(${map}) AS BIGINT)`,
    from: unnest(entries),
    exists: (test) => existsIn(entries, test),
    key: { sql: rawSql(`${VARIABLE}.key`), traits: {} },
    value: { sql: value, traits: {} },
  };
}

function unnest(list: SqlText): SqlText {
  return sql`(SELECT unnest(${list}) AS ${rawSql(VARIABLE)}) AS j`;
}

function existsIn(list: SqlText, test: SqlText): SqlText | undefined {
  if (hasSubquery(test)) return undefined;
  return sql`len(list_filter(${list}, lambda ${rawSql(VARIABLE)}: ${test})) > 0`;
}

function hasSubquery({ parts }: SqlText): boolean {
  return parts.some((part) =>
    typeof part === "string" ? part.includes("SELECT") : part.kind === "sql" && hasSubquery(part),
  );
}

interface JsonValue {
  readonly jsonType: SqlText;
  /** Content of a JSON string without quotes; any other value as JSON text. */
  readonly value: SqlText;
}

const ELEMENT: JsonValue = jsonValue(rawSql(VARIABLE));
const ENTRY: JsonValue = jsonValue(rawSql(`${VARIABLE}.value`));

function jsonValue(json: SqlText): JsonValue {
  return { jsonType: sql`json_type(${json})`, value: sql`json_extract_string(${json}, '$')` };
}

/** Returns a column as JSON. Invalid JSON in a text column becomes null. */
function jsonOf(column: SqlText, as: JsonColumnType): SqlText {
  return as === "text" ? sql`TRY_CAST(${column} AS JSON)` : column;
}

function valueAt(json: SqlText, path: readonly string[]): JsonValue | Refusal {
  if (path.length === 0) return jsonValue(json);
  const place = placeOf(path);
  if (isRefusal(place)) return place;
  return { jsonType: sql`json_type(${json}, ${place})`, value: sql`json_extract_string(${json}, ${place})` };
}

function arrayAt(json: SqlText, path: readonly string[], kind: string, type: string): SqlText | Refusal {
  const place = placeOf(path);
  if (isRefusal(place)) return place;
  return sql`CASE WHEN json_type(${json}, ${place}) = ${rawSql(`'${kind}'`)} THEN TRY_CAST(json_extract(${json}, ${place}) AS ${rawSql(type)}) END`;
}

/**
 * Returns the SQL of a path into JSON: a `$` path or a JSON pointer (RFC 6901). A `$` path treats `*` as a wildcard
 * even in quotes and cannot name an empty key. A JSON pointer can do both, but treats a number as an array index.
 */
function placeOf(path: readonly string[]): SqlText | Refusal {
  if (isPlainPath(path)) return rawSql(`'${jsonPath(path)}'`);
  const isPath = path.every((key) => key !== "" && !key.includes("*"));
  if (!isPath && path.some((key) => /^(?:\d+|-)$/.test(key)))
    return { refused: "DuckDB has no JSON path to a member of this name" };
  const place = isPath
    ? jsonPath(path)
    : path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return sql`CAST(${bindable("text", place)} AS VARCHAR)`;
}

const NUMBERS = ["BIGINT", "UBIGINT", "DOUBLE", "HUGEINT", "UHUGEINT"];

const isTypeFor = jsonTypeTest({ string: ["VARCHAR"], boolean: ["BOOLEAN"], number: NUMBERS });

import type { ScalarType } from "../../../values/types.ts";
import { rawSql, toStatement } from "../../fragments/fragment.ts";
import { HUGEINT, UBIGINT } from "./integers.ts";
import { quoteDuckdb } from "./quote.ts";
import { duckdbTemporalString } from "./temporal.ts";
import { parseDuckdbType, type DuckdbType } from "./type-syntax.ts";

/** Rules for reading a column of a DuckDB type. */
export interface ColumnReading {
  /** Type of the member. `json` if only the values show it. */
  readonly type: ScalarType | "list" | "map" | "json";
  /** Type of the elements of a list, or of the values of a map. */
  readonly of?: ScalarType;
  /** Storage form of the values or elements. */
  readonly form?: string;
  /** Returns the SQL that converts the column to a type that the dialect reads; undefined if it reads the type itself. */
  readonly convert?: Conversion;
  /** Whether some values of the type become null. */
  readonly isPartial?: boolean;
  /** Whether different values of the type can be read as the same value. */
  readonly isRounded?: boolean;
}

type Conversion = (value: string) => string;

/** Returns how to read a column. Every type has a reading. */
export function columnReading(type: string): ColumnReading {
  return readingOf(parseDuckdbType(type));
}

function readingOf(type: DuckdbType): ColumnReading {
  switch (type.kind) {
    case "scalar":
      return type.name === "JSON" ? { type: "json" } : scalarReading(type.name);
    case "list":
      return listReading(type.items, type.isArray);
    case "map":
      return mapReading(type.key, type.value);
    default:
      return asJson(type);
  }
}

function listReading(items: DuckdbType, isArray: boolean): ColumnReading {
  const element = elementReading(items);
  if (element === undefined) return asJson({ kind: "list", items, isArray });
  const { type, form, convert } = element;
  const list: Conversion | undefined =
    convert !== undefined
      ? (value) => transformList(value, convert, 0)
      : isArray
        ? (value) => transformList(value, (item) => item, 0)
        : undefined;
  return reading("list", { of: type, form, convert: list });
}

function mapReading(key: DuckdbType, value: DuckdbType): ColumnReading {
  const element = elementReading(value);
  if (element === undefined || key.kind !== "scalar") return asJson({ kind: "map", key, value });
  const { type, form, convert = unchanged } = element;
  return reading("map", {
    of: type,
    form,
    convert:
      element.convert === undefined && key.name === "VARCHAR"
        ? undefined
        : (map) => mapWith(map, keyString(key.name), convert, 0),
  });
}

/** Returns the reading of an element of a list or of a value of a map; undefined if it is not a scalar. */
function elementReading(type: DuckdbType): ScalarReading | undefined {
  return type.kind === "scalar" && type.name !== "JSON" ? scalarReading(type.name) : undefined;
}

function asJson(type: DuckdbType): ColumnReading {
  return { type: "json", convert: (value) => `to_json(${jsonContent(type)(value, 0)})` };
}

interface ScalarReading {
  readonly type: ScalarType;
  readonly form?: string;
  readonly convert?: Conversion;
  readonly isPartial?: boolean;
  readonly isRounded?: boolean;
}

function reading<T extends string>(
  type: T,
  { of, form, convert }: { of: ScalarType; form: string | undefined; convert: Conversion | undefined },
) {
  return {
    type,
    of,
    ...(form === undefined ? {} : { form }),
    ...(convert === undefined ? {} : { convert }),
  };
}

const cast =
  (to: string): Conversion =>
  (value) =>
    `CAST(${value} AS ${to})`;
/** Converts a value to a type. A value that the type cannot store becomes null. */
const tryCast =
  (to: string): Conversion =>
  (value) =>
    `TRY_CAST(${value} AS ${to})`;
const doubleOfDigits: Conversion = (value) => `CAST(CAST(${value} AS VARCHAR) AS DOUBLE)`;
const unchanged: Conversion = (value) => value;

/**
 * Converts a timestamp to microseconds. One outside the years 1 to 9999 becomes null: beyond the range of TIMESTAMP, it
 * would fail the statement, even with TRY_CAST.
 *
 * @param fraction digits after the last second of 9999, with the decimal point; empty for whole seconds.
 */
const withinCalendar =
  (type: string, fraction: string): Conversion =>
  (value) =>
    `CASE WHEN ${value} BETWEEN CAST('0001-01-01 00:00:00' AS ${type}) AND CAST('9999-12-31 23:59:59${fraction}' AS ${type}) THEN CAST(${value} AS TIMESTAMP) END`;

/** Types without an entry are converted to strings. */
const SCALARS: ReadonlyMap<string, ScalarReading> = new Map<string, ScalarReading>([
  ["BOOLEAN", { type: "boolean" }],
  ["TINYINT", { type: "integer" }],
  ["SMALLINT", { type: "integer" }],
  ["INTEGER", { type: "integer" }],
  ["BIGINT", { type: "integer" }],
  ["UTINYINT", { type: "integer" }],
  ["USMALLINT", { type: "integer" }],
  ["UINTEGER", { type: "integer" }],
  ["UBIGINT", { type: "integer", form: UBIGINT }],
  ["HUGEINT", { type: "integer", form: HUGEINT }],
  ["UHUGEINT", { type: "integer", form: HUGEINT, convert: tryCast("HUGEINT"), isPartial: true }],
  // The double of the digits that DuckDB prints: 1.1, where a cast returns 1.100000023841858. It has the same order.
  ["FLOAT", { type: "number", convert: doubleOfDigits }],
  ["DOUBLE", { type: "number" }],
  ["VARCHAR", { type: "string" }],
  ["DATE", { type: "date" }],
  ["TIME", { type: "time" }],
  ["TIMESTAMP", { type: "dateTime" }],
  ["TIMESTAMP_S", { type: "dateTime", convert: withinCalendar("TIMESTAMP_S", ""), isPartial: true }],
  ["TIMESTAMP_MS", { type: "dateTime", convert: withinCalendar("TIMESTAMP_MS", ".999"), isPartial: true }],
  ["TIMESTAMP_NS", { type: "dateTime", form: "timestampNs" }],
  ["TIMESTAMP WITH TIME ZONE", { type: "dateTime", form: "timestamptz" }],
]);

function scalarReading(name: string): ScalarReading {
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(name);
  if (decimal !== null) return decimalReading(Number(decimal[1]), Number(decimal[2]));
  return SCALARS.get(name) ?? { type: "string", convert: cast("VARCHAR") };
}

/** Returns the rules for decimals. Those without a fraction are read as integers, others as the nearest doubles. */
function decimalReading(width: number, scale: number): ScalarReading {
  if (scale === 0)
    return width <= 18
      ? { type: "integer", convert: cast("BIGINT") }
      : { type: "integer", form: HUGEINT, convert: cast("HUGEINT") };
  // A cast divides two doubles. The quotient is the nearest double if both are exact: digits below 2^53, and a power of
  // ten up to 10^22.
  if (scale > 22) return { type: "number", convert: doubleOfDigits, isRounded: true };
  if (width <= 15) return { type: "number", convert: cast("DOUBLE") };
  const digits = "9007199254740992".padStart(scale + 1, "0");
  const limit = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return {
    type: "number",
    isRounded: true,
    convert: (value) =>
      `CASE WHEN ${value} BETWEEN -${limit} AND ${limit} THEN CAST(${value} AS DOUBLE) ELSE ${doubleOfDigits(value)} END`,
  };
}

/** Converts a value of JSON or a part of it. `depth` numbers the parameters of nested lambdas. */
type JsonConversion = (value: string, depth: number) => string;

/**
 * Returns a conversion after which `to_json` writes every value as JSON. Doubles that are not finite become null, dates
 * and times become strings of ISO 8601 in UTC.
 */
function jsonContent(type: DuckdbType): JsonConversion {
  switch (type.kind) {
    case "scalar":
      return jsonScalar(type.name);
    case "list": {
      const items = jsonContent(type.items);
      return (value, depth) => transformList(value, (element) => items(element, depth + 1), depth);
    }
    case "map": {
      if (type.key.kind !== "scalar") {
        const fields = [["key", type.key] as const, ["value", type.value] as const];
        const pairs = jsonContent({ kind: "list", items: { kind: "struct", fields }, isArray: false });
        return (value, depth) => pairs(`map_entries(${value})`, depth);
      }
      const { name } = type.key;
      const values = jsonContent(type.value);
      return (value, depth) => mapWith(value, keyString(name), (entry) => values(entry, depth + 1), depth);
    }
    case "struct": {
      const fields = type.fields.map(([name, fieldType]) => ({ name, content: jsonContent(fieldType) }));
      return (value, depth) => {
        const parts = fields.map(({ name, content }) => {
          const part = `struct_extract(${value}, ${quoteString(name)})`;
          return `${quoteDuckdb(name)} := ${content(part, depth)}`;
        });
        return `CASE WHEN ${value} IS NOT NULL THEN struct_pack(${parts.join(", ")}) END`;
      };
    }
    case "union": {
      const fields = type.fields.map(([name, fieldType]) => ({ name, content: jsonContent(fieldType) }));
      return (value, depth) => {
        const cases = fields.map(({ name, content }) => {
          const part = `union_extract(${value}, ${quoteString(name)})`;
          const json = `to_json(struct_pack(${quoteDuckdb(name)} := ${content(part, depth)}))`;
          return `WHEN CAST(union_tag(${value}) AS VARCHAR) COLLATE "binary" = ${quoteString(name)} THEN ${json}`;
        });
        return `CASE ${cases.join(" ")} END`;
      };
    }
  }
}

function jsonScalar(name: string): JsonConversion {
  if (name === "JSON" || name === "UHUGEINT") return unchanged;
  const { type, form, convert = unchanged } = scalarReading(name);
  if (type === "number") {
    return (value) => {
      const double = convert(value);
      return `CASE WHEN isfinite(${double}) THEN ${double} END`;
    };
  }
  if (type === "dateTime") return (value) => isoString(convert(value), form);
  return type === "date" || type === "time" ? cast("VARCHAR") : convert;
}

function isoString(value: string, form: string | undefined): string {
  return toStatement(duckdbTemporalString(rawSql(value), "dateTime", form)).segments.join("");
}

/** Returns the conversion of map keys to strings. Different keys become different strings. */
function keyString(name: string): Conversion {
  const { form } = scalarReading(name);
  return form === "timestamptz" ? (key) => isoString(key, form) : cast("VARCHAR");
}

function transformList(list: string, convert: Conversion, depth: number): string {
  const variable = `tamis_e${depth}`;
  return `list_transform(${list}, lambda ${variable}: ${convert(variable)})`;
}

function mapWith(map: string, key: Conversion, value: Conversion, depth: number): string {
  const entry = (variable: string) =>
    `struct_pack("key" := ${key(`${variable}.key`)}, "value" := ${value(`${variable}.value`)})`;
  return `map_from_entries(${transformList(`map_entries(${map})`, entry, depth)})`;
}

function quoteString(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

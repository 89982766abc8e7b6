import { hasOwn } from "../../../values/own-properties.ts";
import { isScalarColumn } from "../../dialect-types/table-reader.ts";
import type { ScalarType } from "../../../values/types.ts";
import { DATE_16, DATE_TIME_32, NANOSECONDS } from "./temporal.ts";

/** Rules for reading a column of a type of ClickHouse. */
export type ClickhouseReading =
  | ClickhouseScalar
  | {
      readonly type: "list" | "map";
      readonly of: ScalarType;
      readonly form?: string;
      readonly nullable: false;
    }
  /** The values show the type: JSON text in a `String` is not recognized, only other types are read as JSON. */
  | { readonly type: "json"; readonly nullable: boolean }
  | { readonly unreadable: string };

export interface ClickhouseScalar {
  readonly type: ScalarType;
  readonly nullable: boolean;
  readonly form?: string;
  readonly precision?: number;
  /** Returns the SQL that converts the column to a type that the dialect reads. */
  readonly convert?: (value: string) => string;
  /** Whether different values of the type can be read as the same value. */
  readonly isRounded?: boolean;
}

/** Returns how to read a column. */
export function clickhouseReading(type: string): ClickhouseReading {
  const { name, parameters } = splitType(type);
  switch (name) {
    case "LowCardinality":
      return clickhouseReading(parameters[0]!);
    case "Nullable": {
      const reading = clickhouseReading(parameters[0]!);
      return isScalarReading(reading) || isJson(reading) ? { ...reading, nullable: true } : reading;
    }
    case "SimpleAggregateFunction":
      return clickhouseReading(parameters.at(-1)!);
    case "Array": {
      const items = elementReading(parameters[0]!);
      return items === undefined ? JSON_READING : { type: "list", nullable: false, ...items };
    }
    case "Map": {
      const isStringKey = /^(?:LowCardinality\()?String\)?$/.test(parameters[0]!);
      const values = isStringKey ? elementReading(parameters[1]!) : undefined;
      return values === undefined ? JSON_READING : { type: "map", nullable: false, ...values };
    }
    case "Tuple":
    case "Nested":
    case "JSON":
    case "Object":
      return JSON_READING;
    default:
      return scalarReading(name, parameters);
  }
}

export function isScalarReading(reading: ClickhouseReading): reading is ClickhouseScalar {
  return hasOwn(reading, "type") && isScalarColumn(reading.type);
}

function isJson(reading: ClickhouseReading): reading is Extract<ClickhouseReading, { type: "json" }> {
  return hasOwn(reading, "type") && reading.type === "json";
}

const JSON_READING = { type: "json", nullable: false } as const;

/** Returns the type of the elements of a list or map; undefined if they must be converted. */
function elementReading(type: string): { readonly of: ScalarType; readonly form?: string } | undefined {
  const reading = clickhouseReading(type);
  if (!isScalarReading(reading)) return undefined;
  // The storage of a list has no precision, so that its elements must have the default one.
  const isPlain = reading.convert === undefined && (reading.precision ?? 6) === 6;
  if (!isPlain) return undefined;
  return reading.form === undefined ? { of: reading.type } : { of: reading.type, form: reading.form };
}

function scalarReading(name: string, parameters: readonly string[]): ClickhouseReading {
  if (name.startsWith("Decimal")) return decimalReading(Number(parameters[0]), Number(parameters[1] ?? 0));
  if (name === "DateTime64") return dateTime64(Number(parameters[0] ?? 3));
  if (name === "Time64") return { type: "time", nullable: false, precision: Number(parameters[0] ?? 3) };
  const scalar = SCALARS.get(name);
  if (scalar !== undefined) return { nullable: false, ...scalar };
  if (AS_STRINGS.has(name))
    return { type: "string", nullable: false, convert: (value) => `toString(${value})` };
  return { unreadable: `its type is ${name}, which has no counterpart` };
}

function dateTime64(precision: number): ClickhouseScalar {
  if (precision > 8) return { type: "dateTime", nullable: false, form: NANOSECONDS };
  return precision === 6
    ? { type: "dateTime", nullable: false }
    : { type: "dateTime", nullable: false, precision };
}

const doubleOfDigits = (value: string) => `toFloat64(toString(${value}))`;

/** Returns the rules for decimals. Those without a fraction are read as integers, others as the nearest doubles. */
function decimalReading(width: number, scale: number): ClickhouseScalar {
  if (scale > 0) return { type: "number", nullable: false, convert: doubleOfDigits, isRounded: width > 15 };
  return width <= 18
    ? { type: "integer", nullable: false, convert: (value) => `toInt64(${value})` }
    : { type: "integer", nullable: false, form: "Int256", convert: (value) => `toInt256(${value})` };
}

const SCALARS: ReadonlyMap<string, Omit<ClickhouseScalar, "nullable">> = new Map<
  string,
  Omit<ClickhouseScalar, "nullable">
>([
  ["String", { type: "string" }],
  ["Bool", { type: "boolean" }],
  ...["Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32"].map(
    (name) => [name, { type: "integer" }] as const,
  ),
  ...["UInt64", "Int128", "UInt128", "Int256", "UInt256"].map(
    (name) => [name, { type: "integer", form: name }] as const,
  ),
  ["Float64", { type: "number" }],
  // The double of the digits that ClickHouse prints: 1.1, where a cast returns 1.100000023841858. It has the same order.
  ["Float32", { type: "number", convert: doubleOfDigits }],
  ["BFloat16", { type: "number", convert: doubleOfDigits }],
  ["Date", { type: "date", form: DATE_16 }],
  ["Date32", { type: "date" }],
  ["DateTime", { type: "dateTime", form: DATE_TIME_32 }],
  ["Time", { type: "time", precision: 0, convert: (value) => `CAST(${value} AS Nullable(Time64(0)))` }],
]);

const AS_STRINGS: ReadonlySet<string> = new Set([
  "FixedString",
  "Enum",
  "Enum8",
  "Enum16",
  "UUID",
  "IPv4",
  "IPv6",
]);

interface SplitType {
  readonly name: string;
  readonly parameters: readonly string[];
}

/** Splits a type as `system.columns` writes it: `Map(String, Array(UInt8))` has the parameters `String` and `Array(UInt8)`. */
export function splitType(type: string): SplitType {
  const open = type.indexOf("(");
  if (open < 0) return { name: type, parameters: [] };
  const parameters: string[] = [];
  let [depth, start] = [0, open + 1];
  const end = type.length - 1;
  for (let at = start; at < end; at++) {
    const character = type[at]!;
    if (character === "'" || character === "`") {
      for (at++; at < end && type[at] !== character; at++) if (type[at] === "\\") at++;
    } else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 0) {
      parameters.push(type.slice(start, at).trim());
      start = at + 1;
    }
  }
  parameters.push(type.slice(start, end).trim());
  return { name: type.slice(0, open), parameters };
}

import type { NativeType, Oracle } from "../native-type.ts";
import { fraction, integer, jsonOf, unchanged } from "../oracle.ts";
import { LETTERS, native, SCRIPTS, SPELLINGS, SYMBOLS } from "../values.ts";

/** The types of ClickHouse. The raw value is the text that ClickHouse converts it to. */

/** Returns a string literal of ClickHouse, in which a backslash is an escape. */
const literal = (value: string) => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
const texts = (...values: readonly string[]) => values.map(literal);

const boolean: Oracle = (raw) => raw === "true";
const date: Oracle = unchanged;
const moment: Oracle = (raw) => `${(raw as string).replace(" ", "T")}Z`;
/** A time of one day; ClickHouse stores up to 999 hours, and negative ones. */
const time: Oracle = (raw) => {
  const [, hours, rest] = /^(\d+):(.*)$/.exec(raw as string) ?? [];
  if (hours === undefined || Number(hours) > 24) return null;
  return Number(hours) === 24 && /[1-9]/.test(rest!) ? null : raw;
};
const json: Oracle = (raw) => jsonOf(raw as string);

const list =
  (oracle: Oracle): Oracle =>
  (raw, member) =>
    (jsonOf(raw as string) as (string | null)[]).map((each) => (each === null ? null : oracle(each, member)));
const map =
  (oracle: Oracle): Oracle =>
  (raw, member) =>
    Object.fromEntries(
      (jsonOf(raw as string) as [string, string | null][]).map(([key, value]) => [
        key,
        value === null ? null : oracle(value, member),
      ]),
    );
const listRaw = (column: string) =>
  `toJSONString(arrayMap(e -> CAST(toString(e) AS Nullable(String)), ${column}))`;
const mapRaw = (column: string) =>
  `toJSONString(arrayMap((k, v) -> [CAST(toString(k) AS Nullable(String)), CAST(toString(v) AS Nullable(String))], mapKeys(${column}), mapValues(${column})))`;
const jsonRaw = (column: string) => `toJSONString(${column})`;
const utcRaw = (column: string) => `toString(toTimeZone(${column}, 'UTC'))`;

function typed(
  ddl: string,
  readAs: string | undefined,
  oracle: Oracle,
  values: readonly string[],
  raw?: NativeType["raw"],
): NativeType {
  const type = native(ddl, readAs, oracle, values);
  return raw === undefined ? type : { ...type, raw };
}

const nullable = (
  ddl: string,
  readAs: string,
  oracle: Oracle,
  values: readonly string[],
  raw?: NativeType["raw"],
) => typed(`Nullable(${ddl})`, readAs, oracle, values, raw);

const WORDS = texts(
  ...LETTERS,
  ...SPELLINGS,
  "é",
  "i",
  "I",
  "ı",
  "İ",
  ...SCRIPTS,
  ...SYMBOLS,
  "true",
  "null",
);
const SMALL = ["0", "1", "-1", "2", "10", "9", "-128", "127"];
const BIG = [...SMALL, "9007199254740991", "9007199254740993", "-9223372036854775808", "9223372036854775807"];
const UNSIGNED = ["0", "1", "2", "10", "9", "255"];
const wide = (...values: readonly string[]) => [...SMALL, ...texts(...values)];
const DOUBLES = [
  ...["0", "1", "-1", "0.1", "0.5", "-1.5", "2.50", "100", "12345.678", "-0.0"],
  ...["1.7976931348623157e308", "5e-324", "1e21", "9007199254740993", "nan", "inf", "-inf"],
];
const DAYS = texts("2024-05-01", "2024-02-29", "1970-01-01", "2100-01-01");
const EARLY_AND_LATE = texts("1900-01-01", "2299-12-31", "1969-12-31");
const SECONDS = texts("2024-05-01 10:00:00", "1970-01-01 00:00:00", "2024-05-01 00:00:00");
const FRACTIONS = [
  ...SECONDS,
  ...texts("2024-05-01 10:00:00.5", "1969-12-31 23:59:59.999", "1900-01-01 00:00:00"),
];
const TIMES = texts("10:00:00", "00:00:00", "24:00:00", "23:59:59", "100:00:00", "-01:00:00");
const MICROSECONDS = [...TIMES, ...texts("23:59:59.999999", "00:00:00.000001", "24:00:00.000001")];

export const CLICKHOUSE_TYPES: readonly NativeType[] = [
  nullable("Bool", "boolean", boolean, ["true", "false"]),
  nullable("Int8", "integer", integer, SMALL),
  nullable("Int16", "integer", integer, [...SMALL, "-32768"]),
  nullable("Int32", "integer", integer, [...SMALL, "2147483647"]),
  nullable("Int64", "integer", integer, BIG),
  nullable("UInt8", "integer", integer, UNSIGNED),
  nullable("UInt16", "integer", integer, [...UNSIGNED, "65535"]),
  nullable("UInt32", "integer", integer, [...UNSIGNED, "4294967295"]),
  nullable("UInt64", "integer", integer, [...UNSIGNED, "9223372036854775808", "18446744073709551615"]),
  nullable(
    "Int128",
    "integer",
    integer,
    wide("170141183460469231731687303715884105727", "-18446744073709551616"),
  ),
  nullable("UInt128", "integer", integer, [...UNSIGNED, ...texts("340282366920938463463374607431768211455")]),
  nullable("Int256", "integer", integer, wide(String(2n ** 255n - 1n), String(-(2n ** 255n)))),
  nullable("UInt256", "integer", integer, [...UNSIGNED, ...texts(String(2n ** 256n - 1n))]),
  nullable("Float64", "number", fraction, DOUBLES),
  nullable("Float32", "number", fraction, ["0", "1", "0.1", "-1.5", "12345.678", "3.4028235e38", "nan"]),
  nullable("Decimal(4, 1)", "number", fraction, ["0", "1.5", "-999.9", "0.1", "10"]),
  nullable("Decimal(9, 0)", "integer", integer, ["0", "1", "-999999999", "10"]),
  nullable("Decimal(18, 3)", "number", fraction, ["0", "0.1", "1.1", "-123456789012345.678"]),
  nullable("Decimal(38, 0)", "integer", integer, ["0", "1", ...texts("9".repeat(38), "9007199254740993")]),
  nullable("Decimal(38, 10)", "number", fraction, ["0", "0.1", ...texts("900719.9254740993"), "1.5"]),
  nullable("Decimal(76, 30)", "number", fraction, [
    "0",
    "0.1",
    ...texts("1.5", "0.000000000000000000000000000001"),
  ]),
  typed("String", "string", unchanged, WORDS),
  nullable("String", "string", unchanged, WORDS),
  typed("LowCardinality(String)", "string", unchanged, WORDS),
  typed("LowCardinality(Nullable(String))", "string", unchanged, WORDS),
  nullable("FixedString(3)", "string", unchanged, texts("abc", "ABC", "äx")),
  nullable("Enum8('z' = 1, 'a' = 2, 'A' = 3, 'it\\'s, (x)' = 4, '' = 5)", "string", unchanged, [
    ...texts("z", "a", "A", "it's, (x)", ""),
  ]),
  nullable("UUID", "string", unchanged, [
    ...texts("00000000-0000-0000-0000-000000000000", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"),
  ]),
  nullable("IPv4", "string", unchanged, texts("127.0.0.1", "10.0.0.1", "9.0.0.1")),
  nullable("IPv6", "string", unchanged, texts("::1", "2001:db8::1")),
  nullable("Date", "date", date, DAYS),
  nullable("Date32", "date", date, [...DAYS, ...EARLY_AND_LATE]),
  nullable("DateTime", "dateTime", moment, SECONDS, utcRaw),
  nullable("DateTime('America/New_York')", "dateTime", moment, SECONDS, utcRaw),
  nullable("DateTime64(0)", "dateTime", moment, SECONDS, utcRaw),
  nullable("DateTime64(3, 'Asia/Kolkata')", "dateTime", moment, FRACTIONS, utcRaw),
  nullable("DateTime64(6, 'UTC')", "dateTime", moment, FRACTIONS, utcRaw),
  nullable("DateTime64(8, 'UTC')", "dateTime", moment, FRACTIONS, utcRaw),
  nullable(
    "DateTime64(9, 'UTC')",
    "dateTime",
    moment,
    [...FRACTIONS, ...texts("2024-05-01 10:00:00.123456789")],
    utcRaw,
  ),
  nullable("Time", "time", time, TIMES),
  nullable("Time64(3)", "time", time, MICROSECONDS),
  nullable("Time64(6)", "time", time, MICROSECONDS),
  typed("Array(String)", "list of string", list(unchanged), ["['a', 'b']", "[]", "['A', 'ä', '']"], listRaw),
  typed(
    "Array(Nullable(String))",
    "list of string",
    list(unchanged),
    ["['a', NULL]", "[]", "[NULL]", "['A']"],
    listRaw,
  ),
  typed("Array(Int32)", "list of integer", list(integer), ["[1, 2]", "[]", "[-1]"], listRaw),
  typed("Array(UInt64)", "list of integer", list(integer), ["[1, 18446744073709551615]", "[]"], listRaw),
  typed(
    "Array(Nullable(Float64))",
    "list of number",
    list(fraction),
    ["[1, -0.0]", "[NULL, nan]", "[]"],
    listRaw,
  ),
  typed("Map(String, String)", "map of string", map(unchanged), ["{'x': 'a', 'y': 'B'}", "{}"], mapRaw),
  typed(
    "Map(LowCardinality(String), Nullable(Int64))",
    "map of integer",
    map(integer),
    ["{'x': 1, 'y': NULL}", "{}"],
    mapRaw,
  ),
  typed("Tuple(x String, y Nullable(Int32))", "object", json, ["('a', 1)", "('B', NULL)"], jsonRaw),
  typed("Array(Array(String))", undefined, json, ["[['a'], []]", "[]"], jsonRaw),
  typed(
    "AggregateFunction(sum, Int64)",
    "none",
    () => null,
    ["initializeAggregation('sumState', toInt64(1))"],
    () => "NULL",
  ),
];

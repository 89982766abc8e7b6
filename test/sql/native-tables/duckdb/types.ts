import { literal, type NativeType, type Oracle } from "../native-type.ts";
import { fraction, integer, jsonOf, singleDigits, unchanged } from "../oracle.ts";
import {
  date,
  DATES,
  dateTime,
  DOCUMENTS,
  json,
  JSON_LISTS,
  JSON_SCALARS,
  LETTERS,
  MOMENTS,
  SPELLINGS,
  SYMBOLS,
  texts,
  time,
  TIMES,
  ZONED,
} from "../values.ts";
import { words } from "../../../words.ts";

/** The types of DuckDB. The raw value is the text that DuckDB casts it to, with its default settings and in UTC. */

export interface DuckdbNativeType extends NativeType {
  /** Returns the SQL of the raw value. Default: the column cast to a string. */
  readonly raw?: (column: string) => string;
  /** Whether only a view can convert the type. */
  readonly needsView?: boolean;
  /** Whether a Parquet file has a column of another type. */
  readonly changesInParquet?: boolean;
}

type Options = Pick<DuckdbNativeType, "raw" | "needsView" | "changesInParquet">;

const ONLY_VIEW: Options = { needsView: true };
const OTHER_IN_PARQUET: Options = { changesInParquet: true };

const changed = (type: DuckdbNativeType): DuckdbNativeType => ({ ...type, ...OTHER_IN_PARQUET });

/** Returns a type with one group of values, which spaces separate. */
const decimal = (ddl: string, readAs: string, oracle: Oracle, values: string) =>
  native(ddl, readAs, oracle, [words(values)]);

function native(
  ddl: string,
  readAs: string | undefined,
  oracle: Oracle,
  values: readonly (readonly string[])[],
  options: Options = {},
): DuckdbNativeType {
  return { ddl, readAs, oracle, values, ...options };
}

const string = (ddl: string, ...values: readonly string[]) =>
  native(ddl, "string", unchanged, [texts(...values)]);

const boolean: Oracle = (raw) => raw === "true";
/** An integer of at most 128 bits with a sign. */
const hugeint: Oracle = (raw) => {
  const value = BigInt(raw as string);
  return value < 2n ** 127n ? value : null;
};

/** Returns SQL for the elements of a list as strings in JSON. */
const listRaw = (column: string) => `to_json(list_transform(${column}, lambda e: CAST(e AS VARCHAR)))`;
const mapRaw = (column: string) =>
  `CASE WHEN ${column} IS NOT NULL THEN to_json(list_transform(map_entries(${column}), lambda e: [CAST(e.key AS VARCHAR), CAST(e.value AS VARCHAR)])) END`;

/** DuckDB cannot convert values beyond the range of TIMESTAMP to strings. */
const farRaw = (column: string) =>
  `CASE WHEN ${column} < '0001-01-01' OR ${column} > '9999-12-31 23:59:59.999' THEN 'out of range' ELSE CAST(${column} AS VARCHAR) END`;

const elements =
  (oracle: Oracle): Oracle =>
  (raw, member) =>
    (jsonOf(raw as string) as (string | null)[]).map((each) => (each === null ? null : oracle(each, member)));

function list(ddl: string, of: string, oracle: Oracle, values: readonly string[], options: Options = {}) {
  return native(ddl, `list of ${of}`, elements(oracle), [values.map((value) => `CAST(${value} AS ${ddl})`)], {
    raw: listRaw,
    ...options,
  });
}

function map(ddl: string, of: string, oracle: Oracle, values: readonly string[], options: Options = {}) {
  const entries: Oracle = (raw, member) =>
    Object.fromEntries(
      (jsonOf(raw as string) as [string, string | null][]).map(([key, value]) => [
        key,
        value === null ? null : oracle(value, member),
      ]),
    );
  return native(ddl, `map of ${of}`, entries, [values.map((value) => `CAST(${value} AS ${ddl})`)], {
    raw: mapRaw,
    ...options,
  });
}

const WORDS = [
  ...[...LETTERS, "ABC", "abc", ...SPELLINGS, "é", "e\u0301", "\u0301", "i", "I", "ı", "İ"],
  ...["x2", "x10", "😀", "\uffff", "\ufeffa", "字", "が", "か\u3099"],
  ...[...SYMBOLS, "true", "null", "2024-05-01"],
];

const SMALL = ["0", "1", "-1", "2", "10", "9", "-128", "127"];
const WHOLE = [...SMALL, "-2147483648", "2147483647", "255"];
const BIG = [...WHOLE, "9007199254740991", "9007199254740993", "-9223372036854775808", "9223372036854775807"];
const UNSIGNED = ["0", "1", "2", "10", "9", "255"];
const MORE_UNSIGNED = [...UNSIGNED, "9223372036854775807", "9223372036854775808", "18446744073709551615"];
const HUGE = [
  ...[...BIG, "9223372036854775808", "-9223372036854775809", "18446744073709551616"],
  ...["170141183460469231731687303715884105727", "-170141183460469231731687303715884105728"],
];
const MORE_HUGE = [
  ...["170141183460469231731687303715884105727", "'170141183460469231731687303715884105728'"],
  ...["'340282366920938463463374607431768211455'", "0", "5"],
];
const FRACTIONS = ["0", "1", "-1", "0.1", "0.5", "-1.5", "2.50", "100", "12345.678"];
const DOUBLES = [
  ...FRACTIONS,
  ...words("'-0.0' 1.7976931348623157e308 5e-324 1e21 9007199254740993 1.7014118346046923e38"),
];
const NOT_FINITE = texts("nan", "inf", "-inf", "1");

const CALENDAR = [...DATES, literal("1969-12-31")];
const ODD_DATES = texts(
  ...["infinity", "-infinity", "10000-01-01", "0044-03-15 (BC)", "0001-12-31 (BC)", "5881580-07-10"],
);
const UTC = [...MOMENTS, ...texts("9999-12-31 23:59:59.999999", "1969-12-31 23:59:59.999999")];
const ODD_MOMENTS = texts(
  ...[
    "infinity",
    "-infinity",
    "10000-01-01 00:00:00",
    "0001-12-31 23:59:59 (BC)",
    "0044-03-15 (BC) 12:00:00",
  ],
  ...["294247-01-10 04:00:54.775806", "290309-12-22 (BC) 00:00:00"],
);
const NANOSECONDS = texts(
  ...["2024-05-01 10:00:00.123456789", "1970-01-01 00:00:00.000000001", "1969-12-31 23:59:59.999999999"],
  ...["2262-04-11 23:47:16.854775806", "1677-09-22 00:00:00", "2024-05-01 10:00:00"],
);

const COLLATIONS = words("NOCASE NOACCENT NFC NOCASE.NOACCENT de sv tr en_us zh NOCASE.de");

const UUIDS = words(`
  00000000-0000-0000-0000-000000000000 a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11 ffffffff-ffff-ffff-ffff-ffffffffffff
`);
const INTERVALS = ["1 day", "24 hours", "1 month", "30 days", "-1 year 2 months", "0 days", "0.5 seconds"];

const INSTANTS = [UTC, [...UTC, ...ODD_MOMENTS]];
const THOUSANDTHS = "0 0.1 1.10 999999999999999.999 -123456789012345.678 9007199254740.993 9007199254740.992";
const TEN_DIGITS = "0 0.1 1234567890123456789012345678.1234567891 -0.0000000001 900719.9254740993 1.5";

const SCALARS: readonly DuckdbNativeType[] = [
  native("BOOLEAN", "boolean", boolean, [["true", "false"]]),
  native("TINYINT", "integer", integer, [SMALL]),
  native("SMALLINT", "integer", integer, [[...SMALL, "-32768", "32767"]]),
  native("INTEGER", "integer", integer, [WHOLE]),
  native("BIGINT", "integer", integer, [BIG]),
  native("HUGEINT", "integer", integer, [HUGE, BIG], OTHER_IN_PARQUET),
  native("UTINYINT", "integer", integer, [UNSIGNED]),
  native("USMALLINT", "integer", integer, [[...UNSIGNED, "65535"]]),
  native("UINTEGER", "integer", integer, [[...UNSIGNED, "4294967295"]]),
  native("UBIGINT", "integer", integer, [MORE_UNSIGNED, UNSIGNED]),
  native("UHUGEINT", "integer", hugeint, [MORE_HUGE, UNSIGNED], OTHER_IN_PARQUET),
  native("FLOAT", "number", singleDigits, [[...FRACTIONS, "3.4028235e38", "1e-45", "16777217"], NOT_FINITE]),
  native("DOUBLE", "number", fraction, [DOUBLES, NOT_FINITE]),
  decimal("DECIMAL(4,1)", "number", fraction, "0 1.5 -999.9 0.1 10"),
  decimal("DECIMAL(9,0)", "integer", integer, "0 1 -999999999 10"),
  decimal("DECIMAL(15,2)", "number", fraction, "0 0.1 1.10 9999999999999.99 -9999999999999.99"),
  decimal("DECIMAL(18,3)", "number", fraction, THOUSANDTHS),
  decimal("DECIMAL(38,0)", "integer", integer, `0 1 ${"9".repeat(38)} -${"9".repeat(38)} 9007199254740993`),
  decimal("DECIMAL(38,10)", "number", fraction, TEN_DIGITS),
  decimal("DECIMAL(38,37)", "number", fraction, "0 0.1 1.2345678901234567890123456789012345678 -1.5"),
  changed(string("BIGNUM", "0", "1", "-1", "123456789012345678901234567890", "10", "9")),
  string("VARCHAR", ...WORDS),
  ...COLLATIONS.map((collation) => string(`VARCHAR COLLATE ${collation}`, ...WORDS)),
  native("BLOB", "string", unchanged, [texts("", "a", "A", "\\x00\\xFF", "\\xAAa")]),
  changed(string("BIT", "0", "1", "101", "0000000001")),
  string("UUID", ...UUIDS),
  string("ENUM('z', 'a', 'A', 'it''s (x)', '')", "z", "a", "A", "it's (x)", ""),
  string("mood", "so so", "good", "bad"),
  // Parquet has no negative intervals.
  changed(string("INTERVAL", ...INTERVALS)),
  native("DATE", "date", date, [CALENDAR, [...CALENDAR, ...ODD_DATES]]),
  native("TIME", "time", time, [TIMES]),
  changed(string("TIME_NS", "10:00:00.123456789", "00:00:00", "23:59:59.999999999", "24:00:00")),
  changed(string("TIMETZ", "10:00:00+00", "10:00:00+02", "23:59:59.999999-11:30", "00:00:00+15")),
  native("TIMESTAMP", "dateTime", dateTime, INSTANTS),
  changed(native("TIMESTAMP_S", "dateTime", dateTime, INSTANTS, { raw: farRaw })),
  changed(native("TIMESTAMP_MS", "dateTime", dateTime, INSTANTS, { raw: farRaw })),
  native("TIMESTAMP_NS", "dateTime", dateTime, [
    NANOSECONDS,
    [...NANOSECONDS, ...texts("infinity", "-infinity")],
  ]),
  native("TIMESTAMPTZ", "dateTime", dateTime, [ZONED, [...ZONED, ...ODD_MOMENTS]]),
  native("JSON", undefined, json, [DOCUMENTS, JSON_LISTS, JSON_SCALARS]),
];

const HUGE_LISTS = ["[]", "[1]", "[170141183460469231731687303715884105727]", "[NULL]"];
const FLOAT_MAPS = ["MAP {}", "MAP {1: '0.1'}", "MAP {10: 'nan', 2: NULL}"];
const DATE_MAPS = ["MAP {}", "MAP {'2024-05-01': 'a'}", "MAP {'infinity': 'B'}"];

const LISTS: readonly DuckdbNativeType[] = [
  list("INTEGER[]", "integer", integer, ["[]", "[1]", "[1, 2, NULL]", "[NULL]", "[10, 9, 5]"]),
  list("BIGINT[]", "integer", integer, ["[]", "[1]", "[9007199254740993, NULL]", "[9223372036854775807]"]),
  list("UBIGINT[]", "integer", integer, [
    "[]",
    "[1]",
    "[18446744073709551615, NULL]",
    "[9223372036854775808]",
  ]),
  list("HUGEINT[]", "integer", integer, HUGE_LISTS, OTHER_IN_PARQUET),
  list("DOUBLE[]", "number", fraction, ["[]", "['1.5']", "['nan', '1', NULL]", "['inf']", "['-0.0', '0.1']"]),
  list("FLOAT[]", "number", singleDigits, ["[]", "['0.1']", "['nan', '1', NULL]"], ONLY_VIEW),
  list("DECIMAL(18,3)[]", "number", fraction, ["[]", "['0.1']", "['9007199254740.993', NULL]"], ONLY_VIEW),
  list("VARCHAR[]", "string", unchanged, [
    "[]",
    "['a']",
    "['A', NULL, 'b']",
    "['']",
    "['a b', 'c,d', '[]', '\"']",
  ]),
  list("BOOLEAN[]", "boolean", boolean, ["[]", "[true]", "[false, NULL]"]),
  list("DATE[]", "date", date, [
    "[]",
    "['2024-05-01']",
    "['infinity', '2024-05-01']",
    "[NULL, '0044-03-15 (BC)']",
  ]),
  list("TIME[]", "time", time, ["[]", "['10:00:00']", "['24:00:00', NULL]"]),
  list("TIMESTAMP[]", "dateTime", dateTime, ["[]", "['2024-05-01 10:00:00']", "['infinity', NULL]"]),
  list("TIMESTAMPTZ[]", "dateTime", dateTime, [
    "[]",
    "['2024-05-01 10:00:00+00']",
    "['infinity', '2024-05-01 10:00:00.5+02']",
  ]),
  list("UUID[]", "string", unchanged, ["[]", "['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', NULL]"], ONLY_VIEW),
  list("INTEGER[2]", "integer", integer, ["[1, 2]", "[NULL, 5]", "[10, 9]"], ONLY_VIEW),
];

const MAPS: readonly DuckdbNativeType[] = [
  map("MAP(VARCHAR, INTEGER)", "integer", integer, ["MAP {}", "MAP {'a': 1}", "MAP {'x': NULL, 'A': 5}"]),
  map("MAP(VARCHAR, VARCHAR)", "string", unchanged, [
    "MAP {}",
    "MAP {'a': 'b'}",
    "MAP {'x': NULL, 'A': 'B', '': 'a'}",
  ]),
  map("MAP(VARCHAR, UBIGINT)", "integer", integer, [
    "MAP {}",
    "MAP {'a': 18446744073709551615}",
    "MAP {'x': 5}",
  ]),
  map("MAP(VARCHAR, DOUBLE)", "number", fraction, [
    "MAP {}",
    "MAP {'a': '1.5'}",
    "MAP {'x': 'nan', 'a': 'inf'}",
  ]),
  map("MAP(INTEGER, FLOAT)", "number", singleDigits, FLOAT_MAPS, ONLY_VIEW),
  map("MAP(DATE, VARCHAR)", "string", unchanged, DATE_MAPS, ONLY_VIEW),
];

/** A struct of strings in JSON: the texts of its fields. */
const structOf =
  (build: (parts: readonly (string | null)[]) => unknown): Oracle =>
  (raw) =>
    build(jsonOf(raw as string) as (string | null)[]);

const finite = (text: string | null | undefined) =>
  text === null || text === undefined ? null : fraction(text);

const NESTED: readonly DuckdbNativeType[] = [
  native(
    "STRUCT(a INTEGER, x VARCHAR, d DOUBLE)",
    undefined,
    structOf(([a, x, d]) => ({ a: finite(a), x: x ?? null, d: finite(d) })),
    [
      [
        "{a: 1, x: 'b', d: '1.5'}",
        "{a: NULL, x: 'B', d: 'nan'}",
        "{a: 5, x: NULL, d: 'inf'}",
        "{a: 5, x: '', d: NULL}",
      ],
    ],
    {
      needsView: true,
      raw: (column) =>
        `CASE WHEN ${column} IS NOT NULL THEN to_json([CAST(${column}.a AS VARCHAR), ${column}.x, CAST(${column}.d AS VARCHAR)]) END`,
    },
  ),
  native(
    "INTEGER[][]",
    undefined,
    (raw) => jsonOf(raw as string),
    [["[]", "[[1, 2], [3]]", "[[NULL], NULL, []]"]],
    { needsView: true, raw: (column) => `to_json(${column})` },
  ),
];

export const DUCKDB_TYPES: readonly DuckdbNativeType[] = [...SCALARS, ...LISTS, ...MAPS, ...NESTED];

/** Statements that create types. */
export const CREATE_DUCKDB_TYPES = ["CREATE TYPE mood AS ENUM ('so so', 'good', 'bad')"];

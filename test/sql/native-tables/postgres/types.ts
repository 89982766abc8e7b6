import { fraction, integer, unchanged, single } from "../oracle.ts";
import { type NativeType, type Oracle } from "../native-type.ts";
import { arrayOf } from "./array-text.ts";
import {
  date,
  DATES,
  dateTime,
  DOCUMENTS,
  json,
  JSON_LISTS,
  JSON_SCALARS,
  MOMENTS,
  native,
  texts,
  time,
  TIMES,
  WORDS,
  ZONED,
} from "../values.ts";
import { words } from "../../../words.ts";

/** The types of PostgreSQL. The raw value is the text that the server casts it to, with its default settings. */

const string = (ddl: string, ...values: readonly string[]) =>
  native(ddl, "string", unchanged, texts(...values));
const list = (ddl: string, of: string, oracle: Oracle, ...values: readonly string[]) =>
  native(
    ddl,
    `list of ${of}`,
    (raw, member) => arrayOf(raw as string, (element) => oracle(element, member)),
    texts(...values),
  );

const boolean: Oracle = (raw) => raw === "true" || raw === "t";

/** Returns an amount such as `-$1,234.50`. */
const money: Oracle = (raw) => Number((raw as string).replace(/[^-0-9.]/g, ""));
/** Padding of `char(n)` is not significant. */
const unpadded: Oracle = (raw) => (raw as string).replace(/ +$/, "");

const SHORT_WORDS = WORDS.filter((word) => Array.from(word).length <= 2);

const SMALL = ["0", "1", "-1", "2", "10", "9", "-32768", "32767"];
const WHOLE = [...SMALL, "-2147483648", "2147483647"];
const BIG = [...WHOLE, "9007199254740991", "9007199254740993", "-9223372036854775808", "9223372036854775807"];
const FRACTIONS = ["0", "1", "-1", "0.1", "0.5", "-1.5", "2.50", "100", "1e-7", "12345.678901234567890"];
const DOUBLES = [...FRACTIONS, ...words("-0.0::float8 1.7976931348623157e308 5e-324 1e21 9007199254740993")];
const NOT_FINITE = texts("NaN", "Infinity", "-Infinity");
const BEYOND_DOUBLES = words("1e400 -1e400 1e308 1e-400 0");

const UUIDS = words(`
  00000000-0000-0000-0000-000000000000 a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11 ffffffff-ffff-ffff-ffff-ffffffffffff
`);
const TEXT_ARRAYS = ["{}", "{a}", "{A,NULL,b}", '{""}', '{"a b","c,d","{}","\\""}', "{NULL}", '{"NULL"}'];
const MOMENT_ARRAYS = ['{"2024-05-01 10:00:00+00"}', '{infinity,"2024-05-01 10:00:00.5+02"}'];

const CALENDAR = [...DATES, ...texts("1969-12-31", "2000-01-01")];
const ODD_DATES = texts(
  ...["infinity", "-infinity", "10000-01-01", "0044-03-15 BC", "0001-12-31 BC", "5874897-12-31"],
  "4713-01-01 BC",
);
const LATE = ["9999-12-31 23:59:59.999999", "9999-12-31 23:59:59", "1969-12-31 23:59:59.999999"];
const UTC = [...MOMENTS, ...texts(...LATE)];
const ODD_MOMENTS = texts(
  ...["infinity", "-infinity", "10000-01-01 00:00:00", "0001-12-31 23:59:59 BC", "0044-03-15 12:00:00 BC"],
  ...["294276-12-31 23:59:59.999999", "4713-01-01 00:00:00 BC"],
);
const INTERVALS = [
  ...["1 day", "24 hours", "1 mon", "30 days", "-1 year 2 mons", "00:00:00", "1 day -01:00:00"],
  ...["0.5 seconds", "10 years"],
];

const collated = ["C", "POSIX", "C.utf8", "und-x-icu", "de-x-icu", "sv-x-icu", "tr-x-icu", "en-US-x-icu"].map(
  (collation) => string(`text COLLATE "${collation}"`, ...WORDS),
);

const SCALARS: readonly NativeType[] = [
  native("smallint", "integer", integer, SMALL),
  native("integer", "integer", integer, WHOLE),
  native("bigint", "integer", integer, BIG),
  native("numeric", "number", fraction, [...FRACTIONS, "1e30", "-1e30"], NOT_FINITE, BEYOND_DOUBLES),
  native("numeric(10,2)", "number", fraction, words("0 1.10 -1.5 99999999.99 0.01 2"), ["'NaN'", "1"]),
  native("numeric(9,0)", "integer", integer, ["0", "1", "-1", "999999999", "10"], ["'NaN'", "1"]),
  native("numeric(18,0)", "integer", integer, ["0", "1", "-999999999999999999", "9007199254740993"]),
  native(
    "numeric(38,10)",
    "number",
    fraction,
    FRACTIONS,
    words("9007199254740993 9007199254740992 0.0000000001"),
  ),
  native(
    "numeric(30,0)",
    "number",
    fraction,
    words("0 1 123456789012345678901234567890 9007199254740993 'NaN'"),
  ),
  native("numeric(3,-2)", "number", fraction, ["0", "100", "-12300", "99900"]),
  native("numeric(2,5)", "number", fraction, ["0", "0.00012", "-0.00099"]),
  native("real", "number", single, words("0 1 -1.5 0.1 16777217 3.4028235e38 1e-45 2.5"), NOT_FINITE),
  native("double precision", "number", fraction, DOUBLES, [...NOT_FINITE, "1"]),
  native("boolean", "boolean", boolean, ["true", "false"]),
  string("text", ...WORDS),
  string("varchar", ...WORDS),
  string("varchar(2)", ...SHORT_WORDS),
  string("char(3)", ...SHORT_WORDS),
  string("bpchar", ...WORDS),
  string("citext", ...WORDS),
  string("name", ...SHORT_WORDS),
  string('"char"', "", "a", "A", "b", "1"),
  string("text COLLATE ignoring_case", ...WORDS),
  string("varchar(5) COLLATE ignoring_accents", ...SHORT_WORDS),
  string("text COLLATE numeric_order", ...WORDS),
  ...collated,
  native("bit(3)", "string", unchanged, ["B'000'", "B'101'", "B'111'"]),
  native("varbit(5)", "string", unchanged, ["B''", "B'1'", "B'10101'"]),
  native("bytea", "none", unchanged, texts("\\x", "\\x00ff", "\\x61")),
  string("uuid", ...UUIDS),
  { ddl: "json", readAs: undefined, oracle: json, values: [DOCUMENTS, JSON_LISTS, JSON_SCALARS] },
  { ddl: "jsonb", readAs: undefined, oracle: json, values: [DOCUMENTS, JSON_LISTS, JSON_SCALARS] },
  string("xml", "<a/>", "<b>x</b>", "text", "<a>1</a>"),
  native("date", "date", date, CALENDAR, [...CALENDAR, ...ODD_DATES]),
  ...["time", "time(0)", "time(3)"].map((ddl) => native(ddl, "time", time, TIMES)),
  ...["timetz", "timetz(2)"].map((ddl) =>
    string(ddl, "10:00:00+00", "10:00:00+02", "23:59:59.999999-11:30", "24:00:00+00", "00:00:00+15"),
  ),
  ...["timestamp", "timestamp(0)", "timestamp(3)"].map((ddl) =>
    native(ddl, "dateTime", dateTime, UTC, [...UTC, ...ODD_MOMENTS]),
  ),
  ...["timestamptz", "timestamptz(0)", "timestamptz(3)"].map((ddl) =>
    native(ddl, "dateTime", dateTime, ZONED, [...ZONED, ...ODD_MOMENTS]),
  ),
  string("interval", ...INTERVALS),
  string("interval day to second(2)", ...INTERVALS),
  native("money", "number", money, texts("0", "1.5", "-1234567.89", "92233720368547758.07")),
  string("inet", "10.0.0.1", "10.0.0.0/8", "::1", "192.168.0.1/24", "fe80::1/64"),
  string("cidr", "10.0.0.0/8", "10.0.0.1/32", "::/0", "192.168.0.0/24"),
  string("macaddr", "08:00:2b:01:02:03", "ff:ff:ff:ff:ff:ff", "00:00:00:00:00:00"),
  string("macaddr8", "08:00:2b:01:02:03:04:05", "ff:ff:ff:ff:ff:ff:ff:ff"),
  string("point", "(0,0)", "(1.5,-2)", "(1e300,0)"),
  string("line", "{1,2,3}", "{0,1,0}"),
  string("lseg", "[(0,0),(1,1)]", "[(1,1),(0,0)]"),
  string("box", "(1,1),(0,0)", "(2,3),(1,1)"),
  string("path", "((0,0),(1,1))", "[(0,0),(1,1)]"),
  string("polygon", "((0,0),(1,1),(1,0))"),
  string("circle", "<(0,0),1>", "<(1,2),3.5>"),
  string("tsvector", "'a' 'b'", "'b':2 'a':1A", ""),
  string("tsquery", "'a' & 'b'", "'a' | !'b'"),
  string("pg_lsn", "0/0", "16/B374D848", "FFFFFFFF/FFFFFFFF"),
  string("pg_snapshot", "10:20:10,14,15", "1:1:"),
  native("oid", "integer", integer, ["0", "1", "4294967295", "10"]),
  string("xid", "0", "3", "4294967295"),
  string("xid8", "0", "18446744073709551615"),
  string("tid", "(0,1)", "(4294967295,65535)"),
  string("regclass", "pg_catalog.pg_class", "pg_catalog.pg_type"),
  string("regtype", "integer", "text", "timestamp with time zone"),
  string("jsonpath", "$", "$.a[*]"),
  string("int2vector", "1 2 3", ""),
  string("hstore", '"a"=>"1"', '"a"=>NULL, "b"=>"x"', ""),
  string("ltree", "a.b.c", "Top", ""),
];

const RANGES: readonly NativeType[] = [
  ...["int4range", "int8range", "numrange"].map((ddl) => string(ddl, "[1,5)", "empty", "(,)", "[1,1]")),
  string("tsrange", "[2024-01-01 00:00,2024-02-01 00:00)", "empty", "(,)"),
  string("tstzrange", "[2024-01-01 00:00+00,2024-02-01 00:00+00)", "empty"),
  string("daterange", "[2024-01-01,infinity)", "empty", "[2024-01-01,2024-01-31]"),
  ...["int4multirange", "int8multirange", "nummultirange"].map((ddl) => string(ddl, "{[1,5),[7,9)}", "{}")),
  string("datemultirange", "{[2024-01-01,2024-02-01)}", "{}"),
].map((type) => ({ ...type, readAs: "none" }));

const OWN: readonly NativeType[] = [
  string("mood", "good", "bad", "so so"),
  { ...string("complex", "(1,a)", "(,)", '(-1,"x y")'), readAs: "none" },
  native("amount", "number", fraction, ["0", "1.10", "2.5", "10"]),
  native("positive", "integer", integer, ["1", "5", "9", "10", "2147483647"]),
  native("more_positive", "integer", integer, ["6", "9", "10", "2147483647"]),
  string("label", ...WORDS),
  string("short_label", ...SHORT_WORDS),
  native("moment", "dateTime", dateTime, [...UTC, ...ODD_MOMENTS]),
  native("day", "date", date, [...CALENDAR, ...ODD_DATES]),
  string("feeling", "good", "bad", "so so"),
];

const ARRAYS: readonly NativeType[] = [
  ...["smallint[]", "integer[]", "bigint[]", "counts"].map((ddl) =>
    list(ddl, "integer", integer, "{}", "{1}", "{1,2,NULL}", "{NULL}", "{10,9,5}", "[0:1]={1,2}"),
  ),
  list("integer[2][2]", "integer", integer, "{}", "{1}", "{{1,2},{3,4}}", "{1,2}", "{{1},{2}}"),
  list("text[]", "string", unchanged, ...TEXT_ARRAYS),
  list("varchar(3)[]", "string", unchanged, "{}", "{a}", "{A,NULL,b}"),
  list('text[] COLLATE "de-x-icu"', "string", unchanged, "{}", "{a}", "{A,NULL,ä}"),
  list("text[] COLLATE ignoring_case", "string", unchanged, "{}", "{a}", "{A,NULL,b}"),
  list("boolean[]", "boolean", boolean, "{}", "{t}", "{f,NULL}"),
  list("double precision[]", "number", fraction, "{}", "{1.5}", "{NaN,1,NULL}", "{Infinity}", "{-0,0.1}"),
  list("date[]", "date", date, "{}", "{2024-05-01}", "{infinity,2024-05-01}", '{NULL,"0044-03-15 BC"}'),
  list("time[]", "time", time, "{}", "{10:00:00}", "{24:00:00,NULL}"),
  list("timestamptz[]", "dateTime", dateTime, "{}", ...MOMENT_ARRAYS),
];

/** Arrays whose elements are converted. */
const CONVERTED_ARRAYS: readonly NativeType[] = [
  list("numeric[]", "number", fraction, ...words("{1.5,NULL} {} {NaN,1e400,2} {1e-400,-Infinity} {{1},{2}}")),
  list("numeric(9,0)[]", "integer", integer, "{10,9}", "{}", "{NaN,5}"),
  list("real[]", "number", single, "{0.1,1}", "{}", "{NaN}", "{{1},{2}}"),
  list("money[]", "number", money, "{1.5,NULL}", "{}"),
  list("oid[]", "integer", integer, "{10,9}", "{4294967295}", "{}"),
  list("uuid[]", "string", unchanged, "{00000000-0000-0000-0000-000000000000}", "{}", "{NULL}"),
  list("char(3)[]", "string", unpadded, '{"a  ",A}', "{}"),
  list("mood[]", "string", unchanged, "{good,bad}", "{}", "{NULL}", '{{"so so"},{good}}'),
  list("timestamp[]", "dateTime", dateTime, '{"2024-05-01 10:00:00"}', "{}", '{infinity,"0044-03-15 BC"}'),
  list("positive[]", "integer", integer, "{5,10,9}", "{}", "{1,NULL}"),
  list("amount[]", "number", fraction, "{5,10,9}", "{}", "{1,NaN}"),
  list("label[]", "string", unchanged, "{a,B}", "{}", '{" "}'),
  list("moment[]", "dateTime", dateTime, '{"2024-05-01 10:00:00"}', "{}", "{infinity}"),
  list("words", "string", unchanged, "{a,B}", "{}", "{{a},{b}}"),
  list("interval[]", "string", unchanged, '{"1 day","24:00:00"}', "{}"),
  list("citext[]", "string", unchanged, "{a,B}", "{}", "{A,b}"),
];

/** Arrays whose elements are not scalar values. */
const OTHER_ARRAYS: readonly NativeType[] = [
  string("json[]", '{"{\\"a\\": 1}"}', "{}"),
  string("jsonb[]", '{"{\\"a\\": 1}"}', "{}"),
  string("bytea[]", '{"\\\\x00"}', "{}"),
  string("complex[]", '{"(1,a)"}', "{}"),
  string("int4range[]", '{"[1,5)"}', "{}"),
  string("counts[]", "{}"),
].map((type) => ({ ...type, readAs: "none" }));

/** Names in the documentation of types that a statement creates. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ["mood", "enum"],
  ["complex", "composite type"],
  ["amount", "domain over numeric(12,2)"],
  ["positive", "domain over integer"],
  ["more_positive", "domain over a domain"],
  ["label", "domain over text"],
  ["short_label", "domain over varchar(2)"],
  ["moment", "domain over timestamp"],
  ["day", "domain over date"],
  ["feeling", "domain over an enum"],
  ["counts", "domain over integer[]"],
  ["words", "domain over text[]"],
  ["mood[]", "array of an enum"],
  ["positive[]", "array of a domain over integer"],
  ["amount[]", "array of a domain over numeric"],
  ["label[]", "array of a domain over text"],
  ["moment[]", "array of a domain over timestamp"],
  ["complex[]", "array of a composite type"],
  ["counts[]", "array of a domain over an array"],
]);

export const POSTGRES_TYPES: readonly NativeType[] = [
  ...SCALARS,
  ...RANGES,
  ...OWN,
  ...ARRAYS,
  ...CONVERTED_ARRAYS,
  ...OTHER_ARRAYS,
].map((type) => ({ ...type, title: TITLES.get(type.ddl) ?? type.ddl }));

/** Statements that create types and collations. */
export const CREATE_TYPES = [
  "CREATE EXTENSION IF NOT EXISTS citext SCHEMA public",
  "CREATE EXTENSION IF NOT EXISTS hstore SCHEMA public",
  "CREATE EXTENSION IF NOT EXISTS ltree SCHEMA public",
  "CREATE TYPE mood AS ENUM ('so so', 'good', 'bad')",
  "CREATE TYPE complex AS (r integer, label text)",
  "CREATE DOMAIN amount AS numeric(12,2)",
  "CREATE DOMAIN positive AS integer CHECK (VALUE > 0)",
  "CREATE DOMAIN more_positive AS positive CHECK (VALUE > 5)",
  "CREATE DOMAIN label AS text",
  "CREATE DOMAIN short_label AS varchar(2)",
  "CREATE DOMAIN moment AS timestamp",
  "CREATE DOMAIN day AS date",
  "CREATE DOMAIN feeling AS mood",
  "CREATE DOMAIN counts AS integer[]",
  "CREATE DOMAIN words AS text[]",
  "CREATE COLLATION ignoring_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
  "CREATE COLLATION ignoring_accents (provider = icu, locale = 'und-u-ks-level1', deterministic = false)",
  "CREATE COLLATION numeric_order (provider = icu, locale = 'en-u-kn', deterministic = true)",
];

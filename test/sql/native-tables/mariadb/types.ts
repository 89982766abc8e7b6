import { fraction, integer, isoTime, unchanged } from "../oracle.ts";
import { literal as text, type NativeType, type Oracle } from "../native-type.ts";
import {
  date,
  DATES,
  dateTime,
  DOCUMENTS,
  json,
  JSON_LISTS,
  MOMENTS,
  native,
  texts,
  TIMES,
  WORDS,
} from "../values.ts";
import { words } from "../../../words.ts";

/** The types of MariaDB. The raw value is the string that the server casts it to. */

const ALL_WORDS = texts(...WORDS);
const SHORT_WORDS = ALL_WORDS.filter((word) => Array.from(word).length <= 4);

const string = (ddl: string, values: readonly string[] = ALL_WORDS) =>
  native(ddl, "string", unchanged, values);

/** The text of a `ZEROFILL` column has leading zeros. */
const whole: Oracle = (raw) => integer((raw as string).replace(/^(-?)0+(?=\d)/, "$1"));

/** A boolean or an integer, as the values of the column determine. */
const bit: Oracle = (raw, { type }) => (type === "boolean" ? raw === "1" : integer(raw));

/** A time of a day. Null for longer and for negative durations, which the type TIME allows. */
const timeOfDay: Oracle = (raw) => isoTime((raw as string).replace(/^(24:00:00)\.0+$/, "$1"));

const SIZES = [
  ["tinyint", "127", "-128", "255"],
  ["smallint", "32767", "-32768", "65535"],
  ["mediumint", "8388607", "-8388608", "16777215"],
  ["int", "2147483647", "-2147483648", "4294967295"],
  ["bigint", "9223372036854775807", "-9223372036854775808", "18446744073709551615"],
] as const;

const INTEGERS = SIZES.flatMap(([name, most, least, mostUnsigned]) => [
  native(name, "integer", whole, ["0", "1", "-1", "2", "9", "10", most, least]),
  native(
    `${name} unsigned`,
    "integer",
    whole,
    [...words("0 1 2 9 10"), most, mostUnsigned],
    ["1", mostUnsigned, `${mostUnsigned} - 1`],
  ),
  native(`${name}(7) unsigned zerofill`, "integer", whole, [...words("0 1 2 9 10 42"), most, mostUnsigned]),
]);

const FRACTIONS = ["0", "1", "-1", "0.1", "0.5", "-1.5", "2.50", "100", "1e-7", "1234.5678", "0.01"];
const CALENDAR = [...DATES, text("2000-01-01")];
const ODD_DATES = texts("0000-00-00", "2024-00-00", "2024-05-00", "0000-01-01", "2023-02-31", "0000-12-31");
const LATE = ["9999-12-31 23:59:59", "9999-12-31 23:59:59.999999", "1969-12-31 23:59:59"];
const UTC = [...MOMENTS, ...texts(...LATE)];
const ODD_MOMENTS = texts(
  ...["0000-00-00 00:00:00", "2024-00-01 10:00:00", "0000-01-01 10:00:00", "2023-02-31 10:00:00"],
);
const STAMPS = texts(
  ...["2024-05-01 10:00:00", "1970-01-01 00:00:01", "2038-01-19 03:14:07", "2024-03-31 01:30:00.123456"],
);
const ODD_TIMES = texts(...words("-01:00:00 838:59:59 -838:59:59 24:00:01 25:00:00 -00:00:01 100:00:00.5"));

const COLLATIONS = [
  ...words("utf8mb4_general_ci utf8mb4_bin utf8mb4_nopad_bin utf8mb4_unicode_ci utf8mb4_unicode_nopad_ci"),
  ...words("utf8mb4_swedish_ci utf8mb4_turkish_ci utf8mb4_german2_ci utf8mb4_czech_ci utf8mb4_uca1400_as_cs"),
  ...["utf8mb4_uca1400_ai_ci", "utf8mb4_general_nopad_ci", "utf8mb4_thai_520_w2"],
];
const CHARACTER_SETS = [
  ...["latin1", "latin1 COLLATE latin1_german2_ci", "latin1 COLLATE latin1_bin", "latin2", "ascii"],
  ...["utf8mb3", "ucs2"],
  ...["utf16", "utf16le", "utf32", "cp1251", "koi8r", "sjis", "big5", "gbk", "euckr", "cp1252", "cp850"],
  ...["cp932", "ujis", "ucs2 COLLATE ucs2_bin", "utf16 COLLATE utf16_bin", "utf8mb3 COLLATE utf8mb3_bin"],
  ...["hebrew", "greek"],
].filter((name) => name !== "cp1252");

export const MARIADB_TYPES: readonly NativeType[] = [
  ...INTEGERS,
  native("tinyint(1)", undefined, bit, ["0", "1"], ["0", "1", "2", "-1"]),
  native("boolean", undefined, bit, ["true", "false"], ["0", "1", "127"]),
  native("bit(1)", "boolean", bit, ["b'0'", "b'1'"]),
  native("bit(8)", "integer", whole, ["b'0'", "b'1'", "b'11111111'", "b'101'"]),
  native("bit(64)", "integer", whole, ["0", "1", "9223372036854775808", "18446744073709551615"]),
  native("decimal(10,2)", "number", fraction, ["0", "1.10", "-1.5", "99999999.99", "0.01", "2"]),
  native("decimal(10,0)", "integer", whole, ["0", "1", "-9999999999", "10", "9"]),
  native("decimal(18,0)", "integer", whole, ["0", "1", "999999999999999999", "9007199254740993"]),
  native("decimal(20,0) unsigned zerofill", "integer", whole, [
    "0",
    "7",
    "18446744073709551616",
    "9".repeat(20),
  ]),
  native("decimal(38,0)", "integer", whole, [
    ...["0", "-1", "18446744073709551615", "36893488147419103232", "9".repeat(38), `-${"9".repeat(38)}`],
  ]),
  native("decimal(39,0)", "number", fraction, ["0", "1", "9".repeat(39)]),
  native("decimal(30,20)", "number", fraction, [...FRACTIONS, "0.12345678901234567890"]),
  native("decimal(10,2) unsigned zerofill", "number", fraction, ["0", "1.10", "99999999.99", "0.01"]),
  native("decimal(65,30)", "number", fraction, [
    ...FRACTIONS,
    ...words(`
    9007199254740993 9007199254740992 0.000000000000000000000000000001
  `),
  ]),
  native("decimal(65,0)", "number", fraction, [
    ...["0", "1", "9007199254740993", `1${"0".repeat(64)}`, "-12345678901234567890"],
  ]),
  ...["float", "float unsigned", "float(7,2)"].map((ddl) => ({
    ...native(
      ddl,
      "number",
      fraction,
      ["0", "1", "0.1", "16777217", "2.5", "0.01"],
      [...FRACTIONS, "3.4028e38", "1e-38"],
    ),
    // The text of a FLOAT has six digits only.
    raw: (column: string) => `CAST(CAST(${column} AS DOUBLE) AS CHAR)`,
  })),
  native("double", "number", fraction, [
    ...FRACTIONS,
    ...words("1.7976931348623157e308 5e-324 1e21 -0e0 9007199254740993"),
  ]),
  native("double unsigned zerofill", "number", fraction, ["0", "1.5", "0.1"]),
  ...COLLATIONS.map((collation) => string(`varchar(20) CHARACTER SET utf8mb4 COLLATE ${collation}`)),
  ...CHARACTER_SETS.map((name) => string(`varchar(20) CHARACTER SET ${name}`)),
  string("char(3) CHARACTER SET utf8mb4", SHORT_WORDS),
  string("char(3) CHARACTER SET latin1", SHORT_WORDS),
  string("char(3) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin", SHORT_WORDS),
  ...["tinytext", "text", "mediumtext", "longtext"].map((ddl) => string(`${ddl} CHARACTER SET utf8mb4`)),
  string("text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"),
  string("longtext CHARACTER SET latin1"),
  ...["binary(3)", "varbinary(10)", "tinyblob", "blob", "mediumblob", "longblob"].map((ddl) =>
    native(ddl, "none", unchanged, ["''", "x'00ff'", "x'61'"]),
  ),
  string("enum('good','bad','so so') CHARACTER SET utf8mb4", texts("good", "bad", "so so")),
  string("enum('b','a','B ') CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", [...texts("a", "b"), "0"]),
  string("enum('','a') CHARACTER SET utf8mb4", texts("", "a", "invalid")),
  string("set('a','b','c d') CHARACTER SET utf8mb4", texts("", "a", "a,b", "c d", "b,c d")),
  native("date", "date", date, CALENDAR, [...CALENDAR, ...ODD_DATES]),
  ...[0, 1, 3, 6].map((digits) =>
    native(`datetime(${digits})`, "dateTime", dateTime, UTC, [...UTC, ...ODD_MOMENTS]),
  ),
  ...[0, 3, 6].map((digits) =>
    native(`timestamp(${digits}) NULL`, "dateTime", dateTime, STAMPS, [
      ...STAMPS,
      text("0000-00-00 00:00:00"),
    ]),
  ),
  ...[0, 2, 6].map((digits) => native(`time(${digits})`, "time", timeOfDay, TIMES, [...TIMES, ...ODD_TIMES])),
  native("year", "integer", whole, ["0", "1901", "2024", "2155", "2000"]),
  native("year(2)", "integer", whole, ["0", "1970", "2024", "2069"]),
  native("json", undefined, json, DOCUMENTS, JSON_LISTS),
  string("uuid", texts("00000000-0000-0000-0000-000000000000", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")),
  string("inet4", texts("10.0.0.1", "0.0.0.0", "255.255.255.255", "9.0.0.1")),
  string("inet6", texts("::1", "::", "fe80::1", "::10.0.0.1", "2001:db8::ff00:42:8329")),
  native("geometry", "none", unchanged, [
    "ST_GeomFromText('POINT(1 1)')",
    "ST_GeomFromText('LINESTRING(0 0,1 1)')",
  ]),
  native("point", "none", unchanged, ["ST_GeomFromText('POINT(1 1)')"]),
  native("linestring", "none", unchanged, ["ST_GeomFromText('LINESTRING(0 0,1 1)')"]),
  native("multipoint", "none", unchanged, ["ST_GeomFromText('MULTIPOINT(0 0,1 1)')"]),
  native("geometrycollection", "none", unchanged, ["ST_GeomFromText('GEOMETRYCOLLECTION(POINT(1 2))')"]),
  native("polygon", "none", unchanged, ["ST_GeomFromText('POLYGON((0 0,1 1,1 0,0 0))')"]),
];

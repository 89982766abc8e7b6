import type { Member } from "../../../../src/catalog/types.ts";
import { literal as text, type NativeType } from "../native-type.ts";
import { isoDate, isoDateTime, isoTime, jsonOf } from "../oracle.ts";
import { LETTERS, SPELLINGS } from "../values.ts";
import { words } from "../../../words.ts";

/**
 * The declared types of SQLite. A declaration only sets the affinity of a column: each column can hold every value, so all
 * types share the groups of values, and the values determine the type of the member.
 */

export interface SqliteValue {
  readonly type: "integer" | "real" | "text" | "blob";
  readonly value: bigint | number | string;
}

export const INTEGERS = [
  ...["0", "1", "-1", "2", "10", "9", "255", "-128", "4294967296", "9007199254740991", "9007199254740992"],
  ...["9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808", "1714557600"],
];
const BITS = ["0", "1"];
export const REALS = words(`
  0.0 -0.0 0.5 -1.5 1.0 2.0 3.14 0.1 0.30000000000000004 1e300 -1e300 5e-324 2.5e-320 1.7976931348623157e308
  9007199254740993.0 9223372036854775807.0 1e21 123456789.125
`);
const INFINITIES = ["9e999", "-9e999", "1.5"];
export const WORDS = [
  ...[...LETTERS, "ABC", "abc", ...SPELLINGS, "ẞ", "é", "e\u0301", "É", "ø", "z", "Z", "ı", "İ", "i", "I"],
  ...["x2", "x10", "😀", "😀x", "\uffff", "字", "が", "か\u3099"],
  ...["%", "_", "a_b", "a%b", "\\", "'", '"', "null", "\t", "a\nb", "K", "\u212a", "ﬁ", "fi", "\u00ad"],
  "a\u00adb",
].map(text);
const NUMERIC_WORDS = [
  ...["1", "01", "1.0", "1e3", "-1", "+1", " 1", "0x10", "9223372036854775808", "0.1", "true"],
].map(text);
const DATES = ["2024-05-01", "2024-02-29", "0001-01-01", "9999-12-31", "1970-01-01", "2000-01-01"].map(text);
const ODD_DATES = words("0000-01-01 2023-02-29 2024-5-1 24-05-01 10000-01-01 -0001-01-01 20240501").map(text);
const SQLITE_DATE_TIMES = [
  ...["2024-05-01 10:00:00", "2024-05-01 10:00", "2024-05-01 10:00:00.5", "2024-05-01 10:00:00.123456789"],
  ...["2024-05-01 10:00:00Z", "2024-05-01 10:00:00+02:00", "2024-05-01 10:00:00.250-05:30"],
  ...["2024-05-01 10:00:00 +02:00", "2024-05-01 10:00:00+02", "2024-05-01T10:00:00.5-0530"],
  ...["2024-05-01 10:00 Z", "1969-12-31 23:59:59.999"],
  ...["0001-01-01 00:00:00", "9999-12-31 23:59:59", "9999-12-31 23:59:59.999999"],
].map(text);
const ISO_DATE_TIMES = words(`
  2024-05-01T10:00:00Z 2024-05-01T10:00:00 2024-05-01T10:00 2024-05-01T10:00:00.000000001Z
  2024-05-01T12:00:00+02:00 2024-04-30T24:00:00Z 0001-01-01T00:00:00Z 9999-12-31T23:59:59.999999999Z
  2024-05-01T10:00:00.1234567Z 2024-05-01T10:00:00-18:00
`).map(text);
const ODD_DATE_TIMES = [
  ...["0000-01-01 00:00:00", "2024-05-01 25:00:00", "2024-05-01 10:00:60", "2024-02-30 10:00:00", "now"],
  ...["10000-01-01 00:00:00", "2024-05-01 10:00:00.1234567890", "2024-05-01  10:00:00", "2024-05-01T"],
  "2024-05-01 10:00 UTC",
].map(text);
const TIMES = [
  ...["10:00", "10:00:00", "10:00:00.5", "00:00:00", "24:00:00", "23:59:59.999999999", "10:00 +02:00"],
  "10:00+02",
].map(text);
const ODD_TIMES = ["24:00:01", "25:00", "10", "10:00:60", "-01:00:00"].map(text);
const DOCUMENTS = [
  ...['{"a":1,"x":"b"}', '{"a":null}', '{"x":"B"}', "{}", '{"a":1.5,"x":"a","y":{"z":true}}'],
].map(text);
const LISTS = ['["a","b"]', "[]", '["A"]', '[null,"a"]'].map(text);
const NUMBER_LISTS = ["[1,2]", "[]", "[-1]", "[1.5,null]", "[9007199254740991]"].map(text);
const BLOBS = ["x''", "x'00ff'", "x'61'"];

const MOMENTS = [
  `datetime('2024-05-01 10:00:00')`,
  `CURRENT_TIMESTAMP`,
  `date('2024-05-01')`,
  `strftime('%s','2024-05-01')`,
];

const GROUPS: NativeType["values"] = [
  INTEGERS,
  BITS,
  REALS,
  INFINITIES,
  WORDS,
  WORDS,
  NUMERIC_WORDS,
  DATES,
  [...DATES, ...ODD_DATES],
  SQLITE_DATE_TIMES,
  ISO_DATE_TIMES,
  [...SQLITE_DATE_TIMES, ...ISO_DATE_TIMES, ...DATES, ...ODD_DATE_TIMES],
  TIMES,
  [...TIMES, ...ODD_TIMES],
  DOCUMENTS,
  LISTS,
  NUMBER_LISTS,
  BLOBS,
  MOMENTS,
];

const DECLARED = [
  ...["", "INT", "INTEGER", "TINYINT", "SMALLINT", "MEDIUMINT", "BIGINT", "UNSIGNED BIG INT", "INT2"],
  ...["INT8", "CHARINT"],
  ...["CHARACTER(20)", "VARCHAR(255)", "VARYING CHARACTER(255)", "NCHAR(55)", "NATIVE CHARACTER(70)"],
  "NVARCHAR(100)",
  ...["TEXT", "CLOB", "BLOB", "REAL", "DOUBLE", "DOUBLE PRECISION", "FLOAT", "FLOATING POINT", "NUMERIC"],
  ...words("DECIMAL(10,5) MONEY BOOLEAN BOOL DATE DATETIME TIMESTAMP TIME JSON JSONB ANY STRING UUID"),
  ...["TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM", "TEXT COLLATE BINARY", "VARCHAR(10) COLLATE NOCASE"],
  ...["COLLATE NOCASE", "DATE COLLATE NOCASE", "DATETIME COLLATE RTRIM", "JSON COLLATE NOCASE"],
  "INTEGER COLLATE NOCASE",
];

function valueOf(raw: unknown, { type }: Pick<Member, "type">): unknown {
  const { type: stored, value } = raw as SqliteValue;
  const isText = stored === "text";
  switch (type) {
    case "boolean":
      return stored === "integer" && (value === 0n || value === 1n) ? value === 1n : null;
    case "integer":
      return stored === "integer" ? value : null;
    case "number":
      return stored === "integer" || (stored === "real" && Number.isFinite(value)) ? Number(value) : null;
    case "string":
      return isText ? value : null;
    case "date":
      return isText ? isoDate(value as string) : null;
    case "time":
      return isText ? isoTime(value as string) : null;
    case "dateTime":
      return isText ? isoDateTime(value as string) : null;
    default:
      return isText ? jsonOf(value as string) : null;
  }
}

export const SQLITE_TYPES: readonly NativeType[] = DECLARED.map((ddl) => ({
  ddl,
  values: GROUPS,
  readAs: undefined,
  oracle: valueOf,
}));

/** Groups of the values that a STRICT table accepts, by type. */
export const STRICT_VALUES: ReadonlyMap<string, NativeType["values"]> = new Map([
  ["INT", [INTEGERS, BITS]],
  ["INTEGER", [INTEGERS, BITS]],
  ["REAL", [REALS, INFINITIES, INTEGERS]],
  ["BLOB", [BLOBS]],
  ["ANY", GROUPS],
  ...["TEXT", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM", "TEXT COLLATE BINARY"].map(
    (ddl) => [ddl, GROUPS.filter((group) => group !== BLOBS)] as const,
  ),
]);

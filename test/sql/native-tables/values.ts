import { isoDate, isoTime, jsonOf } from "./oracle.ts";
import { literal, type NativeType, type Oracle } from "./native-type.ts";

/** Values and conversions of the types that several databases have. */

export function native(
  ddl: string,
  readAs: string | undefined,
  oracle: Oracle,
  values: readonly string[],
  ...others: readonly (readonly string[])[]
): NativeType {
  return { ddl, readAs, oracle, values: [values, ...others] };
}

export const texts = (...values: readonly string[]) => values.map(literal);

export const date: Oracle = (raw) => isoDate(raw as string);
export const time: Oracle = (raw) => isoTime(raw as string);
export const json: Oracle = (raw) => jsonOf(raw as string);
/** Returns a date and time of the years 1 to 9999 in UTC, such as `2024-05-01 10:00:00.5+00`. */
export const dateTime: Oracle = (raw) => {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d+)?)(?:\+00)?$/.exec(raw as string);
  return match === null || isoDate(match[1]!) === null ? null : `${match[1]}T${match[2]}Z`;
};

/** Strings that differ by case and by spaces at the end. */
export const LETTERS = ["", " ", "a", "A", "a ", "A  ", "b", "B", "ab", "aB"];
/** Letters with equivalent spellings. */
export const SPELLINGS = ["ä", "Ä", "a\u0308", "ß", "ss", "SS"];
/** Strings with numbers, and characters beyond the Latin script. */
export const SCRIPTS = ["x2", "x10", "😀", "\uffff", "字", "が", "か\u3099"];
/** Characters with a meaning in SQL, and numbers. */
export const SYMBOLS = ["%", "_", "\\", "'", '"', "\t", "1", "01"];
export const WORDS = [
  ...[...LETTERS, ...SPELLINGS, "é", "e\u0301", "i", "I", "ı", "İ"],
  ...[...SCRIPTS, ...SYMBOLS],
];

export const DATES = texts("2024-05-01", "2024-02-29", "0001-01-01", "9999-12-31", "1970-01-01");
export const MOMENTS = texts(
  ...["2024-05-01 10:00:00", "2024-05-01 10:00:00.5", "2024-05-01 10:00:00.123456", "2024-05-01 00:00:00"],
  "0001-01-01 00:00:00",
);
export const ZONED = texts(
  ...[
    "2024-05-01 10:00:00+00",
    "2024-05-01 10:00:00.5+02",
    "2024-03-31 01:30:00+01",
    "2024-05-01 00:00:00-11",
  ],
  ...["0001-01-01 00:00:00+00", "9999-12-31 23:59:59.999999+00", "1969-12-31 23:59:59.999999+00"],
);
export const TIMES = texts(
  ...["10:00:00", "00:00:00", "24:00:00", "23:59:59.999999", "12:34:56.789", "00:00:00.000001"],
);
export const DOCUMENTS = texts(
  ...['{"a":1,"x":"b"}', '{"a":null}', '{"x":"B"}', "{}", '{"a":1.5,"x":"a","y":{"z":true}}'],
);
export const JSON_LISTS = texts('["a","b"]', "[]", '["A"]', '[null,"a"]');
export const JSON_SCALARS = texts('"a"', '"B"', '""', "null");

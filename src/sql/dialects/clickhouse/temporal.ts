import type { TemporalForms, TemporalScalar } from "../../dialect-types/dialect.ts";
import type { ReadableTests } from "../../dialect-types/readable-tests.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { betweenLimits, NANOSECONDS_PER_DAY, NANOSECONDS_PER_SECOND } from "../shared/temporal-ranges.ts";
import { dateString, dateTimeString, timeString } from "../shared/temporal-strings.ts";

/** Storage form of `Date`: 16 bits, 1970-01-01 to 2149-06-06. */
export const DATE_16 = "date16";
/** Storage form of `DateTime`: 32 bits, 1970 to 2106, whole seconds. */
export const DATE_TIME_32 = "dateTime32";
/** Storage form of `DateTime64(9)`, whose range ends in 2262. */
export const NANOSECONDS = "nanoseconds";

/**
 * Dates and times of ClickHouse. A literal outside the range of a column's type is not rounded: the comparison is constant.
 *
 * | member | forms of its column |
 * |---|---|
 * | date | `Date32`, 1900-01-01 to 2299-12-31; `date16` for `Date` |
 * | time | `Time64(6)` in UTC; times outside of one day are read as null |
 * | dateTime | `DateTime64(6)`, 1900 to 2299, of any time zone; `dateTime32` for `DateTime`; `nanoseconds` for `DateTime64(9)` |
 */
export const clickhouseTemporal: TemporalForms = {
  precision: (_type, form) => (form === NANOSECONDS ? 9 : form === DATE_TIME_32 ? 0 : 6),
  range: (type, form) => RANGES[form ?? type]!,
  bind: (type, nanoseconds, form, precision) => {
    const cast = (value: string, name: string) => sql`CAST(${bindable(type, value)} AS ${rawSql(name)})`;
    if (type === "date") return cast(dateString(nanoseconds), form === DATE_16 ? "Date" : "Date32");
    if (type === "time") return cast(timeString(nanoseconds, precision), `Time64(${precision})`);
    if (form === DATE_TIME_32) return cast(dateTimeString(nanoseconds, 0), "DateTime('UTC')");
    const sqlType = `DateTime64(${precision}, 'UTC')`;
    // ClickHouse replaces dates of other years than 1900 to 2299 in strings, but a zone offset can move a column there.
    const days = nanoseconds < START_OF_1900 ? 1n : nanoseconds >= START_OF_2300 ? -1n : 0n;
    const inside = cast(dateTimeString(nanoseconds + days * NANOSECONDS_PER_DAY, precision), sqlType);
    return days === 0n ? inside : sql`addDays(${inside}, ${rawSql(String(-days))})`;
  },
  fromColumn: (value, _type, form) =>
    form === "text"
      ? { refused: "ClickHouse does not read dates and times of any form" }
      : { sql: value, form },
  readable: (value, type) => clickhouseReadable(value, type),
  comparable: (value, type, form, as) => ({
    sql: type === "date" && as === "dateTime" ? wholeSeconds(value) : value,
    kind: form === NANOSECONDS ? form : as,
  }),
  // To compare values with different numbers of fractional digits, ClickHouse brings both to the higher number, in 64 bits. A value
  // after 2262 has no room for nine digits in these.
  commonForm: (value, type, form) =>
    sql`toDecimal128(${type === "date" || form === DATE_TIME_32 ? wholeSeconds(value) : value}, 9)`,
};

const wholeSeconds = (value: SqlText) => sql`CAST(${value} AS Nullable(DateTime64(0, 'UTC')))`;

const SECONDS = (text: string) => BigInt(Date.parse(text) / 1000) * NANOSECONDS_PER_SECOND;
const START_OF_1900 = SECONDS("1900-01-01T00:00:00Z");
const START_OF_2300 = SECONDS("2300-01-01T00:00:00Z");

const RANGES: Readonly<Record<string, { readonly from: bigint; readonly to: bigint }>> = {
  date: { from: START_OF_1900, to: START_OF_2300 - NANOSECONDS_PER_DAY },
  [DATE_16]: { from: 0n, to: 65_535n * NANOSECONDS_PER_DAY },
  time: { from: 0n, to: NANOSECONDS_PER_DAY },
  dateTime: { from: START_OF_1900 - NANOSECONDS_PER_DAY, to: START_OF_2300 + NANOSECONDS_PER_DAY - 1n },
  [DATE_TIME_32]: { from: 0n, to: (2n ** 32n - 1n) * NANOSECONDS_PER_SECOND },
  [NANOSECONDS]: { from: START_OF_1900 - NANOSECONDS_PER_DAY, to: 2n ** 63n - 1n },
};

/** Returns the tests of whether a time lies within one day. All dates are readable. */
export function clickhouseReadable(value: SqlText, type: TemporalScalar): ReadableTests | undefined {
  if (type !== "time") return undefined;
  return betweenLimits(value, {
    first: "CAST('00:00:00' AS Time64(9))",
    last: "CAST('24:00:00' AS Time64(9))",
  });
}

/** Converts a date or time to a string that `valueReader` reads. */
export function clickhouseTemporalString(value: SqlText, type: string): SqlText {
  return type === "dateTime" ? sql`toString(toTimeZone(${value}, 'UTC'))` : sql`toString(${value})`;
}

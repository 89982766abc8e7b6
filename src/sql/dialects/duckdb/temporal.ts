import type { Capabilities, TemporalForms, TemporalScalar } from "../../dialect-types/dialect.ts";
import type { ReadableTests } from "../../dialect-types/readable-tests.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import {
  readWithInstantFunction,
  SORTABLE,
  SORTABLE_END_OF_DAY,
  SORTABLE_RANGE,
  toSortable,
} from "../shared/sortable-instants.ts";
import {
  betweenLimits,
  calendarRange,
  END_OF_YEAR_9999,
  type ReadableLimits,
} from "../shared/temporal-ranges.ts";
import { dateString, dateTimeString, timeString } from "../shared/temporal-strings.ts";

/**
 * Dates and times of DuckDB. Infinity and dates outside the years 1 to 9999 are read as null.
 *
 * | member | forms of its column |
 * |---|---|
 * | date | `DATE` |
 * | time | `TIME` in UTC, with microseconds |
 * | dateTime | `TIMESTAMP` in UTC, with microseconds (`TIMESTAMP_S`, `TIMESTAMP_MS` too); `timestamptz` for `TIMESTAMPTZ`; `timestampNs` for `TIMESTAMP_NS` |
 * | any | `text`: any form of a stored date or time, read by `tamis_instant` |
 */
export function duckdbTemporal(capabilities: Capabilities): TemporalForms {
  return {
    precision: (_type, form) => (form === SORTABLE || form === "timestampNs" ? 9 : 6),
    range: (type, form) => {
      if (form === SORTABLE) return SORTABLE_RANGE;
      return form === "timestampNs" ? TIMESTAMP_NS_RANGE : rangeOf(type);
    },
    bind: (type, nanoseconds, form, precision) => {
      if (form === SORTABLE) return sql`CAST(${bindable("text", toSortable(nanoseconds))} AS VARCHAR)`;
      if (type === "date") return sql`CAST(${bindable("date", dateString(nanoseconds))} AS DATE)`;
      if (type === "time") return sql`CAST(${bindable("time", timeString(nanoseconds, precision))} AS TIME)`;
      const instant = dateTimeString(nanoseconds, precision);
      if (form === "timestamptz")
        return sql`CAST(${bindable("dateTime", `${instant}+00`)} AS TIMESTAMP WITH TIME ZONE)`;
      const bound = bindable("dateTime", instant);
      return form === "timestampNs" ? sql`CAST(${bound} AS TIMESTAMP_NS)` : sql`CAST(${bound} AS TIMESTAMP)`;
    },
    fromColumn: readWithInstantFunction("DuckDB", capabilities),
    readable: duckdbReadable,
    // Columns of other types than TIMESTAMP are compared without a conversion, so that DuckDB can skip segments by min
    // and max.
    comparable: (value, type, form, as) => {
      if (form === SORTABLE) return { sql: sql`(${value}) COLLATE "binary"`, kind: form };
      if (form !== undefined) return { sql: value, kind: form };
      if (type === as) return { sql: value, kind: type };
      return { sql: sql`CAST(${value} AS TIMESTAMP)`, kind: "dateTime" };
    },
    // The common form is the number of nanoseconds since 1970, or since midnight for a time.
    commonForm: (value, type, form) => {
      if (form === SORTABLE) return sql`(CAST(${value} AS HUGEINT) - 100000000000000000000)`;
      if (form === "timestampNs") return sql`CAST(epoch_ns(${value}) AS HUGEINT)`;
      const instant = type === "date" ? sql`CAST(${value} AS TIMESTAMP)` : value;
      return sql`(CAST(epoch_us(${instant}) AS HUGEINT) * 1000)`;
    },
  };
}

const rangeOf = calendarRange(END_OF_YEAR_9999 - 1n);

/**
 * Readable values of TIMESTAMP_NS, in nanoseconds since 1970. The type counts them in 64 bits. Excludes the first day,
 * which DuckDB cannot convert, and the last value, which represents infinity.
 */
const TIMESTAMP_NS_RANGE = { from: -9_223_286_400_000_000_000n, to: 2n ** 63n - 2n };

/**
 * Returns the tests of whether a date or time of a column is readable: whether it lies within the years 1 to 9999, or
 * within the range of its type if that is shorter. Undefined if all values are readable.
 */
export function duckdbReadable(
  value: SqlText,
  type: TemporalScalar,
  form: string | undefined,
): ReadableTests | undefined {
  if (type === "time" || form === SORTABLE || form === "text") return undefined;
  return betweenLimits(value, LIMITS[form ?? type]!);
}

/** First value of TIMESTAMP_NS that DuckDB can convert to other types. */
const TIMESTAMP_NS_FIRST = "CAST('1677-09-22 00:00:00' AS TIMESTAMP_NS)";

const LIMITS: Readonly<Partial<Record<string, ReadableLimits>>> = {
  date: { first: "CAST('0001-01-01' AS DATE)", last: "CAST('9999-12-31' AS DATE)" },
  dateTime: {
    first: "CAST('0001-01-01 00:00:00' AS TIMESTAMP)",
    last: "CAST('9999-12-31 23:59:59.999999' AS TIMESTAMP)",
  },
  timestampNs: {
    first: TIMESTAMP_NS_FIRST,
    last: "CAST('2262-04-11 23:47:16.854775806' AS TIMESTAMP_NS)",
  },
  timestamptz: {
    first: "CAST('0001-01-01 00:00:00+00' AS TIMESTAMP WITH TIME ZONE)",
    last: "CAST('9999-12-31 23:59:59.999999+00' AS TIMESTAMP WITH TIME ZONE)",
  },
};

/** Converts a date or time to an ISO 8601 string in UTC. */
export function duckdbTemporalString(
  value: SqlText,
  type: TemporalScalar,
  form: string | undefined,
): SqlText {
  if (form === SORTABLE) return sortableToString(value, type);
  if (type === "date") return sql`strftime(${value}, '%Y-%m-%d')`;
  if (type === "time") return sql`CAST(${value} AS VARCHAR)`;
  // Append "Z" outside of strftime: in DuckDB 1.5, text after %n overwrites the last digits.
  if (form === "timestampNs")
    return sql`CASE WHEN ${value} >= ${rawSql(TIMESTAMP_NS_FIRST)} THEN strftime(${value}, '%Y-%m-%dT%H:%M:%S.%n') || 'Z' END`;
  // AT TIME ZONE would convert the date to the session's calendar.
  const instant = form === "timestamptz" ? sql`make_timestamp(epoch_us(${value}))` : value;
  return sql`strftime(${instant}, '%Y-%m-%dT%H:%M:%S.%fZ')`;
}

function sortableToString(value: SqlText, type: TemporalScalar): SqlText {
  const instant = sql`make_timestamp_ms(CAST(substr(${value}, 1, 15) AS BIGINT) - 100000000000000)`;
  if (type === "date") return sql`strftime(${instant}, '%Y-%m-%d')`;
  if (type === "dateTime")
    return sql`strftime(${instant}, '%Y-%m-%dT%H:%M:%S.%g') || substr(${value}, 16) || 'Z'`;
  const clock = sql`strftime(${instant}, '%H:%M:%S.%g') || substr(${value}, 16)`;
  return sql`CASE WHEN ${value} = ${rawSql(`'${SORTABLE_END_OF_DAY}'`)} THEN '24:00:00' ELSE ${clock} END`;
}

import type { Capabilities, TemporalForms, TemporalScalar } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import {
  readWithInstantFunction,
  SORTABLE,
  SORTABLE_END_OF_DAY,
  SORTABLE_RANGE,
  toSortable,
} from "../shared/sortable-instants.ts";
import { calendarRange, END_OF_YEAR_9999 } from "../shared/temporal-ranges.ts";
import { dateString, dateTimeString, timeString } from "../shared/temporal-strings.ts";

/**
 * Dates and times of DuckDB. Values must be finite and within the years 1 to 9999.
 *
 * | member | forms of its column |
 * |---|---|
 * | date | `DATE` |
 * | time | `TIME` in UTC, with microseconds |
 * | dateTime | `TIMESTAMP` in UTC, with microseconds (`TIMESTAMP_S`, `TIMESTAMP_MS` too); `timestamptz` for `TIMESTAMPTZ`; `timestampNs` for `TIMESTAMP_NS` |
 * | any | `text`: any form of ISO 8601, read by `tamis_instant` |
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
    // Columns of other types than TIMESTAMP are compared without a conversion, so that DuckDB can skip segments by min
    // and max.
    comparable: (value, type, form, as) => {
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

/** Range of a 64-bit count of nanoseconds, without the outermost values, which represent infinity. */
const TIMESTAMP_NS_RANGE = { from: -(2n ** 63n - 2n), to: 2n ** 63n - 2n };

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
  if (form === "timestampNs") return sql`strftime(${value}, '%Y-%m-%dT%H:%M:%S.%n') || 'Z'`;
  const instant = form === "timestamptz" ? sql`(${value} AT TIME ZONE 'UTC')` : value;
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

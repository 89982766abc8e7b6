import { callFunction, keywordLiteral } from "../../database-functions/function-call.ts";
import { sortableInstant } from "../../database-functions/list.ts";
import type { TemporalForms, TemporalScalar } from "../../dialect-types/dialect.ts";
import { bindable, sql, type SqlText } from "../../fragments/fragment.ts";
import { dateString, dateTimeString, timeString } from "../shared/temporal-strings.ts";

/**
 * Dates and times in DuckDB. Values are of the years 1 to 9999; none is infinite.
 *
 * | member | forms of its column |
 * |---|---|
 * | date | `DATE` |
 * | time | `TIME` in UTC, with microseconds |
 * | dateTime | `TIMESTAMP` in UTC, with microseconds (`TIMESTAMP_S`, `TIMESTAMP_MS` too); `timestamptz` for `TIMESTAMPTZ`; `timestampNs` for `TIMESTAMP_NS` |
 * | any of them | `text`: as rows in memory have them, read by a function |
 */
export function duckdbTemporal(has: (name: string) => boolean): TemporalForms {
  return {
    precision: (_type, form) => (form === SORTABLE || form === "timestampNs" ? 9 : 6),
    range: (type, form) => {
      if (form === SORTABLE) return { from: FIRST - LAST, to: LAST };
      if (form === "timestampNs") return { from: -MOST_NANOSECONDS, to: MOST_NANOSECONDS };
      return type === "time" ? { from: 0n, to: 86_400n * NANOSECONDS } : { from: FIRST, to: LAST };
    },
    bind: (type, nanoseconds, form, precision) => {
      if (form === SORTABLE) return sql`CAST(${bindable("text", sortable(nanoseconds))} AS VARCHAR)`;
      if (type === "date") return sql`CAST(${bindable("date", dateString(nanoseconds))} AS DATE)`;
      if (type === "time") return sql`CAST(${bindable("time", timeString(nanoseconds, precision))} AS TIME)`;
      const instant = dateTimeString(nanoseconds, precision);
      if (form === "timestamptz")
        return sql`CAST(${bindable("dateTime", `${instant}+00`)} AS TIMESTAMP WITH TIME ZONE)`;
      const bound = bindable("dateTime", instant);
      return form === "timestampNs" ? sql`CAST(${bound} AS TIMESTAMP_NS)` : sql`CAST(${bound} AS TIMESTAMP)`;
    },
    fromColumn: (value, type, form) => {
      if (form !== "text") return { sql: value, form };
      return has("tamis_instant")
        ? { sql: callFunction("tamis_instant", [value, keywordLiteral(type)]), form: SORTABLE }
        : {
            refused:
              "DuckDB does not read dates and times of any form, and the function tamis_instant is not installed",
          };
    },
    // What is of another form than TIMESTAMP stands as it is, so that the statistics of its column serve it.
    comparable: (value, type, form, as) => {
      if (form !== undefined) return { sql: value, kind: form };
      if (type === as) return { sql: value, kind: type };
      return { sql: sql`CAST(${value} AS TIMESTAMP)`, kind: "dateTime" };
    },
    // Nanoseconds since 1970, or since midnight.
    commonForm: (value, type, form) => {
      if (form === SORTABLE) return sql`(CAST(${value} AS HUGEINT) - 100000000000000000000)`;
      if (form === "timestampNs") return sql`CAST(epoch_ns(${value}) AS HUGEINT)`;
      const instant = type === "date" ? sql`CAST(${value} AS TIMESTAMP)` : value;
      return sql`(CAST(epoch_us(${instant}) AS HUGEINT) * 1000)`;
    },
  };
}

/** A date or a time as ISO 8601 in UTC. */
export function duckdbTemporalText(value: SqlText, type: TemporalScalar, form: string | undefined): SqlText {
  if (form === SORTABLE) return textOfSortable(value, type);
  if (type === "date") return sql`strftime(${value}, '%Y-%m-%d')`;
  if (type === "time") return sql`CAST(${value} AS VARCHAR)`;
  // DuckDB 1.5 writes what follows %n over its last digits.
  if (form === "timestampNs") return sql`strftime(${value}, '%Y-%m-%dT%H:%M:%S.%n') || 'Z'`;
  const instant = form === "timestamptz" ? sql`(${value} AT TIME ZONE 'UTC')` : value;
  return sql`strftime(${instant}, '%Y-%m-%dT%H:%M:%S.%fZ')`;
}

/** What tamis_instant makes of a text: milliseconds of 15 digits, then 6 digits of nanoseconds. */
const SORTABLE = "sortable";

function textOfSortable(value: SqlText, type: TemporalScalar): SqlText {
  const instant = sql`make_timestamp_ms(CAST(substr(${value}, 1, 15) AS BIGINT) - 100000000000000)`;
  if (type === "date") return sql`strftime(${instant}, '%Y-%m-%d')`;
  if (type === "dateTime")
    return sql`strftime(${instant}, '%Y-%m-%dT%H:%M:%S.%g') || substr(${value}, 16) || 'Z'`;
  const clock = sql`strftime(${instant}, '%H:%M:%S.%g') || substr(${value}, 16)`;
  return sql`CASE WHEN ${value} = '100000086400000000000' THEN '24:00:00' ELSE ${clock} END`;
}

const NANOSECONDS = 1_000_000_000n;
/** The first and the last instant of a date-time: the beginning of the year 1 and the last microsecond of 9999. */
const FIRST = -62_135_596_800n * NANOSECONDS;
const LAST = 253_402_300_800n * NANOSECONDS - 1n;
/** A TIMESTAMP_NS counts in 64 bits; the last counts stand for infinity. */
const MOST_NANOSECONDS = 2n ** 63n - 2n;

function sortable(nanoseconds: bigint): string {
  const rest = ((nanoseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return sortableInstant(Number((nanoseconds - rest) / 1_000_000n), Number(rest));
}

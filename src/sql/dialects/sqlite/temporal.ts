import type { Capabilities, TemporalForms, TemporalScalar } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import {
  readWithInstantFunction,
  SORTABLE,
  SORTABLE_END_OF_DAY,
  SORTABLE_RANGE,
  toSortable,
} from "../shared/sortable-instants.ts";
import { calendarRange, END_OF_YEAR_9999, NANOSECONDS_PER_SECOND } from "../shared/temporal-ranges.ts";
import { dateString, timeString } from "../shared/temporal-strings.ts";

/**
 * Dates and times of SQLite.
 *
 * | member | forms of its column |
 * |---|---|
 * | date | string `yyyy-MM-dd` |
 * | time | string `HH:mm:ss[.fraction]`, all of one precision, 0 digits by default |
 * | dateTime | integer: milliseconds since 1970 by default, `epochSeconds` for seconds |
 * | any | `text`: any form of ISO 8601, read by `tamis_instant` |
 */
export function sqliteTemporal(capabilities: Capabilities): TemporalForms {
  return {
    precision: (type, form) =>
      form === SORTABLE ? 9 : type === "dateTime" && form !== "epochSeconds" ? 3 : 0,
    range: (type, form) => (form === SORTABLE ? SORTABLE_RANGE : rangeOf(type)),
    bind: (type, nanoseconds, form, precision) => {
      if (form === SORTABLE) return sql`${bindable("text", toSortable(nanoseconds))}`;
      if (type === "date") return sql`${bindable("text", dateString(nanoseconds))}`;
      if (type === "time") return sql`${bindable("text", timeString(nanoseconds, precision))}`;
      const unit = form === "epochSeconds" ? NANOSECONDS_PER_SECOND : 1_000_000n;
      return sql`${bindable("integer", Number(nanoseconds / unit))}`;
    },
    fromColumn: readWithInstantFunction("SQLite", capabilities),
    comparable: (value, type, form, as) => {
      if (form === SORTABLE) return { sql: value, kind: SORTABLE };
      if (form === "epochSeconds") return { sql: sql`(${value} * 1000)`, kind: "dateTime" };
      if (type === as) return { sql: value, kind: type };
      return { sql: sql`(CAST(strftime('%s', ${value}) AS INTEGER) * 1000)`, kind: "dateTime" };
    },
    commonForm: (value, type, form) => {
      if (form === SORTABLE) return value;
      if (type === "time") return undefined;
      const seconds = type === "date" ? sql`CAST(strftime('%s', ${value}) AS INTEGER)` : value;
      const milliseconds = type === "date" || form === "epochSeconds" ? sql`${seconds} * 1000` : value;
      // Null needs its own case: printf would format it as 0.
      return sql`CASE WHEN ${value} IS NOT NULL THEN printf('%015d000000', 100000000000000 + ${milliseconds}) END`;
    },
  };
}

const rangeOf = calendarRange(END_OF_YEAR_9999);

/** Converts a date or time to an ISO 8601 string in UTC. */
export function sqliteTemporalString(
  value: SqlText,
  type: TemporalScalar,
  form: string | undefined,
): SqlText {
  if (form === SORTABLE) {
    const milliseconds = sql`(CAST(substr(${value}, 1, 15) AS INTEGER) - 100000000000000)`;
    const instant = sql`${formatMilliseconds(milliseconds, "%Y-%m-%dT%H:%M:%S")} || substr(${value}, 16)`;
    if (type === "date") return sql`substr(${instant}, 1, 10)`;
    if (type === "dateTime") return sql`${instant} || 'Z'`;
    return sql`CASE WHEN ${value} = ${rawSql(`'${SORTABLE_END_OF_DAY}'`)} THEN '24:00:00' ELSE substr(${instant}, 12) END`;
  }
  if (type !== "dateTime" || form === "text") return value;
  if (form === "epochSeconds") return sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${value}, 'unixepoch')`;
  return sql`${formatMilliseconds(value, "%Y-%m-%dT%H:%M:%S")} || 'Z'`;
}

/** Formats milliseconds since 1970. It uses integer arithmetic, because a double would round the last digit. */
function formatMilliseconds(milliseconds: SqlText, format: string): SqlText {
  const rest = sql`((${milliseconds} % 1000 + 1000) % 1000)`;
  return sql`strftime(${rawSql(`'${format}'`)}, (${milliseconds} - ${rest}) / 1000, 'unixepoch') || printf('.%03d', ${rest})`;
}

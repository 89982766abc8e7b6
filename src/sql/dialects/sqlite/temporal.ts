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
import { limitTest } from "../../operations/readable.ts";
import {
  calendarRange,
  END_OF_YEAR_9999,
  NANOSECONDS_PER_SECOND,
  START_OF_YEAR_1,
} from "../shared/temporal-ranges.ts";
import { dateString, timeString } from "../shared/temporal-strings.ts";

/**
 * Dates and times of SQLite. Dates outside the years 1 to 9999 are read as null.
 *
 * | member | forms of its column |
 * |---|---|
 * | date | string `yyyy-MM-dd` |
 * | time | string `HH:mm:ss[.fraction]`, all of one precision, 0 digits by default |
 * | dateTime | integer: milliseconds since 1970 by default, `epochSeconds` for seconds |
 * | any | `text`: any form of a stored date or time, read by `tamis_instant` |
 */
export function sqliteTemporal(capabilities: Capabilities): TemporalForms {
  return {
    precision: (type, form) =>
      form === SORTABLE ? 9 : type === "dateTime" && form !== EPOCH_SECONDS ? 3 : 0,
    range: (type, form) => (form === SORTABLE ? SORTABLE_RANGE : rangeOf(type)),
    bind: (type, nanoseconds, form, precision) => {
      if (form === SORTABLE) return sql`${bindable("text", toSortable(nanoseconds))}`;
      if (type === "date") return sql`${bindable("text", dateString(nanoseconds))}`;
      if (type === "time") return sql`${bindable("text", timeString(nanoseconds, precision))}`;
      const unit = form === EPOCH_SECONDS ? NANOSECONDS_PER_SECOND : 1_000_000n;
      return sql`${bindable("integer", Number(nanoseconds / unit))}`;
    },
    fromColumn: readWithInstantFunction("SQLite", capabilities),
    readable: readableInSqlite,
    comparable: (value, type, form, as) => {
      if (form === SORTABLE) return { sql: value, kind: SORTABLE };
      // A constant is bound in seconds. Members in milliseconds are compared by `commonForm`.
      if (form === EPOCH_SECONDS) return { sql: value, kind: EPOCH_SECONDS };
      if (type === as) return { sql: value, kind: type };
      return { sql: sql`(CAST(strftime('%s', ${value}) AS INTEGER) * 1000)`, kind: "dateTime" };
    },
    commonForm: (value, type, form) => {
      if (form === SORTABLE) return value;
      if (type === "time") return undefined;
      const seconds = type === "date" ? sql`CAST(strftime('%s', ${value}) AS INTEGER)` : value;
      const milliseconds = type === "date" || form === EPOCH_SECONDS ? sql`${seconds} * 1000` : value;
      // Null needs its own case: printf would format it as 0.
      return sql`CASE WHEN ${value} IS NOT NULL THEN printf('%015d000000', 100000000000000 + ${milliseconds}) END`;
    },
  };
}

const rangeOf = calendarRange(END_OF_YEAR_9999 - 1n);

const EPOCH_SECONDS = "epochSeconds";

function readableInSqlite(
  value: SqlText,
  type: TemporalScalar,
  form: string | undefined,
): ReadableTests | undefined {
  if (type === "time" || form === SORTABLE || form === "text") return undefined;
  // No string of the form `yyyy-MM-dd` is above the last day.
  if (type === "date") return { notBelow: limitTest(value, ">=", rawSql("'0001-01-01'")) };
  const unit = form === EPOCH_SECONDS ? NANOSECONDS_PER_SECOND : 1_000_000n;
  return {
    notAbove: limitTest(value, "<", rawSql(String(END_OF_YEAR_9999 / unit))),
    notBelow: limitTest(value, ">=", rawSql(String(START_OF_YEAR_1 / unit))),
  };
}

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
    if (type === "dateTime") return dateTimeString(milliseconds, sql`substr(${value}, 16)`);
    return sql`CASE WHEN ${value} = ${rawSql(`'${SORTABLE_END_OF_DAY}'`)} THEN '24:00:00' ELSE substr(${instant}, 12) END`;
  }
  // A number in a column of strings is not an instant: `tamis_instant` also returns null for it.
  if (form === "text") return sql`CASE typeof(${value}) WHEN 'text' THEN ${value} END`;
  if (type !== "dateTime") return value;
  if (form === EPOCH_SECONDS) return sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${value}, 'unixepoch')`;
  return sql`${formatMilliseconds(value, "%Y-%m-%dT%H:%M:%S")} || 'Z'`;
}

/**
 * Writes a date-time with the offset -18:00 or +18:00 if its year in UTC is not 1 to 9999: `strftime` knows no other years. Such instants
 * are written in rows with an offset, too.
 *
 * @param fraction digits after the milliseconds
 */
function dateTimeString(milliseconds: SqlText, fraction: SqlText): SqlText {
  const format = (value: SqlText) => formatMilliseconds(sql`(${value})`, "%Y-%m-%dT%H:%M:%S");
  const [start, end, offset] = [START_OF_YEAR_1, END_OF_YEAR_9999, 18n * 3_600_000_000_000n].map(
    (nanoseconds) => rawSql(String(nanoseconds / 1_000_000n)),
  );
  const isAfter = sql`${milliseconds} >= ${end!}`;
  const isBefore = sql`${milliseconds} < ${start!}`;
  const dateTime = sql`CASE WHEN ${milliseconds} >= ${end!} + ${offset!} THEN '9999-12-31T24:00:00.000' WHEN ${isAfter} THEN ${format(sql`${milliseconds} - ${offset!}`)} WHEN ${isBefore} THEN ${format(sql`${milliseconds} + ${offset!}`)} ELSE ${format(milliseconds)} END`;
  const zone = sql`CASE WHEN ${isAfter} THEN '-18:00' WHEN ${isBefore} THEN '+18:00' ELSE 'Z' END`;
  return sql`${dateTime} || ${fraction} || ${zone}`;
}

/** Formats milliseconds since 1970. It uses integer arithmetic, because a double would round the last digit. */
function formatMilliseconds(milliseconds: SqlText, format: string): SqlText {
  const remainder = sql`((${milliseconds} % 1000 + 1000) % 1000)`;
  return sql`strftime(${rawSql(`'${format}'`)}, (${milliseconds} - ${remainder}) / 1000, 'unixepoch') || printf('.%03d', ${remainder})`;
}

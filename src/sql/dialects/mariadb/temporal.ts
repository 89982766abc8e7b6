import type { TemporalForms } from "../../dialect-types/dialect.ts";
import type { ReadableTests } from "../../dialect-types/readable-tests.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { limitTest } from "../../operations/readable.ts";
import {
  betweenLimits,
  calendarRange,
  END_OF_YEAR_9999,
  type ReadableLimits,
} from "../shared/temporal-ranges.ts";
import { dateString, dateTimeString, timeString } from "../shared/temporal-strings.ts";

/**
 * Dates and times of MariaDB. Read as null: dates of the year 0, dates without a month or day such as 0000-00-00, days
 * that no month has, and times outside one day.
 *
 * | member | column type |
 * |---|---|
 * | date | DATE |
 * | time | TIME(6) in UTC |
 * | dateTime | DATETIME(6) in UTC; never TIMESTAMP, which depends on the session |
 *
 * For columns with fewer fraction digits, set `precision` in the storage. Dates and times in JSON strings are refused:
 * MariaDB ignores zone offsets and rounds to microseconds.
 */
export function mariadbTemporal(): TemporalForms {
  return {
    precision: (type) => (type === "date" ? 0 : 6),
    range: calendarRange(END_OF_YEAR_9999 - 1_000n),
    bind: (type, nanoseconds, _form, precision) => {
      const digits = Math.min(precision, 6);
      switch (type) {
        case "date":
          return sql`CAST(${bindable("date", dateString(nanoseconds))} AS DATE)`;
        case "time":
          return sql`CAST(${bindable("time", timeString(nanoseconds, digits))} AS TIME(${rawSql(String(digits))}))`;
        case "dateTime":
          return sql`CAST(${bindable("dateTime", dateTimeString(nanoseconds, digits))} AS DATETIME(${rawSql(String(digits))}))`;
      }
    },
    fromColumn: (value, _type, form) =>
      form === "text"
        ? { refused: "MariaDB does not read dates and times of any form" }
        : { sql: value, form },
    readable: (value, type) => (type === "time" ? betweenLimits(value, TIME_LIMITS) : isCalendarDay(value)),
    comparable: (value, type, _form, as) =>
      type === as
        ? { sql: value, kind: type }
        : { sql: sql`CAST(${value} AS DATETIME(6))`, kind: "dateTime" },
  };
}

const TIME_LIMITS: ReadableLimits = {
  first: "CAST('00:00:00' AS TIME)",
  last: "CAST('24:00:00' AS TIME)",
};

const START_OF_YEAR_1 = rawSql("CAST('0001-01-01' AS DATE)");

/**
 * Returns tests that a date is a day of the calendar. Depending on the `sql_mode` of the session that wrote it, a date
 * can have the month or day 0, or a day after the end of its month.
 */
function isCalendarDay(value: SqlText): ReadableTests {
  const day = sql`DAYOFMONTH(${value})`;
  const days = sql`BETWEEN 1 AND COALESCE(DAYOFMONTH(LAST_DAY(${value})), 0)`;
  return {
    notBelow: limitTest(value, ">=", START_OF_YEAR_1),
    isValid: { holds: sql`${day} ${days}`, fails: sql`${day} NOT ${days}` },
  };
}

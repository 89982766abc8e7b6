import type { TemporalForms } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql } from "../../fragments/fragment.ts";
import { calendarRange, END_OF_YEAR_9999 } from "../shared/temporal-ranges.ts";
import { dateString, dateTimeString, timeString } from "../shared/temporal-strings.ts";

/**
 * Dates and times of MariaDB. Columns must not contain 0000-00-00.
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
    comparable: (value, type, _form, as) =>
      type === as
        ? { sql: value, kind: type }
        : { sql: sql`CAST(${value} AS DATETIME(6))`, kind: "dateTime" },
  };
}

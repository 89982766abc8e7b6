import type { TemporalForms } from "../../dialect-types/dialect.ts";
import { bindable, sql, rawSql } from "../../fragments/fragment.ts";
import { dateString, dateTimeString, timeString } from "../shared/temporal-strings.ts";

/**
 * Dates and times in MariaDB.
 *
 * | member | type of its column |
 * |---|---|
 * | date | DATE |
 * | time | TIME(6), of UTC |
 * | dateTime | DATETIME(6), of UTC; never TIMESTAMP, which depends on the session |
 *
 * A column of fewer digits says so with `precision`. Columns hold days of the calendar alone: no 0000-00-00. A text in
 * JSON is not read as one of them: MariaDB takes an offset for nothing and rounds what is finer than a microsecond.
 */
export function mariadbTemporal(): TemporalForms {
  return {
    precision: (type) => (type === "date" ? 0 : 6),
    range: (type) => (type === "time" ? { from: 0n, to: 86_400n * SECOND } : { from: FIRST, to: LAST }),
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

const SECOND = 1_000_000_000n;
/** The first instant of the year 1, and the last microsecond of the year 9999. */
const FIRST = -62_135_596_800n * SECOND;
const LAST = 253_402_300_800n * SECOND - 1_000n;

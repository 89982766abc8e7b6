import type { TemporalForms } from "../../dialect-types/dialect.ts";
import { bindable, sql, type SqlText } from "../../fragments/fragment.ts";
import { dateString, dateTimeString, timeString } from "../shared/temporal-strings.ts";

/**
 * Dates and times in PostgreSQL.
 *
 * | member | type of its column |
 * |---|---|
 * | date | `date` |
 * | time | `time`, by UTC; 6 digits of a fraction by default; `24:00:00` is the end of the day |
 * | dateTime | `timestamptz`, 6 digits by default; form `timestamp`: without zone, by UTC |
 *
 * Values lie within the years 1 to 9999.
 */
export const postgresTemporal: TemporalForms = {
  precision: (type) => (type === "date" ? 0 : 6),
  range: (type) => (type === "time" ? { from: 0n, to: 86_400n * NANOSECONDS } : { from: FIRST, to: LAST }),
  bind: (type, nanoseconds, form, precision) => {
    if (type === "date") return sql`CAST(${bindable("date", dateString(nanoseconds))} AS date)`;
    if (type === "time") return sql`CAST(${bindable("time", timeString(nanoseconds, precision))} AS time)`;
    const instant = dateTimeString(nanoseconds, precision);
    return form === TIMESTAMP
      ? sql`CAST(${bindable("dateTime", instant)} AS timestamp)`
      : sql`CAST(${bindable("dateTime", `${instant}Z`)} AS timestamptz)`;
  },
  fromColumn: (value, _type, form) => {
    if (form === undefined || form === TIMESTAMP) return { sql: value, form };
    return { refused: "the database does not read dates and times of any form" };
  },
  comparable: (value, type, form, as) => {
    if (type === as) return { sql: value, kind: form ?? type };
    return { sql: inUtc(sql`CAST(${value} AS timestamp)`), kind: "dateTime" };
  },
  commonForm: (value, type, form) => {
    if (type === "time") return value;
    if (type === "date") return inUtc(sql`CAST(${value} AS timestamp)`);
    return form === TIMESTAMP ? inUtc(value) : value;
  },
};

const inUtc = (value: SqlText) => sql`(${value} AT TIME ZONE 'UTC')`;

const TIMESTAMP = "timestamp";
const NANOSECONDS = 1_000_000_000n;
/** The first and the last instant of a date-time: the beginning of the year 1 and the end of the year 9999. */
const FIRST = -62_135_596_800n * NANOSECONDS;
const LAST = 253_402_300_800n * NANOSECONDS - 1n;

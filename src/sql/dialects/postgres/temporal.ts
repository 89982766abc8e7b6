import type { TemporalForms, TemporalScalar } from "../../dialect-types/dialect.ts";
import { bindable, sql, type SqlText } from "../../fragments/fragment.ts";
import {
  betweenLimits,
  calendarRange,
  END_OF_YEAR_9999,
  type ReadableLimits,
} from "../shared/temporal-ranges.ts";
import { dateString, dateTimeString, timeString } from "../shared/temporal-strings.ts";

/**
 * Dates and times of PostgreSQL. Infinity and dates outside the years 1 to 9999 are read as null.
 *
 * | member | column type |
 * |---|---|
 * | date | `date` |
 * | time | `time` in UTC; 6 fraction digits by default; `24:00:00` is the end of the day |
 * | dateTime | `timestamptz`, 6 fraction digits by default; form `timestamp`: without time zone, in UTC |
 */
export const postgresTemporal: TemporalForms = {
  precision: (type) => (type === "date" ? 0 : 6),
  range: calendarRange(END_OF_YEAR_9999 - 1n),
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
    return { refused: "PostgreSQL does not read dates and times of any form" };
  },
  readable: (value, type, form) => {
    const limits = type === "dateTime" && form === TIMESTAMP ? TIMESTAMP_LIMITS : LIMITS[type];
    return limits === undefined ? undefined : betweenLimits(value, limits);
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

const LIMITS: Readonly<Record<TemporalScalar, ReadableLimits | undefined>> = {
  date: { first: "CAST('0001-01-01' AS date)", last: "CAST('9999-12-31' AS date)" },
  time: undefined,
  dateTime: {
    first: "CAST('0001-01-01 00:00:00Z' AS timestamptz)",
    last: "CAST('9999-12-31 23:59:59.999999Z' AS timestamptz)",
  },
};

const TIMESTAMP_LIMITS: ReadableLimits = {
  first: "CAST('0001-01-01 00:00:00' AS timestamp)",
  last: "CAST('9999-12-31 23:59:59.999999' AS timestamp)",
};

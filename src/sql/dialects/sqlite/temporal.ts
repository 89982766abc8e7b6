import { callFunction, keywordLiteral } from "../../database-functions/function-call.ts";
import { sortableInstant } from "../../database-functions/list.ts";
import type { TemporalForms, TemporalScalar } from "../../dialect-types/dialect.ts";
import { bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";
import { dateString, timeString } from "../shared/temporal-strings.ts";

/**
 * Dates and times in SQLite, which has no types of its own for them.
 *
 * | member | forms of its column |
 * |---|---|
 * | date | text `yyyy-MM-dd` |
 * | time | text `HH:mm:ss[.fraction]`, all of one precision, 0 digits by default |
 * | dateTime | a whole number: milliseconds since 1970 by default, `epochSeconds` for seconds |
 * | any of them | `text`: as rows in memory have them, read by a function |
 */
export function sqliteTemporal(has: (name: string) => boolean): TemporalForms {
  return {
    precision: (type, form) =>
      form === SORTABLE ? 9 : type === "dateTime" && form !== "epochSeconds" ? 3 : 0,
    range: (type, form) => {
      if (form === SORTABLE) return { from: FIRST - LAST, to: LAST };
      return type === "time" ? { from: 0n, to: 86_400n * NANOSECONDS } : { from: FIRST, to: LAST };
    },
    bind: (type, nanoseconds, form, precision) => {
      if (form === SORTABLE) return sql`${bindable("text", sortable(nanoseconds))}`;
      if (type === "date") return sql`${bindable("text", dateString(nanoseconds))}`;
      if (type === "time") return sql`${bindable("text", timeString(nanoseconds, precision))}`;
      const unit = form === "epochSeconds" ? NANOSECONDS : 1_000_000n;
      return sql`${bindable("integer", Number(nanoseconds / unit))}`;
    },
    fromColumn: (value, type, form) => {
      if (form !== "text") return { sql: value, form };
      return has("tamis_instant")
        ? { sql: callFunction("tamis_instant", [value, keywordLiteral(type)]), form: SORTABLE }
        : {
            refused:
              "SQLite does not read dates and times of any form, and the function tamis_instant is not installed",
          };
    },
    comparable: (value, type, form, as) => {
      if (form === SORTABLE) return { sql: value, kind: SORTABLE };
      if (form === "epochSeconds") return { sql: sql`(${value} * 1000)`, kind: "dateTime" };
      if (type === as) return { sql: value, kind: type };
      return { sql: sql`(CAST(strftime('%s', ${value}) AS INTEGER) * 1000)`, kind: "dateTime" };
    },
    // What tamis_instant makes of a text.
    commonForm: (value, type, form) => {
      if (form === SORTABLE) return value;
      if (type === "time") return undefined;
      const seconds = type === "date" ? sql`CAST(strftime('%s', ${value}) AS INTEGER)` : value;
      const milliseconds = type === "date" || form === "epochSeconds" ? sql`${seconds} * 1000` : value;
      // printf makes a number of null.
      return sql`CASE WHEN ${value} IS NOT NULL THEN printf('%015d000000', 100000000000000 + ${milliseconds}) END`;
    },
  };
}

/** A date or a time as ISO 8601 in UTC. */
export function sqliteTemporalText(value: SqlText, type: TemporalScalar, form: string | undefined): SqlText {
  if (form === SORTABLE) {
    const milliseconds = sql`(CAST(substr(${value}, 1, 15) AS INTEGER) - 100000000000000)`;
    const instant = sql`${clockOf(milliseconds, "%Y-%m-%dT%H:%M:%S")} || substr(${value}, 16)`;
    if (type === "date") return sql`substr(${instant}, 1, 10)`;
    if (type === "dateTime") return sql`${instant} || 'Z'`;
    return sql`CASE WHEN ${value} = '100000086400000000000' THEN '24:00:00' ELSE substr(${instant}, 12) END`;
  }
  if (type !== "dateTime" || form === "text") return value;
  if (form === "epochSeconds") return sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${value}, 'unixepoch')`;
  return sql`${clockOf(value, "%Y-%m-%dT%H:%M:%S")} || 'Z'`;
}

/** Milliseconds since 1970 as a text, all in whole numbers: in a double the last digit would be rounded. */
function clockOf(milliseconds: SqlText, format: string): SqlText {
  const rest = sql`((${milliseconds} % 1000 + 1000) % 1000)`;
  return sql`strftime(${rawSql(`'${format}'`)}, (${milliseconds} - ${rest}) / 1000, 'unixepoch') || printf('.%03d', ${rest})`;
}

/** What tamis_instant makes of a text. */
const SORTABLE = "sortable";

const NANOSECONDS = 1_000_000_000n;
/** The first and the last instant of a date-time: the beginning of the year 1 and the end of the year 9999. */
const FIRST = -62_135_596_800n * NANOSECONDS;
const LAST = 253_402_300_800n * NANOSECONDS;

function sortable(nanoseconds: bigint): string {
  const rest = ((nanoseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return sortableInstant(Number((nanoseconds - rest) / 1_000_000n), Number(rest));
}

import { callFunction, keywordLiteral } from "../../database-functions/function-call.ts";
import { sortableInstant } from "../../database-functions/list.ts";
import type { Capabilities, TemporalForms } from "../../dialect-types/dialect.ts";
import { NANOSECONDS_PER_DAY, END_OF_YEAR_9999, START_OF_YEAR_1 } from "./temporal-ranges.ts";

/**
 * Name of the storage form that `tamis_instant` returns. It converts strings that are dates or times to strings whose byte
 * order is chronological: 15 digits of milliseconds, then 6 digits of nanoseconds.
 */
export const SORTABLE = "sortable";

/** `24:00:00` in the sortable form. */
export const SORTABLE_END_OF_DAY = "100000086400000000000";

/**
 * Range of sortable instants, in nanoseconds. It exceeds the range of a column, because a zone offset can move an
 * instant by a day.
 */
export const SORTABLE_RANGE = {
  from: START_OF_YEAR_1 - END_OF_YEAR_9999,
  to: END_OF_YEAR_9999 + NANOSECONDS_PER_DAY,
};

/** Converts nanoseconds since 1970, or since midnight, to the sortable form. */
export function toSortable(nanoseconds: bigint): string {
  const remainder = ((nanoseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return sortableInstant(Number((nanoseconds - remainder) / 1_000_000n), Number(remainder));
}

/**
 * Returns a `fromColumn` that converts values of the form `text` by `tamis_instant`, and returns other values
 * unchanged.
 */
export function readWithInstantFunction(
  product: string,
  { functions }: Capabilities,
): TemporalForms["fromColumn"] {
  return (value, type, form) => {
    if (form !== "text") return { sql: value, form };
    return functions.has("tamis_instant")
      ? { sql: callFunction("tamis_instant", [value, keywordLiteral(type)]), form: SORTABLE }
      : {
          refused: `${product} does not read dates and times of any form, and the function tamis_instant is not installed`,
        };
  };
}

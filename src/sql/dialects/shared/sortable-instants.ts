import { callFunction, keywordLiteral } from "../../database-functions/function-call.ts";
import { sortableInstant } from "../../database-functions/list.ts";
import type { Capabilities, TemporalForms } from "../../dialect-types/dialect.ts";
import { END_OF_YEAR_9999, START_OF_YEAR_1 } from "./temporal-ranges.ts";

/**
 * `tamis_instant` converts ISO 8601 strings of any form to strings whose byte order is the order in time: 15 digits of
 * milliseconds, then 6 of nanoseconds.
 */
export const SORTABLE = "sortable";

/** `24:00:00` in the sortable form. */
export const SORTABLE_END_OF_DAY = "100000086400000000000";

/** Not restricted to a column's range: a zone offset can move an instant by a day. */
export const SORTABLE_RANGE = { from: START_OF_YEAR_1 - END_OF_YEAR_9999, to: END_OF_YEAR_9999 };

/** From nanoseconds since 1970, or since midnight. */
export function toSortable(nanoseconds: bigint): string {
  const rest = ((nanoseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return sortableInstant(Number((nanoseconds - rest) / 1_000_000n), Number(rest));
}

/** Converts columns of the form `text`; others stay as they are. */
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

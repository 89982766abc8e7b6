import type { Literal } from "../../ast/nodes.ts";
import { formatInstant, parseTemporal } from "../../values/instant.ts";

/** Returns a date as `2020-01-31`, or a date-time in UTC as `2020-01-31T10:00:00`. Undefined for fractions of a second. */
export function dateOf({ type, value }: Literal): string | undefined {
  if (type === "date") return value;
  const instant = type === "dateTime" ? parseTemporal("dateTime", value) : undefined;
  if (instant === undefined) return undefined;
  const text = formatInstant(instant, "dateTime").replace(/Z$/, "");
  return /\.\d*[1-9]/.test(text) ? undefined : text.replace(/\.0+$/, "").slice(0, 19);
}

import { classifyStoredTemporal, type TemporalType } from "../../../values/instant.ts";
import type { ScalarType } from "../../../values/types.ts";

/** Infers whether the strings of a column are dates or times, by the same rules as a catalog from rows. */

export type TemporalCounts = Readonly<Record<TemporalType, number>>;

export const NO_TEMPORALS: TemporalCounts = { date: 0, time: 0, dateTime: 0 };

/** Number of characters that show whether a string is a date or a time. */
export const MAXIMUM_LENGTH = 40;

/** Number of strings that are read first, because most columns contain neither dates nor times. */
const FIRST_STRINGS = 10;
const ALL_STRINGS = Number.MAX_SAFE_INTEGER;
/** Share of the strings that must have the declared type. */
const MAJORITY_SHARE = 0.9;

/**
 * Counts the dates, times and date-times among strings. If the first strings show that they are not all of one type, and the
 * column is not declared so, the others are not read.
 */
export async function countTemporals(
  declared: string,
  stringsOf: (limit: number) => Promise<readonly string[]>,
): Promise<TemporalCounts> {
  if (declaredTemporal(declared) === undefined) {
    const first = await stringsOf(FIRST_STRINGS);
    if (commonType(first.length, count(first)) === undefined) return NO_TEMPORALS;
  }
  return count(await stringsOf(ALL_STRINGS));
}

function count(strings: readonly string[]): TemporalCounts {
  const counts = { ...NO_TEMPORALS } as Record<TemporalType, number>;
  for (const text of strings) {
    const type = classifyStoredTemporal(text);
    if (type !== undefined) counts[type]++;
  }
  return counts;
}

/**
 * Returns the type of strings: a date, a time or a date-time if all of them are. If the column is declared so, most of them
 * are enough. The note says how many have another type than the declared one.
 */
export function typeOfStrings(
  declared: string,
  strings: number,
  temporals: TemporalCounts,
): { readonly type: ScalarType; readonly note?: string } {
  const type = declaredTemporal(declared);
  const common = commonType(strings, temporals);
  if (common !== undefined || type === undefined) return { type: common ?? "string" };
  const isOne = strings - temporals[type] === 1;
  const mismatch = `${strings - temporals[type]} of ${strings} strings ${isOne ? "is" : "are"} not of the type ${type}`;
  return temporals[type] >= strings * MAJORITY_SHARE
    ? { type, note: `${mismatch} and ${isOne ? "counts" : "count"} as null` }
    : { type: "string", note: `it is declared as ${declared}, but ${mismatch}, so it is read as strings` };
}

function commonType(strings: number, temporals: TemporalCounts): TemporalType | undefined {
  return (["date", "time", "dateTime"] as const).find((type) => temporals[type] === strings);
}

/** Returns the type of a column by its declared type in upper case. */
export function declaredTemporal(declared: string): TemporalType | undefined {
  if (/^(?:DATETIME|TIMESTAMP)/.test(declared)) return "dateTime";
  if (/^DATE\b/.test(declared)) return "date";
  return /^TIME\b/.test(declared) ? "time" : undefined;
}

import { failureTable, isRepetitive, MIN_REPETITIVE } from "./failure-table.ts";

/** Returns the offset of the first occurrence at or after `from` (default 0) in UTF-16 units, or -1. */
export type IndexIn = (text: string, from?: number) => number;

/**
 * Returns a search for a repetitive string in linear time, or undefined if the methods of strings are linear for it.
 * @example repetitiveSearch("x".repeat(100))!("xy".repeat(1_000)) // -1
 */
export function repetitiveSearch(searchString: string): IndexIn | undefined {
  if (searchString.length <= MIN_REPETITIVE) return undefined;
  const units = Uint16Array.from({ length: searchString.length }, (_, i) => searchString.charCodeAt(i));
  const failures = failureTable(units);
  // The search of V8 compares from the end of the search string to its start.
  if (!isRepetitive(failures) && !isRepetitive(failureTable(units.toReversed()))) return undefined;
  return (text, from = 0) => {
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && units[matched] !== unit) matched = failures[matched - 1]!;
      if (units[matched] === unit) matched++;
      if (matched === units.length) return at + 1 - matched;
    }
    return -1;
  };
}

/** Returns the search for a string, in linear time for every text. */
export function prepareIndexOf(searchString: string): IndexIn {
  return repetitiveSearch(searchString) ?? ((text, from) => text.indexOf(searchString, from));
}

/** Returns a test that is equivalent to `text.includes(searchString)`, in linear time for every text. */
export function prepareIncludes(searchString: string): (text: string) => boolean {
  const indexIn = repetitiveSearch(searchString);
  return indexIn === undefined ? (text) => text.includes(searchString) : (text) => indexIn(text) >= 0;
}

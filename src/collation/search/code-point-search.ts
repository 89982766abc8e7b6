/**
 * Searches for equal code points. The methods of JavaScript strings compare UTF-16 units, so they also find a lone
 * surrogate inside a surrogate pair. A well-formed search string never starts or ends inside a pair.
 */
import { failureTable } from "../../values/failure-table.ts";
import { prepareIncludes, prepareIndexOf } from "../../values/substring-search.ts";

export interface CodePointSearch {
  readonly contains: (text: string) => boolean;
  readonly startsWith: (text: string) => boolean;
  readonly endsWith: (text: string) => boolean;
  /** Returns the offset of the first match in UTF-16 units, or -1. */
  readonly indexIn: (text: string) => number;
}

/**
 * Prepares the tests for one search string.
 * @example codePointSearch("\ud83d").contains("😀") // false
 */
export function codePointSearch(searchString: string): CodePointSearch {
  if (!STARTS_OR_ENDS_LONE.test(searchString))
    return {
      indexIn: prepareIndexOf(searchString),
      contains: prepareIncludes(searchString),
      startsWith: (text) => text.startsWith(searchString),
      endsWith: (text) => text.endsWith(searchString),
    };
  let linear: ((text: string) => number) | undefined;
  const includes = prepareIncludes(searchString);
  const indexIn = (text: string) => (includes(text) ? (linear ??= linearSearch(searchString))(text) : -1);
  return {
    indexIn,
    contains: (text) => indexIn(text) >= 0,
    startsWith: (text) => text.startsWith(searchString) && !isInsidePair(text, searchString.length),
    endsWith: (text) => text.endsWith(searchString) && !isInsidePair(text, text.length - searchString.length),
  };
}

/** Matches strings that start with a trail surrogate or end with a lead surrogate. */
const STARTS_OR_ENDS_LONE = /^[\udc00-\udfff]|[\ud800-\udbff]$/;

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && text.codePointAt(at - 1)! > 0xffff;
}

/** Searches code points by the algorithm of Knuth, Morris and Pratt. */
function linearSearch(searchString: string): (text: string) => number {
  const points = Array.from(searchString, (character) => character.codePointAt(0)!);
  const failures = failureTable(points);
  return (text) => {
    let matched = 0;
    let end = 0;
    for (const character of text) {
      end += character.length;
      const point = character.codePointAt(0)!;
      while (matched > 0 && points[matched] !== point) matched = failures[matched - 1]!;
      if (points[matched] === point) matched++;
      if (matched === points.length) return end - searchString.length;
    }
    return -1;
  };
}

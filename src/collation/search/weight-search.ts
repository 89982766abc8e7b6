/**
 * Searches strings by the weight tables. Requires search strings of simple characters only (see weight-tables.ts).
 * Tests return undefined if a contraction or a character that is not simple could decide the result.
 */
import { failureTable } from "../../values/failure-table.ts";
import { prepareIncludes } from "../../values/substring-search.ts";
import type { IntlLevel } from "../order/intl-levels.ts";
import { WEIGHT_TABLE_END, weightAt, type WeightTables } from "../order/weight-tables.ts";

type TestResult = boolean | undefined;

export interface WeightSearch {
  equals(text: string): TestResult;
  startsWith(text: string): TestResult;
  endsWith(text: string): TestResult;
  contains(text: string): TestResult;
}

/**
 * @returns undefined if the search string is empty, or has a contraction, CR, LF, or a character that is not simple
 * (see weight-tables.ts)
 */
export function prepareWeightSearch(
  tables: WeightTables,
  level: IntlLevel,
  searchString: string,
): WeightSearch | undefined {
  const weights = tables[level];
  const size = searchString.length;
  const pattern = new Uint16Array(size);
  for (let i = 0; i < size; i++) {
    const weight = weightAt(weights, searchString, i);
    if (
      weight === 0 ||
      searchString[i] === "\r" ||
      searchString[i] === "\n" ||
      contractsAt(tables, searchString, i)
    )
      return undefined;
    pattern[i] = weight;
  }
  if (size === 0) return undefined;

  /**
   * Returns whether a match may end at `at`: at the string's end, or before a simple character (see weight-tables.ts)
   * outside contractions.
   */
  const isBoundary = (text: string, at: number): boolean =>
    at >= text.length || (weightAt(weights, text, at) !== 0 && !contractsAt(tables, text, at));

  const startsWithPattern = (text: string): TestResult => {
    for (let i = 0; i < size; i++) {
      if (i >= text.length) return false;
      const weight = weightAt(weights, text, i);
      if (weight === 0 || contractsAt(tables, text, i)) return undefined;
      if (weight !== pattern[i]) return isBoundary(text, i + 1) ? false : undefined;
    }
    return isBoundary(text, size) ? true : undefined;
  };

  const inAscii = tables.foldsAsciiToLowerCase ? asciiSearch(weights, pattern, level) : undefined;
  let inLatin: ((text: string) => TestResult) | undefined;
  return {
    equals(text) {
      const start = startsWithPattern(text);
      if (start !== true || text.length === size) return start;
      return isBoundary(text, size + 1) ? false : undefined;
    },
    startsWith: startsWithPattern,
    endsWith(text) {
      let at = text.length;
      for (let i = size - 1; i >= 0; i--) {
        if (--at < 0) return false;
        const weight = weightAt(weights, text, at);
        if (weight === 0 || contractsAt(tables, text, at)) return undefined;
        if (weight !== pattern[i])
          return at === 0 || weightAt(weights, text, at - 1) !== 0 ? false : undefined;
      }
      return at === 0 || weightAt(weights, text, at - 1) !== 0 ? true : undefined;
    },
    contains(text) {
      if (inAscii !== undefined && !NOT_SIMPLE_ASCII.test(text)) return inAscii(text);
      return (inLatin ??= latinSearch(tables, pattern, level))(text);
    },
  };
}

/**
 * Matches a character that ASCII search cannot handle: outside ASCII, or an ASCII control character, which is
 * ignorable.
 */
const NOT_SIMPLE_ASCII = /[^\t-\r -~]/;

/** Searches ASCII strings with `includes`: unchanged at the tertiary level, in lower case at lower levels. */
function asciiSearch(
  weights: Uint16Array,
  pattern: Uint16Array,
  level: IntlLevel,
): (text: string) => boolean {
  const characters = new Map<number, string>();
  for (let unit = 0; unit < 0x7f; unit++) characters.set(weights[unit]!, String.fromCharCode(unit));
  const simple = Array.from(pattern, (weight) => characters.get(weight));
  if (simple.includes(undefined)) return () => false;
  const form = simple.join("");
  if (level === "tertiary") return prepareIncludes(form);
  const includes = prepareIncludes(form.toLowerCase());
  return (text) => includes(text.toLowerCase());
}

/**
 * Searches weights by the algorithm of Knuth, Morris and Pratt. On the first level, ß, æ and œ have two weights,
 * between which no match may begin or end.
 */
function latinSearch(
  tables: WeightTables,
  pattern: Uint16Array,
  level: IntlLevel,
): (text: string) => TestResult {
  const weights = tables[level];
  const { contracts } = tables;
  const size = pattern.length;
  const failures = failureTable(pattern);
  const expansions = level === "primary" ? tables.expansions : undefined;
  const advance = (matched: number, weight: number): number => {
    while (matched > 0 && pattern[matched] !== weight) matched = failures[matched - 1]!;
    return pattern[matched] === weight ? matched + 1 : 0;
  };

  return (text) => {
    let matched = 0;
    let weightIndex = 0;
    // Indexes of the second weights of ß, æ and œ in the sequence of weights. No match starts there.
    let seconds: Set<number> | undefined;
    for (let at = 0; at < text.length; at++, weightIndex++) {
      const unit = text.charCodeAt(at);
      const weight = unit < WEIGHT_TABLE_END ? weights[unit]! : 0;
      if (contracts !== undefined && at > 0 && contracts(text, at - 1, at, at + 1)) return undefined;
      if (weight !== 0) {
        matched = pattern[matched] === weight ? matched + 1 : advance(matched, weight);
      } else {
        const expansion = expansions?.get(unit);
        if (expansion === undefined) return undefined;
        matched = advance(matched, expansion[0]);
        if (matched === size) matched = failures[size - 1]!;
        matched = advance(matched, expansion[1]);
        weightIndex++;
        (seconds ??= new Set()).add(weightIndex);
      }
      if (matched !== size) continue;
      if (seconds?.has(weightIndex - size + 1) !== true) {
        const next = at + 1 < text.length ? text.charCodeAt(at + 1) : undefined;
        if (next === undefined) return true;
        const isKnown = (next < WEIGHT_TABLE_END && weights[next] !== 0) || expansions?.has(next) === true;
        return isKnown && !contractsAt(tables, text, at + 1) ? true : undefined;
      }
      matched = failures[size - 1]!;
    }
    return false;
  };
}

function contractsAt({ contracts }: WeightTables, text: string, at: number): boolean {
  return contracts !== undefined && at > 0 && contracts(text, at - 1, at, at + 1);
}

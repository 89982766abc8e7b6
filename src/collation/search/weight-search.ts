/**
 * Equality and search for a plain needle (see plain-letters.ts), prepared once and asked for many texts. Each question
 * answers true, false, or undefined where a text has something that is not plain, or joins, at a place that matters.
 */
import type { IntlLevel } from "../order/intl-levels.ts";
import { WEIGHT_TABLE_END, weightAt, type WeightTables } from "../order/weight-tables.ts";

type Answer = boolean | undefined;

export interface WeightSearch {
  equals(text: string): Answer;
  startsWith(text: string): Answer;
  endsWith(text: string): Answer;
  contains(text: string): Answer;
}

/**
 * Prepares a needle.
 *
 * @returns undefined if the needle is not plain, is empty, or has CR or LF, which make one grapheme together.
 */
export function prepareWeightSearch(
  letters: WeightTables,
  level: IntlLevel,
  needle: string,
): WeightSearch | undefined {
  const table = letters[level];
  const size = needle.length;
  const pattern = new Uint16Array(size);
  for (let i = 0; i < size; i++) {
    const weight = weightAt(table, needle, i);
    if (weight === 0 || needle[i] === "\r" || needle[i] === "\n" || joinsAt(letters, needle, i))
      return undefined;
    pattern[i] = weight;
  }
  if (size === 0) return undefined;

  /** Whether the unit here, if there is one, is plain and does not join with the one before. */
  const isFree = (text: string, at: number): boolean =>
    at >= text.length || (weightAt(table, text, at) !== 0 && !joinsAt(letters, text, at));

  /** Whether the text begins with the pattern. */
  const follows = (text: string): Answer => {
    for (let i = 0; i < size; i++) {
      if (i >= text.length) return false;
      const weight = weightAt(table, text, i);
      if (weight === 0 || joinsAt(letters, text, i)) return undefined;
      if (weight !== pattern[i]) return isFree(text, i + 1) ? false : undefined;
    }
    return isFree(text, size) ? true : undefined;
  };

  const inAscii = letters.foldsAsciiToLowerCase ? asciiSearch(table, pattern, level) : undefined;
  let inLatin: ((text: string) => Answer) | undefined;
  return {
    equals(text) {
      const start = follows(text);
      if (start !== true || text.length === size) return start;
      return isFree(text, size + 1) ? false : undefined;
    },
    startsWith: follows,
    endsWith(text) {
      let at = text.length;
      for (let i = size - 1; i >= 0; i--) {
        if (--at < 0) return false;
        const weight = weightAt(table, text, at);
        if (weight === 0 || joinsAt(letters, text, at)) return undefined;
        if (weight !== pattern[i]) return at === 0 || weightAt(table, text, at - 1) !== 0 ? false : undefined;
      }
      return at === 0 || weightAt(table, text, at - 1) !== 0 ? true : undefined;
    },
    contains(text) {
      if (inAscii !== undefined && !NOT_PLAIN_ASCII.test(text)) return inAscii(text);
      return (inLatin ??= latinSearch(letters, pattern, level))(text);
    },
  };
}

/** All of ASCII but these is ignorable. */
const NOT_PLAIN_ASCII = /[^\t-\r -~]/;

/** The search through plain ASCII, which the engine's own search does. Below the third level, in lower case. */
function asciiSearch(table: Uint16Array, pattern: Uint16Array, level: IntlLevel): (text: string) => boolean {
  const characters = new Map<number, string>();
  for (let unit = 0; unit < 0x7f; unit++) characters.set(table[unit]!, String.fromCharCode(unit));
  const needle = Array.from(pattern, (weight) => characters.get(weight));
  if (needle.includes(undefined)) return () => false;
  const form = needle.join("");
  if (level === "tertiary") return (text) => text.includes(form);
  const lower = form.toLowerCase();
  return (text) => text.toLowerCase().includes(lower);
}

/**
 * The search through texts with other letters (Knuth, Morris and Pratt: it never goes back). At the first level ß, æ
 * and œ count as two letters, and a match can neither begin nor end between them.
 */
function latinSearch(
  letters: WeightTables,
  pattern: Uint16Array,
  level: IntlLevel,
): (text: string) => Answer {
  const table = letters[level];
  const { contracts: joins } = letters;
  const size = pattern.length;
  const steps = failureSteps(pattern);
  const doubles = level === "primary" ? letters.expansions : undefined;
  const advance = (matched: number, weight: number): number => {
    while (matched > 0 && pattern[matched] !== weight) matched = steps[matched - 1]!;
    return pattern[matched] === weight ? matched + 1 : 0;
  };

  return (text) => {
    let matched = 0;
    // How many weights came before this unit, and which of them are the second of a double.
    let place = 0;
    let seconds: Set<number> | undefined;
    for (let at = 0; at < text.length; at++, place++) {
      const unit = text.charCodeAt(at);
      const weight = unit < WEIGHT_TABLE_END ? table[unit]! : 0;
      if (joins !== undefined && at > 0 && joins(text, at - 1, at, at + 1)) return undefined;
      if (weight !== 0) {
        matched = pattern[matched] === weight ? matched + 1 : advance(matched, weight);
      } else {
        const double = doubles?.get(unit);
        if (double === undefined) return undefined;
        matched = advance(matched, double[0]);
        if (matched === size) matched = steps[size - 1]!;
        matched = advance(matched, double[1]);
        place++;
        (seconds ??= new Set()).add(place);
      }
      if (matched !== size) continue;
      if (seconds?.has(place - size + 1) !== true) {
        const next = at + 1 < text.length ? text.charCodeAt(at + 1) : undefined;
        if (next === undefined) return true;
        const isLetter = (next < WEIGHT_TABLE_END && table[next] !== 0) || doubles?.has(next) === true;
        return isLetter && !joinsAt(letters, text, at + 1) ? true : undefined;
      }
      matched = steps[size - 1]!;
    }
    return false;
  };
}

/** For each prefix of the pattern, the length of its longest border. */
function failureSteps(pattern: Uint16Array): Int32Array {
  const steps = new Int32Array(pattern.length);
  for (let i = 1, matched = 0; i < pattern.length; i++) {
    while (matched > 0 && pattern[matched] !== pattern[i]) matched = steps[matched - 1]!;
    if (pattern[matched] === pattern[i]) matched++;
    steps[i] = matched;
  }
  return steps;
}

/** Whether the unit here joins with the one before. */
function joinsAt({ contracts: joins }: WeightTables, text: string, at: number): boolean {
  return joins !== undefined && at > 0 && joins(text, at - 1, at, at + 1);
}

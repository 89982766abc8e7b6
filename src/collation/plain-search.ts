/**
 * Equality and search for a plain needle (see plain-letters.ts), prepared once and asked for many texts. Each question
 * answers true, false, or undefined where a text has something that is not plain at a place that matters.
 */
import { LETTER_PAIRS, PLAIN_END, plainAt, weightAt, type PlainWeights } from "./plain-letters.ts";
import type { Level } from "./levels.ts";

type Answer = boolean | undefined;

export interface PlainNeedle {
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
export function preparePlain(weights: PlainWeights, level: Level, needle: string): PlainNeedle | undefined {
  const table = weights[level];
  const pattern = new Uint16Array(needle.length);
  for (let i = 0; i < needle.length; i++) {
    const weight = weightAt(table, needle, i);
    if (weight === 0 || needle[i] === "\r" || needle[i] === "\n") return undefined;
    pattern[i] = weight;
  }
  const size = pattern.length;
  if (size === 0) return undefined;
  const ascii = asciiForm(table, pattern, level);
  const ignoresCase = level !== "tertiary";
  let findIn: ((text: string) => Answer) | undefined;

  /** Whether the text begins with the pattern. */
  const follows = (text: string): Answer => {
    for (let i = 0; i < size; i++) {
      if (i >= text.length) return false;
      const weight = weightAt(table, text, i);
      if (weight === 0) return undefined;
      if (weight !== pattern[i]) return plainAt(table, text, i + 1) ? false : undefined;
    }
    return plainAt(table, text, size) ? true : undefined;
  };

  return {
    equals(text) {
      const start = follows(text);
      if (start !== true || text.length === size) return start;
      return plainAt(table, text, size + 1) ? false : undefined;
    },
    startsWith: follows,
    endsWith(text) {
      for (let i = size - 1, at = text.length - 1; i >= 0; i--, at--) {
        if (at < 0) return false;
        const weight = weightAt(table, text, at);
        if (weight === 0) return undefined;
        if (weight !== pattern[i]) return plainBefore(table, text, at) ? false : undefined;
      }
      return plainBefore(table, text, text.length - size) ? true : undefined;
    },
    contains(text) {
      if (NOT_PLAIN_ASCII.test(text)) return (findIn ??= makeFind(table, pattern, level))(text);
      return ascii !== undefined && (ignoresCase ? text.toLowerCase() : text).includes(ascii);
    },
  };
}

/** All of ASCII but these is ignorable. */
const NOT_PLAIN_ASCII = /[^\t-\r -~]/;

/** The needle as it reads in an ASCII text, in lower case below the third level; undefined if none can hold it. */
function asciiForm(table: Uint16Array, pattern: Uint16Array, level: Level): string | undefined {
  const characters = new Map<number, string>();
  for (let unit = 0; unit < 0x7f; unit++) {
    const weight = table[unit]!;
    if (weight !== 0) characters.set(weight, String.fromCharCode(unit));
  }
  let form = "";
  for (const weight of pattern) {
    const character = characters.get(weight);
    if (character === undefined) return undefined;
    form += character;
  }
  return level === "tertiary" ? form : form.toLowerCase();
}

/**
 * Makes the search through a text with letters beyond ASCII (Knuth, Morris and Pratt: it never goes back). At the first
 * level ß, æ and œ count as two letters, and a match can neither begin nor end between them.
 */
function makeFind(table: Uint16Array, pattern: Uint16Array, level: Level): (text: string) => Answer {
  const size = pattern.length;
  const steps = failureSteps(pattern);
  const pairs = new Map<number, readonly [number, number]>();
  if (level === "primary") {
    for (const [letter, two] of LETTER_PAIRS) {
      pairs.set(letter.charCodeAt(0), [weightAt(table, two, 0), weightAt(table, two, 1)]);
    }
  }
  const advance = (matched: number, weight: number): number => {
    while (matched > 0 && pattern[matched] !== weight) matched = steps[matched - 1]!;
    return pattern[matched] === weight ? matched + 1 : 0;
  };

  return (text) => {
    let matched = 0;
    // How many weights came before this unit, and which of them are the second of a pair.
    let place = 0;
    let seconds: Set<number> | undefined;
    for (let at = 0; at < text.length; at++, place++) {
      const unit = text.charCodeAt(at);
      const weight = unit < PLAIN_END ? table[unit]! : 0;
      if (weight !== 0) {
        matched = pattern[matched] === weight ? matched + 1 : advance(matched, weight);
      } else {
        const pair = pairs.get(unit);
        if (pair === undefined) return undefined;
        matched = advance(matched, pair[0]);
        if (matched === size) matched = steps[size - 1]!;
        matched = advance(matched, pair[1]);
        place++;
        (seconds ??= new Set()).add(place);
      }
      if (matched === size) {
        if (seconds?.has(place - size + 1) !== true)
          return isLetterAt(table, pairs, text, at + 1) ? true : undefined;
        matched = steps[size - 1]!;
      }
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

function isLetterAt(
  table: Uint16Array,
  pairs: ReadonlyMap<number, unknown>,
  text: string,
  at: number,
): boolean {
  return plainAt(table, text, at) || pairs.has(text.charCodeAt(at));
}

function plainBefore(table: Uint16Array, text: string, at: number): boolean {
  return at <= 0 || weightAt(table, text, at - 1) !== 0;
}

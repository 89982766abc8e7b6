/**
 * Equality and search for a plain needle (see plain-letters.ts), prepared once and asked for many texts. Each question
 * answers true, false, or undefined where a text has something that is not plain at a place that matters.
 */
import { plainAt, weightAt, type PlainWeights } from "./plain-letters.ts";
import type { Level } from "./levels.ts";

export interface PlainNeedle {
  equals(text: string): boolean | undefined;
  startsWith(text: string): boolean | undefined;
  endsWith(text: string): boolean | undefined;
  contains(text: string): boolean | undefined;
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
  let steps: Int32Array | undefined;

  /** How far the text follows the pattern; undefined if what stands there is not plain. */
  const follows = (text: string): boolean | undefined => {
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
      if (!NOT_PLAIN_ASCII.test(text)) {
        if (ascii === undefined) return false;
        return (level === "tertiary" ? text : text.toLowerCase()).includes(ascii);
      }
      steps ??= failureSteps(pattern);
      for (let at = 0, matched = 0; at < text.length; at++) {
        const weight = weightAt(table, text, at);
        if (weight === 0) return undefined;
        while (matched > 0 && pattern[matched] !== weight) matched = steps[matched - 1]!;
        if (pattern[matched] === weight) matched++;
        if (matched === size) return plainAt(table, text, at + 1) ? true : undefined;
      }
      return false;
    },
  };
}

/** Plain units of ASCII are these; the rest of ASCII is ignorable. */
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

/** For each prefix of the pattern, the length of its longest border: the search never goes back in the text. */
function failureSteps(pattern: Uint16Array): Int32Array {
  const steps = new Int32Array(pattern.length);
  for (let i = 1, matched = 0; i < pattern.length; i++) {
    while (matched > 0 && pattern[matched] !== pattern[i]) matched = steps[matched - 1]!;
    if (pattern[matched] === pattern[i]) matched++;
    steps[i] = matched;
  }
  return steps;
}

function plainBefore(table: Uint16Array, text: string, at: number): boolean {
  return at <= 0 || weightAt(table, text, at - 1) !== 0;
}

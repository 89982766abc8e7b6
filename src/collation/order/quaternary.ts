/**
 * Compares strings on the fourth level, which `Intl` lacks. Japanese: hiragana before katakana. Thai: spaces and
 * punctuation. Verified against ICU.
 */
import { intlOrder, type Compare } from "./intl-levels.ts";
import { ROOT_LOCALE } from "../locale/resolve-locale.ts";

/**
 * Returns the locale's fourth-level order, or undefined if the level has no differences. The order requires strings
 * that are equal on the third level.
 */
export function quaternaryOrder(locale: string): Compare | undefined {
  const { language } = new Intl.Locale(locale);
  if (language === "ja") return compareKana;
  if (language === "th") return compareThaiPunctuation;
  return undefined;
}

/** Compares the scripts of the kana in order, hiragana before katakana. Ignores all other characters. */
function compareKana(a: string, b: string): number {
  let i = 0;
  let j = 0;
  for (;;) {
    while (i < a.length && kindOfKana(a, i) === NO_KANA) i++;
    while (j < b.length && kindOfKana(b, j) === NO_KANA) j++;
    if (i >= a.length || j >= b.length) return (i < a.length ? 1 : 0) - (j < b.length ? 1 : 0);
    const difference = kindOfKana(a, i++) - kindOfKana(b, j++);
    if (difference !== 0) return difference;
  }
}

const NO_KANA = -1;
const HIRAGANA = 0;
const KATAKANA = 1;

/**
 * Returns the script of the UTF-16 unit at `at`. Characters of both scripts, such as the length mark, are not kana.
 */
function kindOfKana(text: string, at: number): number {
  const c = text.charCodeAt(at);
  if (c < 0x3041 || (c > 0x31ff && c < 0xd800)) return NO_KANA;
  if (c <= 0x309f) return c <= 0x3096 || c >= 0x309d ? HIRAGANA : NO_KANA;
  if (c <= 0x30ff) return c >= 0x30a1 && c !== 0x30fb && c !== 0x30fc ? KATAKANA : NO_KANA;
  if (c >= 0x31f0 && c <= 0x31ff) return KATAKANA;
  if (c >= 0xff66 && c <= 0xff9d) return c === 0xff70 ? NO_KANA : KATAKANA;
  return NO_KANA;
}

/**
 * Requires strings that are equal on the third level: their letters are equal, so the first level of root order
 * compares only punctuation. Characters that Thai orders differently than root order are replaced first.
 */
function compareThaiPunctuation(a: string, b: string): number {
  return intlOrder(ROOT_LOCALE, "primary")(
    a.replace(THAI_PUNCTUATION, thaiReplacement),
    b.replace(THAI_PUNCTUATION, thaiReplacement),
  );
}

const THAI_PUNCTUATION = /[ฯ๚๛ๆ\u0e4d\u0e3a]/g;

/**
 * Returns a string whose root order is the Thai order of the character. Thai orders U+0E2F directly before U+0E5A,
 * and U+0E46 directly after U+0E5B. U+FFFE has the lowest weight, U+FFFF the highest. Nikhahit and phinthu are
 * letters in Thai, not combining marks, so any letter replaces them.
 */
function thaiReplacement(character: string): string {
  switch (character) {
    case "ฯ":
      return "๚\ufffe";
    case "๚":
      return "๚\uffff";
    case "๛":
      return "๛\ufffe";
    case "ๆ":
      return "๛\uffff";
    default:
      return "a";
  }
}

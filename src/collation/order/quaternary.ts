/**
 * The fourth level, which `Intl` does not have. It decides only between texts that tie at the third, and only two
 * languages use it: Japanese orders hiragana before katakana, and Thai, which ignores spaces and punctuation at the
 * levels before, looks at them here. Both steps were held against ICU's own fourth level on millions of pairs.
 */
import { intlOrder, type Compare } from "./intl-levels.ts";
import { ROOT_LOCALE } from "../locale/resolve-locale.ts";

/** What decides between texts that tie at the third level of a locale; undefined where nothing does. */
export function quaternaryOrder(locale: string): Compare | undefined {
  const { language } = new Intl.Locale(locale);
  if (language === "ja") return compareKana;
  if (language === "th") return compareThaiPunctuation;
  return undefined;
}

/** The first kana that differ in kind decide, whatever stands between them: both texts have the same sounds. */
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

/** Signs that belong to both scripts, such as the length mark, are no kana here: they follow the kana before them. */
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
 * Texts that tie have the same letters, so root's first level, which does see punctuation, finds the first place where
 * only the punctuation differs. Six characters that Thai orders unlike root are rewritten for it.
 */
function compareThaiPunctuation(a: string, b: string): number {
  return intlOrder(ROOT_LOCALE, "primary")(
    a.replace(THAI_MOVED, thaiStandIn),
    b.replace(THAI_MOVED, thaiStandIn),
  );
}

const THAI_MOVED = /[ฯ๚๛ๆ\u0e4d\u0e3a]/g;

/**
 * Thai puts U+0E2F just before U+0E5A and U+0E46 just after U+0E5B, as punctuation; U+FFFE has the lowest weight of all
 * and U+FFFF the highest. Nikhahit and phinthu are letters in Thai and marks in root: any letter will do.
 */
function thaiStandIn(character: string): string {
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

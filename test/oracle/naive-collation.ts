/**
 * Collation by its definition: one `Intl.Collator` per level, and search by all pairs of boundaries. Slow. It shares no code
 * with the collation that it checks. Does not support the quaternary level of Thai, which `Intl` lacks.
 */

export type NaiveStrength = "primary" | "secondary" | "tertiary" | "quaternary" | "identical" | "codePoint";

const SENSITIVITY = { primary: "base", secondary: "accent", tertiary: "variant" } as const;

/** Returns the collator of a level. Root order is `en-US`, because `Intl` resolves `und` to the default locale of the process. */
function level(strength: keyof typeof SENSITIVITY, locale: string | undefined): Intl.Collator {
  return new Intl.Collator(locale ?? "en-US", {
    usage: "sort",
    sensitivity: SENSITIVITY[strength],
    numeric: false,
  });
}

const levels = new Map<string, Intl.Collator>();

function atLevel(
  strength: keyof typeof SENSITIVITY,
  locale: string | undefined,
  a: string,
  b: string,
): number {
  const name = `${strength} ${locale ?? ""}`;
  let collator = levels.get(name);
  if (collator === undefined) levels.set(name, (collator = level(strength, locale)));
  return Math.sign(collator.compare(a, b));
}

/** Compares two strings. Returns a negative number, 0 or a positive number. */
export function naiveCompare(
  strength: NaiveStrength,
  locale: string | undefined,
  a: string,
  b: string,
): number {
  switch (strength) {
    case "primary":
    case "secondary":
    case "tertiary":
      return atLevel(strength, locale, a, b);
    case "quaternary":
      return atLevel("tertiary", locale, a, b) || (isJapanese(locale) ? byKana(a, b) : 0);
    case "identical":
      return (
        naiveCompare("quaternary", locale, a, b) ||
        byCodePoints(a.normalize("NFD"), b.normalize("NFD")) ||
        byCodePoints(a, b)
      );
    case "codePoint":
      return byCodePoints(a, b);
  }
}

/** Orders by code points; a prefix comes first. */
export function byCodePoints(a: string, b: string): number {
  const left = Array.from(a);
  const right = Array.from(b);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(left.length - right.length);
}

function isJapanese(locale: string | undefined): boolean {
  return locale === "ja" || locale?.startsWith("ja-") === true;
}

/** Orders hiragana before katakana, by the first kana that differ. */
function byKana(a: string, b: string): number {
  const left = kana(a);
  const right = kana(b);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    if (left[i] !== right[i]) return left[i] === "hiragana" ? -1 : 1;
  }
  return 0;
}

function kana(text: string): string[] {
  return Array.from(text.normalize("NFD")).flatMap((character) =>
    /[\u3041-\u3096\u309d\u309e]/.test(character)
      ? ["hiragana"]
      : /[\u30a1-\u30fa\u30fd\u30fe\u31f0-\u31ff\uff66-\uff9d]/.test(character)
        ? ["katakana"]
        : [],
  );
}

/** End of the string that the match must include. */
export type Pinned = "none" | "start" | "end";

/** Returns whether a substring of `text` equals `part`. */
export function naiveSearch(
  pinned: Pinned,
  strength: NaiveStrength,
  locale: string | undefined,
  text: string,
  part: string,
): boolean {
  const exact = strength === "identical" || strength === "codePoint";
  const places = exact ? codePointPlaces(text) : boundaries(text, locale);
  const equal = exact
    ? (stretch: string) => stretch === part
    : (stretch: string) => naiveCompare(strength, locale, stretch, part) === 0;
  if (equal("")) return true;
  for (const from of places) {
    for (const to of places) {
      if (to < from || (pinned === "start" && from !== 0) || (pinned === "end" && to !== text.length))
        continue;
      if (equal(text.slice(from, to))) return true;
    }
  }
  return false;
}

function codePointPlaces(text: string): number[] {
  const places = [0];
  for (const character of text) places.push(places.at(-1)! + character.length);
  return places;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the ends, and each grapheme boundary where U+034F changes nothing at tertiary. */
function boundaries(text: string, locale: string | undefined): number[] {
  const places = [0];
  for (const { index } of graphemes.segment(text)) {
    if (index === 0) continue;
    const joined = `${text.slice(0, index)}\u034f${text.slice(index)}`;
    if (atLevel("tertiary", locale, text, joined) === 0) places.push(index);
  }
  places.push(text.length);
  return places;
}

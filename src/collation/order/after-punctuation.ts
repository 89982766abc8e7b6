/**
 * Comparison in locales that ignore punctuation, such as Thai. There, marks and ignorable characters after punctuation are
 * ignored with it. The comparison of ICU skips the common prefix of two strings, and so misses punctuation at its end. The results
 * would depend on the compared strings, would not be transitive, and would differ from sort keys.
 */
type Compare = (a: string, b: string) => number;

const OTHER = 1;
/** Without a weight on the first level, and no punctuation. */
const IGNORABLE = 2;
/** The last weight of the character is that of punctuation, unless it belongs to the character before it. */
const PUNCTUATION = 3;

/** Comparisons of a locale, and of root order at the first level. */
export interface PunctuationOrders {
  readonly primary: Compare;
  readonly tertiary: Compare;
  readonly rootPrimary: Compare;
}

/**
 * Returns a function that makes a comparison of the locale consistent: if the common prefix ends in punctuation and an ignored
 * character follows it, the strings are compared without the ignored characters.
 */
export function ignoringAfterPunctuation({
  primary,
  tertiary,
  rootPrimary,
}: PunctuationOrders): (of: Compare) => Compare {
  let kinds: Uint8Array | undefined;
  const kindAt = (text: string, at: number): number => {
    const code = text.codePointAt(at)!;
    kinds ??= new Uint8Array(0x11_0000);
    const kind = (kinds[code] ||= kindOf(String.fromCodePoint(code)));
    return kind === PUNCTUATION && at > 0 && isPartOfLetter(text, at, code) ? OTHER : kind;
  };
  /** Returns whether punctuation belongs to the character before it, such as the middle dot after `l`. */
  const isPartOfLetter = (text: string, at: number, code: number): boolean => {
    const before = text.slice(isPairBefore(text, at) ? at - 2 : at - 1, at);
    const character = String.fromCodePoint(code);
    return tertiary(character, "") === 0 && tertiary(before + character, before) !== 0;
  };
  const kindOf = (character: string): number => {
    if (primary(character, "") === 0 && rootPrimary(character, "") === 0) return IGNORABLE;
    return tertiary(`${character}\u0301`, character) === 0 ? PUNCTUATION : OTHER;
  };
  const endsInPunctuation = (text: string, end: number): boolean => {
    for (let at = end; at > 0;) {
      at = isPairBefore(text, at) ? at - 2 : at - 1;
      const kind = kindAt(text, at);
      if (kind !== IGNORABLE) return kind === PUNCTUATION;
    }
    return false;
  };
  const withoutIgnored = (text: string): string => {
    let result = "";
    let from = 0;
    let isAfter = false;
    for (let at = 0; at < text.length;) {
      const next = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
      const kind = kindAt(text, at);
      if (kind !== IGNORABLE) isAfter = kind === PUNCTUATION;
      else if (isAfter) {
        result += text.slice(from, at);
        from = next;
      }
      at = next;
    }
    return result + text.slice(from);
  };
  const isIgnorableAt = (text: string, at: number) => at < text.length && kindAt(text, at) === IGNORABLE;
  return (compare) => (a, b) => {
    const shorter = Math.min(a.length, b.length);
    let at = 0;
    while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
    if (isPairBefore(a, at + 1) || isPairBefore(b, at + 1)) at--;
    return at > 0 && (isIgnorableAt(a, at) || isIgnorableAt(b, at)) && endsInPunctuation(a, at)
      ? compare(withoutIgnored(a), withoutIgnored(b))
      : compare(a, b);
  };
}

/** Returns whether the two UTF-16 units before `end` are a surrogate pair. */
function isPairBefore(text: string, end: number): boolean {
  return end >= 2 && end <= text.length && text.codePointAt(end - 2)! > 0xffff;
}

/** Opening quotes and their closing quotes. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['"', '"'],
  ["‘", "’"],
  ["’", "’"],
  ["“", "”"],
  ["”", "”"],
  ["„", "“"],
  ["´", "´"],
]);

/** Pattern of a text that begins with a quote. */
export const QUOTED = `[${[...QUOTES.keys()].join("")}][^]*`;

/** A quote between two letters, if the next one can end the string. An operator can follow a string directly: `'a'and'b'`. */
const APOSTROPHE = String.raw`(?<=\p{L})'(?=\p{L})(?!(?:and|or|in|is|i?like|not|eq|ne|[lg][te]|between|asc|desc)\b)(?=[^']{1,199}'(?<![=<>,(]\s*')(?:[\s,);&|]|$))`;

/**
 * Returns a pattern of strings in all common notations. A doubled quote is a quote; so are a quote after a backslash, if the text has
 * escapes, and an apostrophe between two letters.
 */
export function stringPattern(hasEscapes: boolean): string {
  const escape = hasEscapes ? String.raw`\\` : "";
  const patterns = [...QUOTES].map(([open, close]) => {
    const parts = [`[^${escape}${close}]`, close + close];
    if (hasEscapes) parts.push(String.raw`\\[^]`);
    if (close === "'") parts.push(APOSTROPHE);
    return `${open}(?:${parts.join("|")})*${close}(?!${close})`;
  });
  return patterns.join("|");
}

/** A string without its quotes. */
export interface ForeignString {
  readonly value: string;
  /** Difference from the notation of this language: `value` is a quote inside of the string that is not doubled. */
  readonly difference: "quote" | "escape" | "value" | undefined;
}

/**
 * Reads the value of a scanned string. Backslashes stay as written, unless one of them escapes a quote: then the string
 * is written with escapes.
 */
export function readForeignString(image: string): ForeignString {
  const close = QUOTES.get(image.charAt(0))!;
  const inner = image.slice(1, -1);
  if (/\\['"]/.test(inner)) return { value: inner.replaceAll(/\\(['"\\])/g, "$1"), difference: "escape" };
  const value = inner.replaceAll(close + close, close);
  if (!/^['"]/.test(image)) return { value, difference: "quote" };
  const isDoubled = !inner.replaceAll(close + close, "").includes(close);
  return { value, difference: isDoubled ? undefined : "value" };
}

/** Types of dates and times. */
export const TEMPORAL = /^(?:date|time|timestamp(?:tz)?|datetime(?:offset)?)$/i;
const ADJACENT_TYPES =
  /^(?:interval|duration|binary|guid|uuid|geography|geometry|json|text|varchar|[bnexru])$/i;

/**
 * Returns whether a word before a string is the type of a value, as in `DATE '2020-01-31'` and `guid'…'`. After another word, as in
 * `eq(name'x')`, a comma is missing.
 *
 * @param isAdjacent whether the string begins directly after the word
 */
export function isTypeBeforeString(word: string, isAdjacent: boolean): boolean {
  return TEMPORAL.test(word) || (isAdjacent && ADJACENT_TYPES.test(word));
}

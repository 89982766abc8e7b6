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

/** Maximum number of characters that are searched for the end of a string with an apostrophe. */
const maxContinuation = 200;

/** Words that can follow a string directly: `'a'and'b'` are two strings. */
const NEXT_OPERATOR = /(?:and|or|in|is|like|ilike|not|eq|ne|lt|le|gt|ge|between|asc|desc)\b/iy;

/** Pattern of the opening quotes. */
export const QUOTED = `['"‘’“”„´]`;

/**
 * Returns the end of a string of any common notation. A doubled quote is a quote; so are a quote after a backslash, if the text has
 * escapes, and an apostrophe between two letters. Undefined if no string begins at `start`, or if it has no end.
 */
export function endOfString(text: string, start: number, hasEscapes: boolean): number | undefined {
  const close = QUOTES.get(text.charAt(start));
  if (close === undefined) return undefined;
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\\" && hasEscapes) {
      at++;
    } else if (character === close) {
      if (text.charAt(at + 1) === close) at++;
      else if (!isApostrophe(text, at, close)) return at + 1;
    }
  }
  return undefined;
}

function isApostrophe(text: string, at: number, close: string): boolean {
  if (close !== "'" || !/^\p{L}$/u.test(text.charAt(at - 1)) || !/^\p{L}$/u.test(text.charAt(at + 1)))
    return false;
  NEXT_OPERATOR.lastIndex = at + 1;
  if (NEXT_OPERATOR.test(text)) return false;
  // The quote is an apostrophe if the next one can end the string.
  const rest = text.slice(at + 1, at + 1 + maxContinuation);
  const next = rest.indexOf("'");
  return (
    next > 0 && /^(?:[\s,);&|]|$)/.test(rest.slice(next + 1)) && !/[=<>,(]\s*$/.test(rest.slice(0, next))
  );
}

/** A string without its quotes. */
export interface ForeignString {
  readonly value: string;
  /** Difference from the notation of this language. `apostrophe` is a quote inside of the string that is not doubled. */
  readonly difference: "quote" | "escape" | "apostrophe" | undefined;
}

/**
 * Reads the value of a scanned string. Backslashes stay as written, unless one of them escapes a quote: then the string
 * is written with escapes.
 */
export function readForeignString(image: string): ForeignString {
  const open = image.charAt(0);
  const close = QUOTES.get(open)!;
  const inner = image.slice(1, -1);
  if (/\\['"]/.test(inner)) {
    return { value: inner.replaceAll(/\\(['"\\])/g, "$1"), difference: "escape" };
  }
  const value = inner.replaceAll(close + close, close);
  if (open !== "'" && open !== '"') return { value, difference: "quote" };
  const isDoubled = 2 * count(value, close) === count(inner, close);
  return { value, difference: isDoubled ? undefined : "apostrophe" };
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Reads a string of JSON, where a backslash always escapes. Undefined if the text is not such a string. */
export function readJsonString(image: string): string | undefined {
  if (!image.startsWith('"')) return undefined;
  try {
    return JSON.parse(image) as string;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a word before a string is the type of a value in SQL or OData, as in `DATE '2020-01-31'` and `guid'…'`. After another
 * word, as in `eq(name'x')`, a comma is missing.
 *
 * @param isAdjacent whether the string begins directly after the word
 */
export function isTypeBeforeString(word: string, isAdjacent: boolean): boolean {
  return isAdjacent ? ADJACENT_TYPES.test(word) || ENUM_TYPE.test(word) : TYPES_WITH_SPACE.test(word);
}

const TYPES_WITH_SPACE = /^(?:date|time|timestamp|datetime)$/i;
const ADJACENT_TYPES =
  /^(?:date|time|timestamp(?:tz)?|datetime(?:offset)?|interval|duration|binary|guid|uuid|geography|geometry|json|text|varchar|[bnexru])$/i;
/** An enum of OData, such as `Sales.Color'Red'`. */
const ENUM_TYPE = /^[A-Z]\w*(?:\.[A-Z]\w*)+$/;

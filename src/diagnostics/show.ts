import { requireText } from "./require-argument.ts";

const MAXIMUM_QUOTATION = 60;

/**
 * Makes user text safe for a message, a log line or a terminal: escapes control characters, line breaks and direction marks,
 * and cuts the text after 60 characters.
 */
export function show(text: string): string {
  requireText(text, "text");
  return escapeControls(shorten(text));
}

function shorten(text: string): string {
  if (text.length <= MAXIMUM_QUOTATION) return text;
  // A surrogate pair is not split.
  return text.slice(0, MAXIMUM_QUOTATION).replace(/[\ud800-\udbff]$/, "") + "…";
}

/**
 * Replaces characters that change how a text is displayed, or that are invisible, by their code points: `<U+001B>`. These are
 * control characters, line separators, direction marks and ignorable characters. The variation selectors of emoji, and the
 * joiner between two emoji, stay.
 */
export function escapeControls(text: string): string {
  requireText(text, "text");
  // Expressions with \p are written where they are used: creating one takes a quarter of a millisecond at start-up.
  return text.replace(
    /(?!\u200d(?<=\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]?\u200d)\p{Extended_Pictographic})(?:[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point})/gu,
    escapeCharacter,
  );
}

function escapeCharacter(character: string): string {
  return `<${codePointName(character)}>`;
}

/** Returns the name of the first code point of a text: `U+0430`. */
export function codePointName(text: string): string {
  return `U+${text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Describes any value for the message of a programmer error. Runs no code of the value. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `"${showInvisible(value)}"`;
    case "object":
      return Array.isArray(value) ? "an array" : value ? "an object" : "null";
    case "function":
      return "a function";
    default:
      return showInvisible(String(value));
  }
}

/** Like `escapeControls`, also for the selectors and joiners of emoji. Shorter, for browsers: the builder loads only this one. */
function showInvisible(text: string): string {
  return shorten(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/gu, escapeCharacter);
}

/* Notation of names and strings (grammar.md, "Names" and "Text"). */

const SEGMENT = /^[\p{L}_@][\p{L}0-9_@-]*$/u;

/** Returns whether a call can have this name. Unlike a member, a function may be called `true`. */
export function isCallee(text: string): boolean {
  return SEGMENT.test(text);
}

/** Returns whether a string is a valid name for a function of a service. */
export function isSegment(text: string): boolean {
  return SEGMENT.test(text) && text !== "true" && text !== "false";
}

export function isDottedName(text: string): boolean {
  const segments = text.split(".");
  return segments.every((segment) => SEGMENT.test(segment)) && text !== "true" && text !== "false";
}

/** Returns whether a string literal can contain the text: not U+0000, and no lone surrogates. */
export function isSayable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

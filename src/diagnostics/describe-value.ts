const MAXIMUM_QUOTATION = 60;

/** Cuts a text after 60 characters. */
export function shorten(text: string): string {
  if (text.length <= MAXIMUM_QUOTATION) return text;
  // A surrogate pair is not split.
  return text.slice(0, MAXIMUM_QUOTATION).replace(/[\ud800-\udbff]$/, "") + "…";
}

export function escapeCharacter(character: string): string {
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

/**
 * Does the same as `escapeControls`, but also escapes the selectors and joiners of emoji: the pattern is shorter without this exception.
 * A page with the builder loads only this function.
 */
function showInvisible(text: string): string {
  return shorten(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/gu, escapeCharacter);
}

const MAXIMUM_QUOTATION = 60;

/**
 * Makes user text safe for a message, a log line or a terminal: escapes control characters, line breaks and direction marks,
 * and cuts the text after 60 characters.
 */
export function show(text: string): string {
  const cut = text.length > MAXIMUM_QUOTATION ? text.slice(0, cutAt(text)) + "…" : text;
  return escapeControls(cut);
}

/**
 * Characters that change how a text is displayed, or that are invisible: control characters, line separators, direction marks
 * and ignorable characters. The variation selectors of emoji are not included.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Replaces control characters and invisible characters by their code points: `<U+001B>`. */
export function escapeControls(text: string): string {
  return text.replace(UNSAFE, (character) => `<${codePointName(character)}>`);
}

/** Returns the name of the first code point of a text: `U+0430`. */
export function codePointName(text: string): string {
  return `U+${text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Returns the length after which a long text is cut, without splitting a surrogate pair. */
function cutAt(text: string): number {
  const before = text.charCodeAt(MAXIMUM_QUOTATION - 1);
  return before >= 0xd800 && before < 0xdc00 ? MAXIMUM_QUOTATION - 1 : MAXIMUM_QUOTATION;
}

/** Describes any value for the message of a programmer error. Runs no code of the value. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `"${show(value)}"`;
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? "an array" : "an object";
    case "function":
      return "a function";
    default:
      return show(String(value));
  }
}

const MAXIMUM_QUOTATION = 60;

/**
 * Makes user text safe for a message, a log line or a terminal: escapes control characters, line breaks and direction marks,
 * and cuts the text after 60 characters.
 */
export function show(text: string): string {
  const cut = text.length > MAXIMUM_QUOTATION ? text.slice(0, cutAt(text)) + "…" : text;
  return escapeControls(cut);
}

/** Replaces control characters, line separators and direction marks by their code points: `<U+001B>`. */
export function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => `<${codePointName(character)}>`);
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

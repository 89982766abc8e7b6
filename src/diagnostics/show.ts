/** The most characters of user text that a message quotes. */
const QUOTED = 60;

/**
 * User text made safe and short for a message, a log line or a terminal: control characters, line breaks and
 * direction marks become `U+XXXX` names, and what is beyond 60 characters is cut.
 */
export function show(text: string): string {
  const cut = text.length > QUOTED ? text.slice(0, cutAt(text)) + "…" : text;
  return escapeControls(cut);
}

/** Replaces every character that a terminal or a log could obey by its name in angle brackets: `<U+001B>`. */
export function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => `<${codePointName(character)}>`);
}

/** The name of the first code point: `U+0430`. */
export function codePointName(text: string): string {
  return `U+${text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Never cuts a surrogate pair in two. */
function cutAt(text: string): number {
  const before = text.charCodeAt(QUOTED - 1);
  return before >= 0xd800 && before < 0xdc00 ? QUOTED - 1 : QUOTED;
}

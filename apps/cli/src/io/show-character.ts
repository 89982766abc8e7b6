/** Single characters of foreign data in messages. */
import { escapeControls } from "tamis/diagnostics";

/** The name of a character: `U+000A`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A character between quotes, or its name where it cannot be seen. */
export function quoteCharacter(character: string): string {
  if (character === "") return "the end";
  return escapeControls(character) === character && character !== " "
    ? `'${character}'`
    : codePointName(character);
}

/** A byte as `0xE9`. */
export function byteName(byte: number): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

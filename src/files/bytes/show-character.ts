import { requireArgument } from "../../diagnostics/require-argument.ts";
import { escapeControls } from "../../diagnostics/show.ts";

/** @example showCodePoint("\n") // "U+000A" */
export function showCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Returns the character in quotes, or as a code point if it is invisible. */
export function quoteCharacter(character: string): string {
  if (character === "") return "the end";
  return escapeControls(character) === character && character !== " "
    ? `'${character}'`
    : showCodePoint(character);
}

/** @example byteName(233) // "0xE9" */
export function byteName(byte: number): string {
  requireArgument(Number.isInteger(byte), "byte", "an integer", byte);
  return `0x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

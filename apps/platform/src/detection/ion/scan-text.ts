/**
 * Checks the limits of Ion text before the library reads it. The library takes quadratic time for deep nesting and for very long
 * numbers. This scanner only separates strings, comments and brackets, so it accepts much that is no Ion.
 */
import { ION_LIMITS, IonError } from "./limits.ts";

const OPENING = new Set(["{", "[", "("]);
const CLOSING = new Set(["}", "]", ")"]);
const WORD = /[\w.+-]/;

/**
 * @throws IonError if a limit is exceeded
 */
export function scanText(text: string): void {
  let depth = 0;
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    const start = at;
    if (character === '"' || character === "'") at = afterString(text, at, character);
    else if (character === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) at = afterComment(text, at);
    else if (OPENING.has(character)) {
      at++;
      if (++depth > ION_LIMITS.depth + 1)
        throw new IonError(`Values are nested more than ${ION_LIMITS.depth} levels deep.`);
    } else if (CLOSING.has(character)) {
      at++;
      depth--;
    } else if (WORD.test(character)) {
      while (at < text.length && WORD.test(text[at]!)) at++;
      if (/^[\d+-]/.test(character) && at - start > ION_LIMITS.number)
        throw new IonError(`A number has more than ${ION_LIMITS.number} characters.`);
    } else {
      at++;
      if (character !== ":") continue;
    }
    // Each token is part of at most one value, name or annotation. Brackets of the end and colons count, too.
    if (++tokens > 4 * ION_LIMITS.values) throw tooMany();
  }
}

export function tooMany(): IonError {
  return new IonError(`The message has more than ${ION_LIMITS.values} values.`);
}

/** Returns the offset after a string, or the length of the text if it does not end. */
function afterString(text: string, from: number, quote: string): number {
  const end = quote === "'" && text.startsWith("'''", from) ? "'''" : quote;
  let at = from + end.length;
  while (at < text.length) {
    if (text[at] === "\\") at += 2;
    else if (text.startsWith(end, at)) return at + end.length;
    else at++;
  }
  return text.length;
}

function afterComment(text: string, from: number): number {
  const end = text[from + 1] === "/" ? "\n" : "*/";
  const index = text.indexOf(end, from + 2);
  return index < 0 ? text.length : index + end.length;
}

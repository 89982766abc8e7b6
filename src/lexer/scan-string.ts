import type { CustomPatternMatcherReturn } from "chevrotain";
import type { StringFault } from "../ast/literals.ts";

/**
 * Scans a string literal. A doubled quote is a quote inside the string.
 *
 * Users write `'O'Brien'`. If neither white space nor a separator follows a quote, the scan continues to the next quote that is
 * followed by one. So one error is reported instead of many.
 */
export function scanString(text: string, offset: number): CustomPatternMatcherReturn | null {
  const quote = text.charCodeAt(offset);
  if (quote !== 0x27 && quote !== 0x22) return null;
  const mark = quote === 0x27 ? "'" : '"';
  const end = closingQuote(text, offset + 1, mark);
  if (end < 0) {
    const escaped = text.indexOf(`\\${mark}`, offset + 1) + 1;
    return (
      (escaped > 0 ? continueScan(text, offset, escaped, mark) : null) ??
      makeMatch(text.slice(offset), { kind: "unterminated", quotes: [] })
    );
  }
  if (endsHere(text, end + 1) && !isEscape(text, end)) return makeMatch(text.slice(offset, end + 1));
  return continueScan(text, offset, end, mark) ?? makeMatch(text.slice(offset, end + 1));
}

/** Offset of the first quote that is not doubled, or -1. */
export function closingQuote(text: string, from: number, mark: string): number {
  for (let at = text.indexOf(mark, from); at >= 0; at = text.indexOf(mark, at + 2)) {
    if (text.charAt(at + 1) !== mark) return at;
  }
  return -1;
}

/** Maximum number of UTF-16 units after a quote that are searched for the real end of the string. Limits the time for hostile texts. */
const maxContinuation = 200;

function continueScan(
  text: string,
  offset: number,
  first: number,
  mark: string,
): CustomPatternMatcherReturn | null {
  const quotes = [first - offset];
  const limit = Math.min(text.length, first + maxContinuation);
  for (let at = first + 1; at < limit; at++) {
    if (text.charAt(at) !== mark) continue;
    if (isEscape(text, at)) {
      quotes.push(at - offset);
      continue;
    }
    if (text.charAt(at + 1) === mark) {
      at++;
      continue;
    }
    // A quote after a comma opens another string, so the first string ended at its first quote.
    if (opensNext(text, at)) return null;
    if (endsHere(text, at + 1) && separatorFollows(text, at + 1)) {
      return makeMatch(text.slice(offset, at + 1), { kind: "unescaped", quotes });
    }
    quotes.push(at - offset);
  }
  return null;
}

/** Always sets the payload: Chevrotain reads it, and must not find one on a polluted prototype. */
function makeMatch(image: string, fault?: StringFault): CustomPatternMatcherReturn {
  const result = [image] as unknown as CustomPatternMatcherReturn;
  result.payload = fault;
  return result;
}

/** Returns whether white space, `,`, `)`, `:` or the end of the text is at an offset. */
function endsHere(text: string, at: number): boolean {
  const next = text.charCodeAt(at);
  return (
    Number.isNaN(next) ||
    next === 0x29 ||
    next === 0x2c ||
    next === 0x20 ||
    next === 0x3a ||
    next === 0x09 ||
    next === 0x0a ||
    next === 0x0d
  );
}

/**
 * Returns whether a backslash before a quote is meant to escape it, as in other languages. In `'C:\'` it is an ordinary
 * character, because a separator follows the quote.
 */
function isEscape(text: string, at: number): boolean {
  return text.charAt(at - 1) === "\\" && !separatorFollows(text, at + 1);
}

function separatorFollows(text: string, from: number): boolean {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  const next = text.charAt(at);
  return next === "" || next === ")" || next === "," || next === ":";
}

function opensNext(text: string, at: number): boolean {
  let before = at - 1;
  while (isBlank(text.charCodeAt(before))) before--;
  return text.charAt(before) === "," || text.charAt(before) === "(";
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

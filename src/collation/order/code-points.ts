/**
 * Compares, counts and slices strings by code points. JavaScript's `<`, `length` and `slice` use UTF-16 units, which
 * order U+1F600 below U+FF5E and split surrogate pairs. A lone surrogate counts as one code point.
 */
import { requireText } from "../../diagnostics/require-argument.ts";

/**
 * Orders strings by code points. Linear.
 * @example compareCodePoints("～", "😀") // negative: U+FF5E is below U+1F600
 */
export function compareCodePoints(a: string, b: string): number {
  requireText(a, "a");
  requireText(b, "b");
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    return x < 0xd800 || y < 0xd800 ? x - y : rankAt(a, i) - rankAt(b, i);
  }
  return a.length - b.length;
}

/** Counts code points: `codePointLength("😀x")` is 2. */
export function codePointLength(text: string): number {
  requireText(text, "text");
  if (!LEAD.test(text)) return text.length;
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if (isLead(text.charCodeAt(i)) && isTrail(text.charCodeAt(i + 1))) {
      count--;
      i++;
    }
  }
  return count;
}

/**
 * Returns a substring. `start` and `length` count code points. Linear.
 * @param start counts from the end if negative; at least the start of the string
 * @param length maximum number of code points; a negative value means 0
 * @example codePointSlice("abcdef", -10, 5) // "abcde"
 */
export function codePointSlice(text: string, start: number, length: number = Infinity): string {
  requireText(text, "text");
  if (!(length > 0)) return "";
  if (!LEAD.test(text)) {
    const from = start < 0 ? Math.max(0, text.length + start) : start;
    return text.slice(from, from + length);
  }
  const from = start < 0 ? moveBackward(text, text.length, -start) : moveForward(text, 0, start);
  return text.slice(from, moveForward(text, from, length));
}

const LEAD = /[\ud800-\udbff]/;

/** Returns the UTF-16 offset `count` code points after `offset`, or the string's length. */
function moveForward(text: string, offset: number, count: number): number {
  let at = offset;
  for (let left = count; left > 0 && at < text.length; left--) {
    at += isLead(text.charCodeAt(at)) && isTrail(text.charCodeAt(at + 1)) ? 2 : 1;
  }
  return at;
}

/** Returns the UTF-16 offset `count` code points before `offset`, or 0. */
function moveBackward(text: string, offset: number, count: number): number {
  let at = offset;
  for (let left = count; left > 0 && at > 0; left--) {
    at -= at > 1 && isTrail(text.charCodeAt(at - 1)) && isLead(text.charCodeAt(at - 2)) ? 2 : 1;
  }
  return at;
}

/**
 * Returns a rank of the UTF-16 unit at `i` that orders strings by code points. Requires that the strings are equal
 * before `i`. A trail surrogate that completes a pair ranks highest: the other string has another such trail there,
 * or a lone lead before `i`, which is lower than any pair.
 */
function rankAt(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  if (isLead(unit)) return text.codePointAt(i)!;
  if (isTrail(unit) && i > 0 && isLead(text.charCodeAt(i - 1))) return 0x110000 + unit;
  return unit;
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

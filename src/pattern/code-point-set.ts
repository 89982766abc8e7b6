import { firstIndexWhere } from "../values/binary-search.ts";

/** Set of code points as inclusive ranges `min, max, min, max …`: ascending, disjoint and not adjacent. */
export type CodePointSet = readonly number[];

export const MAX_CODE_POINT = 0x10ffff;

export function hasCodePoint(set: CodePointSet, codePoint: number): boolean {
  const ranges = set.length / 2;
  const range = firstIndexWhere(0, ranges, (i) => codePoint <= set[2 * i + 1]!);
  return range < ranges && codePoint >= set[2 * range]!;
}

/** Returns the union of ranges `min, max, …`, which may overlap and be unsorted. */
export function union(ranges: readonly number[]): CodePointSet {
  const pairs: [number, number][] = [];
  for (let at = 0; at < ranges.length; at += 2) pairs.push([ranges[at]!, ranges[at + 1]!]);
  pairs.sort((a, b) => a[0] - b[0]);
  const set: number[] = [];
  for (const [low, high] of pairs) {
    const last = set.length - 1;
    if (last > 0 && low <= set[last]! + 1) set[last] = Math.max(set[last]!, high);
    else set.push(low, high);
  }
  return set;
}

export function complement(set: CodePointSet): CodePointSet {
  const result: number[] = [];
  let next = 0;
  for (let at = 0; at < set.length; at += 2) {
    if (next < set[at]!) result.push(next, set[at]! - 1);
    next = set[at + 1]! + 1;
  }
  if (next <= MAX_CODE_POINT) result.push(next, MAX_CODE_POINT);
  return result;
}

/**
 * Adds the case variants of all letters to a set. The variants of `k` and `s` include the Kelvin sign and the long s.
 * @returns undefined if the set has characters outside ASCII, whose variants only the RE2 engine knows
 */
export function foldCase(set: CodePointSet): CodePointSet | undefined {
  if (set.length > 0 && set.at(-1)! > 0x7f) return undefined;
  const ranges = [...set];
  for (let at = 0; at < set.length; at += 2) {
    const [low, high] = [set[at]!, set[at + 1]!];
    // Adds the other case of the letters A to Z and a to z in the range.
    for (const [first, last, step] of ALPHABETS) {
      if (low <= last && high >= first) ranges.push(Math.max(low, first) + step, Math.min(high, last) + step);
    }
  }
  const folded = union(ranges);
  const beyond = [hasCodePoint(folded, 0x6b) ? KELVIN : 0, hasCodePoint(folded, 0x73) ? LONG_S : 0];
  return union([...folded, ...beyond.filter((letter) => letter > 0).flatMap((letter) => [letter, letter])]);
}

const ALPHABETS = [
  [0x41, 0x5a, 0x20],
  [0x61, 0x7a, -0x20],
] as const;

const KELVIN = 0x212a;
const LONG_S = 0x17f;

/** Sets of the escapes `\d`, `\s` and `\w`, ASCII only, as in RE2. Capital letters mean the complements. */
export const LETTER_CLASSES: ReadonlyMap<string, CodePointSet> = new Map([
  ["d", [0x30, 0x39]],
  ["s", [0x09, 0x0a, 0x0c, 0x0d, 0x20, 0x20]],
  ["w", [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]],
]);

export const NAMED_CLASSES: ReadonlyMap<string, CodePointSet> = new Map([
  ["alnum", [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a]],
  ["alpha", [0x41, 0x5a, 0x61, 0x7a]],
  ["ascii", [0x00, 0x7f]],
  ["blank", [0x09, 0x09, 0x20, 0x20]],
  ["cntrl", [0x00, 0x1f, 0x7f, 0x7f]],
  ["digit", [0x30, 0x39]],
  ["graph", [0x21, 0x7e]],
  ["lower", [0x61, 0x7a]],
  ["print", [0x20, 0x7e]],
  ["punct", [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e]],
  ["space", [0x09, 0x0d, 0x20, 0x20]],
  ["upper", [0x41, 0x5a]],
  ["word", [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]],
  ["xdigit", [0x30, 0x39, 0x41, 0x46, 0x61, 0x66]],
]);

export const NEWLINE = 0x0a;
export const ALL: CodePointSet = [0, MAX_CODE_POINT];
export const ALL_BUT_NEWLINE: CodePointSet = complement([NEWLINE, NEWLINE]);

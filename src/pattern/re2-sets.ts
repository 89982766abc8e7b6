import { LruMap } from "../values/lru-map.ts";
import { hasCodePoint, MAX_CODE_POINT, type CodePointSet } from "./code-point-set.ts";
import { re2js } from "./re2js.ts";
import type { UnicodeSets } from "./unicode-sets.ts";

/**
 * Sets of code points by the Unicode data of the RE2 library. The library only provides the sets; the automaton of this
 * folder matches strings.
 */

export const RE2_SETS: UnicodeSets = { property: propertySet, folded: foldedSet };

/** Returns the code points that an escape such as `\p{Greek}` matches. Undefined for an unknown property. */
function propertySet(escape: string, isFolded: boolean): CodePointSet | undefined {
  const source = isFolded ? `(?i)${escape}` : escape;
  const cached = sets.get(source);
  if (cached !== undefined) return cached;
  try {
    re2js().RE2JS.compile(source);
  } catch {
    return undefined;
  }
  return remember(source, setOf(source));
}

/** Adds the case variants of all letters to a set. */
function foldedSet(set: CodePointSet): CodePointSet {
  let ranges = "";
  for (let at = 0; at < set.length; at += 2)
    ranges += `\\x{${set[at]!.toString(16)}}-\\x{${set[at + 1]!.toString(16)}}`;
  // The library compiles a class with one character to another instruction. U+0000, which has no case variants, makes
  // it a class with two, and is removed afterwards.
  const source = `(?i)[\\x{0}${ranges}]`;
  const cached = sets.get(source);
  if (cached !== undefined) return cached;
  const folded = setOf(source);
  if (hasCodePoint(set, 0)) return remember(source, folded);
  return remember(source, folded[1] === 0 ? folded.slice(2) : [1, ...folded.slice(1)]);
}

/** Cache of sets by their source text. Its size is limited, because requests choose the texts. */
const sets = /* @__PURE__ */ new LruMap<string, CodePointSet>(400);

function remember(source: string, set: CodePointSet): CodePointSet {
  sets.set(source, set);
  return set;
}

interface CompiledClass {
  readonly re2Input?: { readonly prog?: { readonly inst?: readonly { readonly runes?: unknown }[] } };
}

/** Reads the set from the compiled program of a class. Tests each code point if the program has another form. */
function setOf(source: string): CodePointSet {
  const compiled = re2js().RE2JS.compile(source);
  const runes = (compiled as unknown as CompiledClass).re2Input?.prog?.inst?.[1]?.runes;
  if (isSet(runes)) return [...runes];
  const set: number[] = [];
  for (let codePoint = 0; codePoint <= MAX_CODE_POINT; codePoint++) {
    if (!compiled.matches(String.fromCodePoint(codePoint))) continue;
    if (set.at(-1) === codePoint - 1) set[set.length - 1] = codePoint;
    else set.push(codePoint, codePoint);
  }
  return set;
}

function isSet(runes: unknown): runes is readonly number[] {
  return Array.isArray(runes) && runes.length > 0 && runes.length % 2 === 0;
}

import { ALL, ALL_BUT_NEWLINE, type CodePointSet } from "./code-point-set.ts";
import { withoutOuterAnchors, type PatternTree } from "./pattern-tree.ts";

/*
 * Most patterns are a few texts with `.*` between, before or after them: `.*late.*`, `sales-.*`, `.*roll.*median.*`.
 * Such a pattern is run as searches for its texts, which the engine below does faster than any automaton.
 *
 * Why that is the same: each text is taken where it first ends after the one before it, and what is left over is
 * longest then, so if any places fit, these do; the first text is bound to the start and the last one to the end. A
 * text that is a well-formed string is never found within a surrogate pair.
 */

type Matcher = (text: string) => boolean;

/** The texts that may stand at one place, in ascending length. */
type Alternatives = readonly string[];

/** Texts of one pattern, over all places. More are the automaton's. */
const MAX_ALTERNATIVES = 16;

/** Texts with gaps between. */
export interface LiteralShape {
  /** One place more than there are gaps; the first and the last may hold the empty text. */
  readonly alternatives: readonly Alternatives[];
  /** What a gap takes, all of them the same; undefined where there is none. */
  readonly gap: CodePointSet | undefined;
}

/** The searches that decide a tree, or undefined if it is of no such shape. */
export function compileShape(tree: PatternTree): Matcher | undefined {
  const shape = literalShape(tree);
  if (shape === undefined) return undefined;
  const { alternatives: places, gap } = shape;
  if (gap === undefined) return equalTo(places[0]!);
  const search = searchFor(places.map((texts) => texts.toSorted((a, b) => a.length - b.length)));
  return gap === ALL ? search : (text) => search(text) && !text.includes("\n");
}

/** The texts and gaps of a tree, or undefined if it is more than these. */
export function literalShape(tree: PatternTree): LiteralShape | undefined {
  const places: Alternatives[] = [[""]];
  let gap: CodePointSet | undefined;
  for (const part of withoutOuterAnchors(tree)) {
    const set = gapOf(part);
    if (set !== undefined) {
      if (gap !== undefined && gap !== set) return undefined;
      gap = set;
      places.push([""]);
    } else {
      const texts = literalAlternatives(part);
      const joined = texts && product(places.pop()!, texts);
      if (joined === undefined) return undefined;
      places.push(joined);
    }
  }
  if (!places.flat().every((text) => text.isWellFormed())) return undefined;
  if (places.flat().length > MAX_ALTERNATIVES + places.length) return undefined;
  // A newline within a text would have to be told from one within a gap.
  if (gap === ALL_BUT_NEWLINE && places.flat().some((text) => text.includes("\n"))) return undefined;
  return { alternatives: places, gap };
}

/** Returns whether every match may start with any string: the pattern begins with `.*`. */
export function startsWithGap(tree: PatternTree): boolean {
  const [first] = withoutOuterAnchors(tree);
  return first !== undefined && gapOf(first) !== undefined;
}

/** The set of `.*`, with or without newlines. */
function gapOf(part: PatternTree): CodePointSet | undefined {
  if (part.kind !== "repeat" || part.min !== 0 || part.max !== Infinity || part.child.kind !== "set")
    return undefined;
  const { set } = part.child;
  return set === ALL || set === ALL_BUT_NEWLINE ? set : undefined;
}

/** All the texts that a part stands for, if they are few. */
function literalAlternatives(part: PatternTree): Alternatives | undefined {
  switch (part.kind) {
    case "set":
      return part.set.length === 2 && part.set[0] === part.set[1]
        ? [String.fromCodePoint(part.set[0]!)]
        : undefined;
    case "concat":
      return part.children.reduce<Alternatives | undefined>(
        (texts, child) => {
          const more = texts && literalAlternatives(child);
          return more && product(texts, more);
        },
        [""],
      );
    case "alternate": {
      const branches = part.children.map(literalAlternatives);
      const texts = branches.flatMap((branch) => branch ?? []);
      return branches.includes(undefined) || texts.length > MAX_ALTERNATIVES ? undefined : texts;
    }
    case "repeat": {
      const once = part.min === 0 && part.max === 1 ? literalAlternatives(part.child) : undefined;
      return once && ["", ...once];
    }
    case "foreign":
    case "assertion":
      return undefined;
  }
}

function product(before: Alternatives, after: Alternatives): Alternatives | undefined {
  if (before.length * after.length > MAX_ALTERNATIVES) return undefined;
  return before.flatMap((head) => after.map((tail) => head + tail));
}

function equalTo(texts: Alternatives): Matcher {
  const [only] = texts;
  if (texts.length === 1) return (text) => text === only;
  const set = new Set(texts);
  return (text) => set.has(text);
}

/** Texts at places with gaps between; the first and the last place may hold the empty text. */
function searchFor(places: readonly Alternatives[]): Matcher {
  const first = places[0]!;
  const last = places.at(-1)!;
  const middle = places.slice(1, -1).filter((texts) => texts[0] !== "");
  const sought = middle[0]?.[0];
  if (first[0] !== "" || last[0] !== "" || middle.length > 1 || (middle[0]?.length ?? 0) > 1) {
    return searchInOrder(first, middle, last);
  }
  return sought === undefined ? () => true : (text) => text.includes(sought);
}

function searchInOrder(first: Alternatives, middle: readonly Alternatives[], last: Alternatives): Matcher {
  return (text) => {
    let from = endOfPrefix(text, first);
    if (from < 0) return false;
    const end = startOfSuffix(text, last);
    for (let place = 0; place < middle.length; place++) {
      if (from > end) return false;
      const texts = middle[place]!;
      from = endOfFirst(text, texts, from);
      if (from < 0) return false;
    }
    return from <= end;
  };
}

/** Where the shortest of some texts that the whole begins with ends, or below zero. */
function endOfPrefix(text: string, prefixes: Alternatives): number {
  for (let index = 0; index < prefixes.length; index++) {
    const prefix = prefixes[index]!;
    if (prefix === "") return 0;
    // Most texts differ in the first character, which is cheaper to see than to call for.
    if (text.charCodeAt(0) === prefix.charCodeAt(0) && text.startsWith(prefix)) return prefix.length;
  }
  return -1;
}

/** Where the shortest of some texts that the whole ends with begins, or below zero. */
function startOfSuffix(text: string, suffixes: Alternatives): number {
  const last = text.charCodeAt(text.length - 1);
  for (let index = 0; index < suffixes.length; index++) {
    const suffix = suffixes[index]!;
    if (suffix === "") return text.length;
    if (last === suffix.charCodeAt(suffix.length - 1) && text.endsWith(suffix))
      return text.length - suffix.length;
  }
  return -1;
}

/** Where the first occurrence of any of some texts ends that ends first, or below zero. */
function endOfFirst(text: string, texts: Alternatives, from: number): number {
  let end = -1;
  for (let index = 0; index < texts.length; index++) {
    const sought = texts[index]!;
    const found = text.indexOf(sought, from);
    if (found >= 0 && (end < 0 || found + sought.length < end)) end = found + sought.length;
  }
  return end;
}

import { ALL, ALL_BUT_NEWLINE, type CodePointSet } from "./code-point-set.ts";
import { withoutOuterAnchors, type PatternTree } from "./pattern-tree.ts";
import { prepareIncludes, prepareIndexOf, type IndexIn } from "../values/substring-search.ts";

/*
 * Most patterns are literal shapes: a few literals with gaps (`.*`) in between, such as `.*late.*` or `sales-.*`.
 * Searching for the literals is faster than any automaton.
 * The search is greedy: each literal matches where its occurrence ends first, which leaves the longest rest of the
 * string. The first literal must be at the start of the string and the last one at its end. Literals are well-formed,
 * so none is found inside a surrogate pair.
 */

type Matcher = (text: string) => boolean;

/**
 * Literals of which any may occur at one position of the pattern, such as those of `(?:a|bc)`. Searches require them
 * in ascending length.
 */
type Alternatives = readonly string[];

/** Maximum number of alternative literals. Patterns with more use the automaton. */
const MAX_ALTERNATIVES = 16;

export interface LiteralShape {
  /** Alternatives before, between and after the gaps (`.*`): one entry more than there are gaps. */
  readonly alternatives: readonly Alternatives[];
  readonly gap: CodePointSet | undefined;
}

/** Compiles a pattern of literals and gaps (`.*`) to a string search. Returns undefined for other patterns. */
export function compileShape(tree: PatternTree): Matcher | undefined {
  const shape = literalShape(tree);
  if (shape === undefined) return undefined;
  const { alternatives, gap } = shape;
  if (gap === undefined) return equalTo(alternatives[0]!);
  const search = searchFor(alternatives.map((literals) => literals.toSorted((a, b) => a.length - b.length)));
  return gap === ALL ? search : (text) => search(text) && !text.includes("\n");
}

/** Returns the literals and gaps (`.*`) of a pattern, or undefined if it has other parts. */
export function literalShape(tree: PatternTree): LiteralShape | undefined {
  const alternatives: Alternatives[] = [[""]];
  let gap: CodePointSet | undefined;
  for (const part of withoutOuterAnchors(tree)) {
    const set = gapOf(part);
    if (set !== undefined) {
      if (gap !== undefined && gap !== set) return undefined;
      gap = set;
      alternatives.push([""]);
    } else {
      const literals = literalAlternatives(part);
      const joined = literals && product(alternatives.pop()!, literals);
      if (joined === undefined) return undefined;
      alternatives.push(joined);
    }
  }
  const allLiterals = alternatives.flat();
  if (!allLiterals.every((literal) => literal.isWellFormed())) return undefined;
  if (allLiterals.length > MAX_ALTERNATIVES + alternatives.length) return undefined;
  // The matcher refuses strings with a newline if a gap excludes newlines, so literals must not include one.
  if (gap === ALL_BUT_NEWLINE && allLiterals.some((literal) => literal.includes("\n"))) return undefined;
  return { alternatives, gap };
}

export function startsWithGap(tree: PatternTree): boolean {
  const [first] = withoutOuterAnchors(tree);
  return first !== undefined && gapOf(first) !== undefined;
}

/**
 * Returns the set of characters that a gap (`.*`) matches: all, or all except newline. Returns undefined for other
 * parts.
 */
function gapOf(part: PatternTree): CodePointSet | undefined {
  if (part.kind !== "repeat" || part.min !== 0 || part.max !== Infinity || part.child.kind !== "set")
    return undefined;
  const { set } = part.child;
  return set === ALL || set === ALL_BUT_NEWLINE ? set : undefined;
}

/** Returns all strings that a part of a pattern matches, or undefined if they are more than `MAX_ALTERNATIVES`. */
function literalAlternatives(part: PatternTree): Alternatives | undefined {
  switch (part.kind) {
    case "set":
      return part.set.length === 2 && part.set[0] === part.set[1]
        ? [String.fromCodePoint(part.set[0]!)]
        : undefined;
    case "concat":
      return part.children.reduce<Alternatives | undefined>(
        (literals, child) => {
          const nextLiterals = literals && literalAlternatives(child);
          return nextLiterals && product(literals, nextLiterals);
        },
        [""],
      );
    case "alternate": {
      const branches = part.children.map(literalAlternatives);
      const literals = branches.flatMap((branch) => branch ?? []);
      return branches.includes(undefined) || literals.length > MAX_ALTERNATIVES ? undefined : literals;
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

function equalTo(literals: Alternatives): Matcher {
  const [literal] = literals;
  if (literals.length === 1) return (text) => text === literal;
  const set = new Set(literals);
  return (text) => set.has(text);
}

function searchFor(alternatives: readonly Alternatives[]): Matcher {
  const first = alternatives[0]!;
  const last = alternatives.at(-1)!;
  const middle = alternatives.slice(1, -1).filter((literals) => literals[0] !== "");
  const literal = middle.at(0)?.[0];
  if (first[0] !== "" || last[0] !== "" || middle.length > 1 || (middle.at(0)?.length ?? 0) > 1) {
    return searchInOrder(first, middle, last);
  }
  return literal === undefined ? () => true : prepareIncludes(literal);
}

function searchInOrder(first: Alternatives, middle: readonly Alternatives[], last: Alternatives): Matcher {
  const searches = middle.map((literals) =>
    literals.map((literal) => ({ length: literal.length, indexIn: prepareIndexOf(literal) })),
  );
  return (text) => {
    let from = endOfPrefix(text, first);
    if (from < 0) return false;
    const end = startOfSuffix(text, last);
    for (let i = 0; i < searches.length; i++) {
      if (from > end) return false;
      from = endOfFirst(text, searches[i]!, from);
      if (from < 0) return false;
    }
    return from <= end;
  };
}

/** Returns the length of the first entry of `prefixes` that `text` starts with, or -1. */
function endOfPrefix(text: string, prefixes: Alternatives): number {
  for (let i = 0; i < prefixes.length; i++) {
    const prefix = prefixes[i]!;
    if (prefix === "") return 0;
    // Most strings differ in the first UTF-16 unit. Comparing it first is cheaper than calling `startsWith`.
    if (text.charCodeAt(0) === prefix.charCodeAt(0) && text.startsWith(prefix)) return prefix.length;
  }
  return -1;
}

/** Returns the start offset of the first entry of `suffixes` that `text` ends with, or -1. */
function startOfSuffix(text: string, suffixes: Alternatives): number {
  const last = text.charCodeAt(text.length - 1);
  for (let i = 0; i < suffixes.length; i++) {
    const suffix = suffixes[i]!;
    if (suffix === "") return text.length;
    if (last === suffix.charCodeAt(suffix.length - 1) && text.endsWith(suffix))
      return text.length - suffix.length;
  }
  return -1;
}

/** Returns the smallest end offset of an occurrence of any literal at or after `from`, or -1. */
function endOfFirst(text: string, searches: readonly LiteralSearch[], from: number): number {
  let end = -1;
  for (let i = 0; i < searches.length; i++) {
    const { length, indexIn } = searches[i]!;
    const position = indexIn(text, from);
    if (position >= 0 && (end < 0 || position + length < end)) end = position + length;
  }
  return end;
}

interface LiteralSearch {
  readonly length: number;
  readonly indexIn: IndexIn;
}

import { ALL, ALL_BUT_NEWLINE } from "./code-point-set.ts";
import { PatternCursor, PatternError, showCharacter } from "./pattern-cursor.ts";
import { parseCharacterEscape, parseClass, parseClassEscape, setTree } from "./parse-class.ts";
import { MAX_REPETITIONS, parseCount, type Count } from "./parse-count.ts";
import { alternate, ASSERTIONS, concat, type Assertion, type PatternTree } from "./pattern-tree.ts";
import type { UnicodeSets } from "./unicode-sets.ts";

/*
 * Reads patterns without the data of Unicode: the code points of a property are not part of the syntax. Accepts exactly the
 * patterns that the RE2 engine accepts, within the limits below. Uses an explicit stack instead of recursion. As in RE2, flags are
 * not an item: in `a(?i)*`, the star repeats the `a`.
 */

export const MAX_GROUP_DEPTH = 250;

/**
 * Maximum number of states of one pattern after its repetitions are unrolled. A higher limit of an expression has no
 * effect.
 */
export const MAX_PATTERN_STATES = 10_000;

/** Tree of a part of the pattern, with the numbers that the limits apply to. */
interface Item {
  readonly tree: PatternTree;
  /** Number of states of the compiled tree. */
  readonly states: number;
  /** Largest product of the counts of nested repetitions in the tree. */
  readonly copies: number;
}

interface Flags {
  readonly ignoresCase: boolean;
  readonly dotTakesNewline: boolean;
  readonly isMultiline: boolean;
}

interface Group {
  readonly start: number;
  /** Flags outside the group, which apply again after it. */
  readonly outer: Flags;
  readonly branches: Item[];
  items: Item[];
}

export interface ParsedPattern {
  readonly tree: PatternTree;
  /** Number of states, with repetitions unrolled: an upper bound of the work for one character. */
  readonly states: number;
}

/**
 * Parses a pattern, and counts its states.
 * @param maxStates maximum number of states; more than `MAX_PATTERN_STATES` has no effect
 * @param sets code points of properties and case variants. They never decide whether a pattern is valid.
 * @throws PatternError at the first syntax error or exceeded limit
 */
export function readPattern(source: string, maxStates: number, sets: UnicodeSets): ParsedPattern {
  const limit = Math.min(maxStates, MAX_PATTERN_STATES);
  const cursor = new PatternCursor(source);
  const names = new Set<string>();
  let flags: Flags = { ignoresCase: false, dotTakesNewline: false, isMultiline: false };
  let group: Group = { start: 0, outer: flags, branches: [], items: [] };
  const open: Group[] = [];
  let isAfterRepeat = false;

  const push = (tree: PatternTree) => group.items.push({ tree, states: 1, copies: 1 });
  const assert = (assertion: Assertion) => {
    cursor.at++;
    push({ kind: "assertion", assertion });
  };
  const literal = (codePoint: number) => push(setTree([codePoint, codePoint], flags.ignoresCase, sets));
  const openGroup = (start: number, inner: Flags) => {
    if (open.length >= MAX_GROUP_DEPTH)
      throw new PatternError(`groups are nested deeper than ${MAX_GROUP_DEPTH}`, start, "size");
    open.push(group);
    group = { start, outer: flags, branches: [], items: [] };
    flags = inner;
  };

  while (!cursor.isAtEnd) {
    const start = cursor.at;
    const wasRepeat = isAfterRepeat;
    isAfterRepeat = false;
    switch (cursor.next) {
      case "(": {
        const opened = parseOpening(cursor, flags, names);
        if (opened.isGroup) openGroup(start, opened.flags);
        else flags = opened.flags;
        break;
      }
      case ")": {
        const outer = open.pop();
        if (outer === undefined) throw new PatternError("a `)` without a `(`", start);
        cursor.at++;
        outer.items.push(closeGroup(group));
        flags = group.outer;
        group = outer;
        break;
      }
      case "|":
        cursor.at++;
        group.branches.push(joinItems(group.items));
        group.items = [];
        break;
      case "^":
        assert(flags.isMultiline ? ASSERTIONS.lineStart : ASSERTIONS.textStart);
        break;
      case "$":
        assert(flags.isMultiline ? ASSERTIONS.lineEnd : ASSERTIONS.textEnd);
        break;
      case ".":
        cursor.at++;
        push({ kind: "set", set: flags.dotTakesNewline ? ALL : ALL_BUT_NEWLINE });
        break;
      case "[":
        push(parseClass(cursor, flags.ignoresCase, sets));
        break;
      case "*":
      case "+":
      case "?":
      case "{": {
        const count = parseCount(cursor);
        if (count === undefined) literal(cursor.take());
        else {
          cursor.skip("?");
          if (wasRepeat) throw new PatternError("a repetition directly follows another one", start);
          const item = group.items.pop();
          if (item === undefined) throw new PatternError("there is nothing to repeat here", start);
          group.items.push(makeRepeat(item, count, start, limit));
          isAfterRepeat = true;
        }
        break;
      }
      case "\\": {
        const assertion = ESCAPED_ASSERTIONS.get(cursor.source.charAt(start + 1));
        if (assertion !== undefined) {
          cursor.at++;
          assert(assertion);
        } else if (cursor.skip("\\Q")) {
          const from = cursor.at;
          const text = cursor.takeThrough("\\E") ?? source.slice(from);
          if (cursor.at === from) cursor.at = source.length;
          for (const character of text) literal(character.codePointAt(0)!);
        } else {
          const set = parseClassEscape(cursor, flags.ignoresCase, sets);
          if (set === undefined) literal(parseCharacterEscape(cursor));
          else push(set);
        }
        break;
      }
      default:
        literal(cursor.take());
    }
  }
  if (open.length > 0) throw new PatternError("a `(` without a `)`", group.start);
  const { tree, states } = withinLimit(closeGroup(group), 0, limit);
  return { tree, states };
}

function parseOpening(
  cursor: PatternCursor,
  flags: Flags,
  names: Set<string>,
): { isGroup: boolean; flags: Flags } {
  const start = cursor.at;
  if (!cursor.skip("(?")) {
    cursor.at++;
    return { isGroup: true, flags };
  }
  const unsupported = UNSUPPORTED_GROUPS.find(([opening]) => cursor.source.startsWith(opening, start));
  if (unsupported !== undefined) throw new PatternError(`${unsupported[1]} are not supported`, start);
  if (cursor.skip("P<") || cursor.skip("<")) {
    const name = cursor.takeThrough(">");
    if (name === undefined || !/^\w+$/.test(name)) {
      throw new PatternError(
        "the name of a group must have letters, digits and `_`, and end with `>`",
        start,
      );
    }
    if (names.has(name)) throw new PatternError("two groups have the same name", start);
    names.add(name);
    return { isGroup: true, flags };
  }
  return parseFlags(cursor, flags, start);
}

/**
 * Parses the flags `imsU` of a group and the closing `)` or `:`. Flags after `-` are switched off. The cursor must be
 * after `(?`.
 */
function parseFlags(cursor: PatternCursor, before: Flags, start: number): { isGroup: boolean; flags: Flags } {
  const flags = { ...before };
  let value = true;
  let isEmpty = false;
  while (!cursor.isAtEnd) {
    const codePoint = cursor.take();
    const character = String.fromCodePoint(codePoint);
    const flag = FLAGS.get(character);
    if (flag !== undefined) {
      if (flag !== "isLazy") flags[flag] = value;
      isEmpty = false;
    } else if (character === "-" && value) {
      value = false;
      isEmpty = true;
    } else if ((character === ":" || character === ")") && !isEmpty) {
      return { isGroup: character === ":", flags };
    } else {
      const actual = showCharacter(codePoint);
      throw new PatternError(
        `expected flags (i, m, s, U) and then \`:\` or \`)\` after \`(?\`, got ${actual}`,
        start,
      );
    }
  }
  throw new PatternError("a `(` without a `)`", start);
}

function makeRepeat(
  { tree, states, copies }: Item,
  { min, max, isWritten }: Count,
  start: number,
  limit: number,
): Item {
  const unrolled = max === Infinity ? (min + 1) * states + 1 : max * states + (max - min);
  const count = max === Infinity ? min : max;
  // As in RE2, a maximum of 0 resets the product to 1, and `{0,}` is not multiplied, like `*`.
  const product = max === 0 ? 1 : !isWritten || count === 0 ? copies : copies * count;
  if (product > MAX_REPETITIONS) {
    throw new PatternError(`nested repetitions multiply to more than ${MAX_REPETITIONS}`, start, "size");
  }
  return withinLimit(
    { tree: { kind: "repeat", child: tree, min, max }, states: unrolled, copies: product },
    start,
    limit,
  );
}

function withinLimit(item: Item, offset: number, limit: number): Item {
  if (item.states <= limit) return item;
  throw new PatternError(`it has more than ${limit} states`, offset, "states");
}

function joinItems(items: readonly Item[]): Item {
  return combined(concat(items.map((item) => item.tree)), items, 0);
}

function closeGroup({ branches, items }: Group): Item {
  const allBranches = [...branches, joinItems(items)];
  return combined(alternate(allBranches.map((item) => item.tree)), allBranches, allBranches.length - 1);
}

function combined(tree: PatternTree, items: readonly Item[], splits: number): Item {
  let states = splits;
  let copies = 1;
  for (const item of items) {
    states += item.states;
    copies = Math.max(copies, item.copies);
  }
  return { tree, states, copies };
}

const FLAGS = new Map<string, keyof Flags | "isLazy">([
  ["i", "ignoresCase"],
  ["m", "isMultiline"],
  ["s", "dotTakesNewline"],
  ["U", "isLazy"], // ignored: lazy repetitions do not change whether the whole string matches
]);

const ESCAPED_ASSERTIONS: ReadonlyMap<string, Assertion> = new Map([
  ["A", ASSERTIONS.textStart],
  ["z", ASSERTIONS.textEnd],
  ["b", ASSERTIONS.wordBoundary],
  ["B", ASSERTIONS.noWordBoundary],
]);

const UNSUPPORTED_GROUPS = [
  ["(?=", "look-ahead groups"],
  ["(?!", "look-ahead groups"],
  ["(?<=", "look-behind groups"],
  ["(?<!", "look-behind groups"],
  ["(?>", "atomic groups"],
  ["(?(", "conditional groups"],
  ["(?#", "comments"],
  ["(?R", "recursive groups"],
  ["(?P=", "references to a group"],
  ["(?P>", "recursive groups"],
] as const;

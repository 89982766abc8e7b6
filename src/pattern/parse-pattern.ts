import { ALL, ALL_BUT_NEWLINE } from "./code-point-set.ts";
import { PatternCursor, PatternError, showCharacter } from "./pattern-cursor.ts";
import { parseCharacterEscape, parseClass, parseClassEscape, setTree } from "./parse-class.ts";
import { alternate, ASSERTIONS, concat, type Assertion, type PatternTree } from "./pattern-tree.ts";

/*
 * Parses patterns. Accepts exactly the patterns that the RE2 engine accepts, within the limits below. Uses an
 * explicit stack instead of recursion. As in RE2, flags are not an item: in `a(?i)*`, the star repeats the `a`.
 */

export const MAX_GROUP_DEPTH = 250;

/** Maximum count of a repetition, and maximum product of the counts of nested repetitions, as in RE2. */
export const MAX_REPETITIONS = 1000;

/** Maximum number of instructions of a compiled pattern, with repetitions unrolled. */
export const MAX_PROGRAM_INSTRUCTIONS = 10_000;

/** Tree of a part of the pattern, with the numbers that the limits apply to. */
interface Item {
  readonly tree: PatternTree;
  /** Number of instructions of the compiled tree. */
  readonly size: number;
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

/**
 * Parses a pattern.
 * @throws PatternError at the first syntax error or exceeded limit
 */
export function parsePattern(source: string): PatternTree {
  const cursor = new PatternCursor(source);
  const names = new Set<string>();
  let flags: Flags = { ignoresCase: false, dotTakesNewline: false, isMultiline: false };
  let group: Group = { start: 0, outer: flags, branches: [], items: [] };
  const open: Group[] = [];
  let isAfterRepeat = false;

  const push = (tree: PatternTree) => group.items.push({ tree, size: INSTRUCTIONS[tree.kind], copies: 1 });
  const assert = (assertion: Assertion) => {
    cursor.at++;
    push({ kind: "assertion", assertion });
  };
  const literal = (codePoint: number) => push(setTree([codePoint, codePoint], flags.ignoresCase));
  const openGroup = (start: number, inner: Flags) => {
    if (open.length >= MAX_GROUP_DEPTH)
      throw new PatternError(`groups are nested deeper than ${MAX_GROUP_DEPTH}`, start, true);
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
        outer.items.push(closed(group));
        flags = group.outer;
        group = outer;
        break;
      }
      case "|":
        cursor.at++;
        group.branches.push(joined(group.items));
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
        push(parseClass(cursor, flags.ignoresCase));
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
          group.items.push(repeated(item, count, start));
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
          const set = parseClassEscape(cursor, flags.ignoresCase);
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
  return withinLimits(closed(group), 0).tree;
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
      const shown = showCharacter(codePoint);
      throw new PatternError(
        `expected flags (i, m, s, U) and then \`:\` or \`)\` after \`(?\`, got ${shown}`,
        start,
      );
    }
  }
  throw new PatternError("a `(` without a `)`", start);
}

interface Count {
  readonly min: number;
  readonly max: number;
  /** True for counts in braces, false for `*`, `+` and `?`. Only counts in braces are multiplied if nested. */
  readonly isWritten: boolean;
}

/** Parses a repetition operator, without a following `?`. For a literal `{`, reads nothing and returns undefined. */
function parseCount(cursor: PatternCursor): Count | undefined {
  const operator = OPERATORS.get(cursor.next);
  if (operator !== undefined) {
    cursor.at++;
    return operator;
  }
  COUNT.lastIndex = cursor.at;
  const [text, first, comma, second] = COUNT.exec(cursor.source) ?? [];
  if (text === undefined) return undefined;
  const min = Number(first);
  const max = comma === undefined ? min : second === "" ? Infinity : Number(second);
  if (min > MAX_REPETITIONS || (max > MAX_REPETITIONS && max !== Infinity)) {
    throw new PatternError(`the count of a repetition must be at most ${MAX_REPETITIONS}`, cursor.at, true);
  }
  if (min > max) throw new PatternError("the minimum of a repetition is above its maximum", cursor.at);
  cursor.at += text.length;
  return { min, max, isWritten: true };
}

function repeated({ tree, size, copies }: Item, { min, max, isWritten }: Count, start: number): Item {
  const steps = max === Infinity ? (min + 1) * size + 1 : max * size + (max - min);
  const count = max === Infinity ? min : max;
  // As in RE2, a maximum of 0 resets the product to 1, and `{0,}` is not multiplied, like `*`.
  const product = max === 0 ? 1 : !isWritten || count === 0 ? copies : copies * count;
  if (product > MAX_REPETITIONS) {
    throw new PatternError(`nested repetitions multiply to more than ${MAX_REPETITIONS}`, start, true);
  }
  return withinLimits(
    { tree: { kind: "repeat", child: tree, min, max }, size: steps, copies: product },
    start,
  );
}

function withinLimits(item: Item, offset: number): Item {
  if (item.size <= MAX_PROGRAM_INSTRUCTIONS) return item;
  throw new PatternError(`the pattern needs more than ${MAX_PROGRAM_INSTRUCTIONS} steps`, offset, true);
}

function joined(items: readonly Item[]): Item {
  return combined(concat(items.map((item) => item.tree)), items, 0);
}

function closed({ branches, items }: Group): Item {
  const all = [...branches, joined(items)];
  return combined(alternate(all.map((item) => item.tree)), all, all.length - 1);
}

function combined(tree: PatternTree, items: readonly Item[], splits: number): Item {
  let size = splits;
  let copies = 1;
  for (const item of items) {
    size += item.size;
    copies = Math.max(copies, item.copies);
  }
  return { tree, size, copies };
}

/** Number of instructions for each kind of node. 20 is an estimate for sets that only the RE2 engine supports. */
const INSTRUCTIONS = { set: 1, foreign: 20, assertion: 1, repeat: 1, concat: 1, alternate: 1 } as const;

/** Matches `{2}`, `{2,}` or `{2,3}`. A brace before a number with a leading zero is a literal. */
const COUNT = /\{(0|[1-9]\d*)(,(0|[1-9]\d*|))?\}/y;

const OPERATORS: ReadonlyMap<string, Count> = new Map([
  ["*", { min: 0, max: Infinity, isWritten: false }],
  ["+", { min: 1, max: Infinity, isWritten: false }],
  ["?", { min: 0, max: 1, isWritten: false }],
]);

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

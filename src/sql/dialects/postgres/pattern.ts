import type { Refusal } from "../../../functions/definition/port.ts";
import { complement, MAX_CODE_POINT, type CodePointSet } from "../../../pattern/code-point-set.ts";
import { parsePattern } from "../../../pattern/parse-pattern.ts";
import { ASSERTIONS, type Assertion, type PatternTree } from "../../../pattern/pattern-tree.ts";

/**
 * A pattern as an advanced regular expression of PostgreSQL, written anew from its tree: every set of characters as
 * ranges of code points, every character but letters and digits of ASCII by its number. So nothing hangs on what an
 * escape, a class or a newline means there.
 */
export function patternFor(pattern: string): string | Refusal {
  let tree: PatternTree;
  try {
    tree = parsePattern(pattern);
  } catch {
    return { refused: "the pattern is no pattern" };
  }
  if (sizeOf(tree) > MOST_STATES) return { refused: "the pattern is too large for the database" };
  const written = write(tree, false);
  if (written === undefined) {
    return {
      refused: "the database has no properties of Unicode, no assertions that repeat and no counts above 255",
    };
  }
  return `\\A(?:${written})\\Z`;
}

/** Counts above it are an error there. */
const MOST_COPIES = 255;
/** Repetitions are written out there, and too many of them are an error, or take seconds. */
const MOST_STATES = 2_000;
/** Copies that can each be empty all lead to each other: their ways grow with the square of the count. */
const COPIES_AT_ONCE = 20;

/** About how many states the pattern takes with its repetitions written out. */
function sizeOf(tree: PatternTree): number {
  switch (tree.kind) {
    case "set":
    case "foreign":
      return 1;
    case "assertion":
      return 4;
    case "repeat": {
      const copies = tree.max === Infinity ? tree.min + 1 : tree.max;
      const ways = canBeEmpty(tree.child) ? Math.max(1, copies / COPIES_AT_ONCE) : 1;
      return 1 + sizeOf(tree.child) * copies * ways;
    }
    case "concat":
    case "alternate":
      return tree.children.reduce((sum, child) => sum + sizeOf(child), 1);
  }
}

function canBeEmpty(tree: PatternTree): boolean {
  switch (tree.kind) {
    case "set":
    case "foreign":
      return false;
    case "assertion":
      return true;
    case "repeat":
      return tree.min === 0 || canBeEmpty(tree.child);
    case "concat":
      return tree.children.every(canBeEmpty);
    case "alternate":
      return tree.children.some(canBeEmpty);
  }
}

function write(tree: PatternTree, isRepeated: boolean): string | undefined {
  switch (tree.kind) {
    case "set":
      return writeSet(tree.set);
    case "foreign":
      return undefined;
    case "assertion":
      return isRepeated ? undefined : writeAssertion(tree.assertion);
    case "repeat":
      return writeRepeat(tree.child, tree.min, tree.max);
    case "concat":
      return all(tree.children, isRepeated)
        ?.map((part, i) => (tree.children[i]!.kind === "alternate" ? `(?:${part})` : part))
        .join("");
    case "alternate":
      return all(tree.children, isRepeated)?.join("|");
  }
}

function all(trees: readonly PatternTree[], isRepeated: boolean): readonly string[] | undefined {
  const parts: string[] = [];
  for (const tree of trees) {
    const part = write(tree, isRepeated);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

function writeRepeat(child: PatternTree, min: number, max: number): string | undefined {
  if (max === 0) return "(?:)";
  if (min > MOST_COPIES || (max > MOST_COPIES && max !== Infinity)) return undefined;
  const part = write(child, true);
  if (part === undefined) return undefined;
  return `(?:${part}){${min},${max === Infinity ? "" : max}}`;
}

/** A set of code points as a class. */
export function writeSet(set: CodePointSet): string {
  if (set.length === 2 && set[0] === set[1] && set[0] !== 0) return writeCharacter(set[0]!);
  const isOpen = set.at(-1) === MAX_CODE_POINT;
  const ranges = isOpen ? complement(set) : set;
  const written: string[] = [];
  for (let at = 0; at < ranges.length; at += 2) {
    // No text has a U+0000, nor a surrogate by itself.
    const low = isSurrogate(ranges[at]!) ? 0xe000 : Math.max(ranges[at]!, 1);
    const high = isSurrogate(ranges[at + 1]!) ? 0xd7ff : ranges[at + 1]!;
    if (low > high) continue;
    written.push(low === high ? writeCharacter(low) : `${writeCharacter(low)}-${writeCharacter(high)}`);
  }
  if (written.length === 0) return isOpen ? ANY : NONE;
  return `[${isOpen ? "^" : ""}${written.join("")}]`;
}

const ANY = "[\\u0001-\\U0010ffff]";
const NONE = "[^\\u0001-\\U0010ffff]";

const isSurrogate = (codePoint: number) => codePoint >= 0xd800 && codePoint <= 0xdfff;

/** By its number, with as many digits as the escape takes: a digit that follows is another character. */
function writeCharacter(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  if (/^[A-Za-z0-9]$/.test(character)) return character;
  const digits = codePoint.toString(16);
  return codePoint > 0xffff ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

const WORD = "[0-9A-Z\\u005fa-z]";

function writeAssertion(assertion: Assertion): string {
  switch (assertion) {
    case ASSERTIONS.textStart:
      return "\\A";
    case ASSERTIONS.textEnd:
      return "\\Z";
    case ASSERTIONS.lineStart:
      return "(?:\\A|(?<=\\u000a))";
    case ASSERTIONS.lineEnd:
      return "(?:\\Z|(?=\\u000a))";
    case ASSERTIONS.wordBoundary:
      return `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
    case ASSERTIONS.noWordBoundary:
      return `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;
  }
}

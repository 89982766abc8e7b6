import type { Refusal } from "../../../functions/definition/port.ts";
import { complement, MAX_CODE_POINT, type CodePointSet } from "../../../pattern/code-point-set.ts";
import { parsePattern } from "../../../pattern/parse-pattern.ts";
import { ASSERTIONS, type Assertion, type PatternTree } from "../../../pattern/pattern-tree.ts";

/**
 * Rewrites a pattern as an advanced regular expression (ARE), with sets as ranges and all but ASCII letters and digits
 * as numeric escapes, so that PostgreSQL's classes and newline modes do not matter.
 */
export function postgresPattern(pattern: string): string | Refusal {
  let tree: PatternTree;
  try {
    tree = parsePattern(pattern);
  } catch {
    return { refused: "the pattern is invalid" };
  }
  if (estimatedStates(tree) > MAX_STATES) return { refused: "the pattern is too large for PostgreSQL" };
  const regexp = write(tree, false);
  if (regexp === undefined) {
    return {
      refused:
        "PostgreSQL has no Unicode properties, no repeated assertions and no repetition counts above 255",
    };
  }
  return `\\A(?:${regexp})\\Z`;
}

/** Maximum repetition count in PostgreSQL's regular expressions. */
const MAX_COUNT = 255;
/**
 * Maximum estimated number of states of a pattern, with repetitions expanded. PostgreSQL fails or takes seconds to
 * compile more.
 */
const MAX_STATES = 2_000;
/**
 * Number of copies of a repeated part that can match the empty string, up to which states are estimated linearly.
 * PostgreSQL connects all such copies, so transitions grow with the square of the count.
 */
const LINEAR_COPIES = 20;

function estimatedStates(tree: PatternTree): number {
  switch (tree.kind) {
    case "set":
    case "foreign":
      return 1;
    case "assertion":
      return 4;
    case "repeat": {
      const copies = tree.max === Infinity ? tree.min + 1 : tree.max;
      const transitions = canBeEmpty(tree.child) ? Math.max(1, copies / LINEAR_COPIES) : 1;
      return 1 + estimatedStates(tree.child) * copies * transitions;
    }
    case "concat":
    case "alternate":
      return tree.children.reduce((sum, child) => sum + estimatedStates(child), 1);
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
      return writeAll(tree.children, isRepeated)
        ?.map((part, i) => (tree.children[i]!.kind === "alternate" ? `(?:${part})` : part))
        .join("");
    case "alternate":
      return writeAll(tree.children, isRepeated)?.join("|");
  }
}

function writeAll(trees: readonly PatternTree[], isRepeated: boolean): readonly string[] | undefined {
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
  if (min > MAX_COUNT || (max > MAX_COUNT && max !== Infinity)) return undefined;
  const part = write(child, true);
  if (part === undefined) return undefined;
  return `(?:${part}){${min},${max === Infinity ? "" : max}}`;
}

export function writeSet(set: CodePointSet): string {
  if (set.length === 2 && set[0] === set[1] && set[0] !== 0) return writeCharacter(set[0]!);
  const isOpen = set.at(-1) === MAX_CODE_POINT;
  const ranges = isOpen ? complement(set) : set;
  const classItems: string[] = [];
  for (let at = 0; at < ranges.length; at += 2) {
    // Skip U+0000 and surrogates: no string in PostgreSQL contains them.
    const low = isSurrogate(ranges[at]!) ? 0xe000 : Math.max(ranges[at]!, 1);
    const high = isSurrogate(ranges[at + 1]!) ? 0xd7ff : ranges[at + 1]!;
    if (low > high) continue;
    classItems.push(low === high ? writeCharacter(low) : `${writeCharacter(low)}-${writeCharacter(high)}`);
  }
  if (classItems.length === 0) return isOpen ? ANY : NONE;
  return `[${isOpen ? "^" : ""}${classItems.join("")}]`;
}

const ANY = "[\\u0001-\\U0010ffff]";
const NONE = "[^\\u0001-\\U0010ffff]";

const isSurrogate = (codePoint: number) => codePoint >= 0xd800 && codePoint <= 0xdfff;

/** Writes a character as an escape of full width, so that a following digit cannot become part of it. */
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

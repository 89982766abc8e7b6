import type { Refusal } from "../../../functions/definition/port.ts";
import { ALL_BUT_NEWLINE, hasCodePoint, union, type CodePointSet } from "../../../pattern/code-point-set.ts";
import { PatternError } from "../../../pattern/pattern-cursor.ts";
import { parsePattern } from "../../../pattern/parse-pattern.ts";
import { literalShape, type LiteralShape } from "../../../pattern/literal-shapes.ts";
import { ASSERTIONS, type Assertion, type PatternTree } from "../../../pattern/pattern-tree.ts";
import { joinSql, bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";

/**
 * Compiles a pattern match. PCRE2 backtracks, and on exceeding a limit MariaDB returns false with only a warning. So
 * only patterns that cannot exceed a limit are compiled:
 *
 * - An unbounded repetition must be of one character class that cannot match the next character. Backtracking into it
 *   never succeeds, so it is possessive and costs one step.
 * - Other repetitions are bounded, and the number of paths through the pattern is at most `MAX_PATHS`.
 *
 * Literals with gaps, such as `.*late.*`, become string searches.
 */
export function matchesInMariadb(
  value: SqlText,
  pattern: string,
  binary: (value: SqlText) => SqlText,
): SqlText | Refusal {
  const tree = treeOf(pattern);
  if (tree === undefined) return REFUSED;
  const shape = literalShape(tree);
  const searched = shape === undefined ? undefined : searchLiterals(value, shape, binary);
  if (searched !== undefined) return searched;
  const regexp = writePattern(tree);
  return regexp === undefined ? REFUSED : sql`${binary(value)} REGEXP ${bindable("text", regexp)}`;
}

const REFUSED: Refusal = {
  refused: "MariaDB may exceed its backtracking limit on this pattern and would not report it",
};

/** Maximum number of backtracking paths through a pattern. MariaDB stops after ten million steps in total. */
const MAX_PATHS = 1_000;
/** Maximum number of steps of one path, which also limits the size of the compiled pattern. */
const MAX_STEPS = 1_000;
/** Maximum length of the rewritten pattern, in characters. */
const MAX_LENGTH = 20_000;

function treeOf(pattern: string): PatternTree | undefined {
  try {
    return parsePattern(pattern);
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** Rewrites a pattern for PCRE2. Returns undefined if matching it might exceed a limit. */
export function writePattern(tree: PatternTree): string | undefined {
  const body = write(tree, []);
  if (body === undefined || body.paths > MAX_PATHS || body.steps > MAX_STEPS) return undefined;
  const anchored = `\\A(?:${body.text})\\z`;
  return anchored.length > MAX_LENGTH ? undefined : anchored;
}

interface Written {
  readonly text: string;
  /** Upper bound of the number of backtracking paths through the text. */
  readonly paths: number;
  /** Upper bound of the number of steps of one path, with repetitions expanded. */
  readonly steps: number;
}

type Repeat = Extract<PatternTree, { kind: "repeat" }>;

/**
 * Writes a part of a pattern.
 *
 * @param next characters that may follow this part.
 */
function write(tree: PatternTree, next: CodePointSet): Written | undefined {
  switch (tree.kind) {
    case "set":
      return { text: setPattern(tree.set), paths: 1, steps: 1 };
    case "assertion":
      return { text: ASSERTION_PATTERNS[tree.assertion], paths: 1, steps: 4 };
    case "foreign":
      return undefined;
    case "concat":
      return writeConcat(tree.children, next);
    case "alternate": {
      const branches = allWritten(tree.children.map((child) => write(child, next)));
      return (
        branches && {
          text: `(?:${branches.map((branch) => branch.text).join("|")})`,
          paths: sum(branches.map((branch) => branch.paths)),
          steps: sum(branches.map((branch) => branch.steps)) + 1,
        }
      );
    }
    case "repeat":
      return tree.child.kind === "set" ? writeRun(tree.child.set, tree, next) : writeRepeat(tree, next);
  }
}

function writeConcat(children: readonly PatternTree[], next: CodePointSet): Written | undefined {
  let following = next;
  const reversed: (Written | undefined)[] = [];
  for (const child of children.toReversed()) {
    reversed.push(write(child, following));
    const start = firstCharacters(child);
    following = start.isEmpty ? union([...start.set, ...following]) : start.set;
  }
  const parts = allWritten(reversed.reverse());
  return (
    parts && {
      text: parts.map((part) => part.text).join(""),
      paths: parts.reduce((product, part) => product * part.paths, 1),
      steps: sum(parts.map((part) => part.steps)) + 1,
    }
  );
}

/**
 * Writes a repeated character class. It is possessive if no following character is in the class: backtracking could not
 * succeed.
 */
function writeRun(set: CodePointSet, { min, max }: Repeat, next: CodePointSet): Written | undefined {
  const count = `{${min},${max === Infinity ? "" : max}}`;
  if (!meet(set, next)) return { text: `${setPattern(set)}${count}+`, paths: 1, steps: 2 };
  if (max === Infinity) return undefined;
  return { text: `${setPattern(set)}${count}`, paths: max - min + 1, steps: 2 };
}

function writeRepeat({ child, min, max }: Repeat, next: CodePointSet): Written | undefined {
  if (max === Infinity) return undefined;
  const once = write(child, max > 1 ? union([...next, ...firstCharacters(child).set]) : next);
  if (once === undefined) return undefined;
  let paths = 0;
  for (let count = min; count <= max && paths <= MAX_PATHS; count++) paths += once.paths ** count;
  return { text: `(?:${once.text}){${min},${max}}`, paths, steps: once.steps * max + 1 };
}

function allWritten(parts: readonly (Written | undefined)[]): readonly Written[] | undefined {
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function firstCharacters(tree: PatternTree): { readonly set: CodePointSet; readonly isEmpty: boolean } {
  switch (tree.kind) {
    case "set":
      return { set: tree.set, isEmpty: false };
    case "assertion":
    case "foreign":
      return { set: [], isEmpty: true };
    case "repeat": {
      const start = firstCharacters(tree.child);
      return { set: tree.max === 0 ? [] : start.set, isEmpty: start.isEmpty || tree.min === 0 };
    }
    case "alternate": {
      const branches = tree.children.map(firstCharacters);
      return {
        set: union(branches.flatMap(({ set }) => set)),
        isEmpty: branches.some(({ isEmpty }) => isEmpty),
      };
    }
    case "concat": {
      const set: number[] = [];
      for (const child of tree.children) {
        const start = firstCharacters(child);
        set.push(...start.set);
        if (!start.isEmpty) return { set: union(set), isEmpty: false };
      }
      return { set: union(set), isEmpty: true };
    }
  }
}

function meet(a: CodePointSet, b: CodePointSet): boolean {
  for (let at = 0; at < a.length; at += 2) {
    if (hasCodePoint(b, a[at]!)) return true;
    for (let other = 0; other < b.length; other += 2) {
      if (b[other]! >= a[at]! && b[other]! <= a[at + 1]!) return true;
    }
  }
  return false;
}

/**
 * Writes a set of code points as a character class. Surrogates are omitted: no string contains them, and PCRE2 rejects
 * them.
 */
export function setPattern(set: CodePointSet): string {
  const ranges: string[] = [];
  const add = (low: number, high: number) => {
    if (low > high) return;
    ranges.push(low === high ? codePoint(low) : `${codePoint(low)}-${codePoint(high)}`);
  };
  const merged = union(set);
  for (let at = 0; at < merged.length; at += 2) {
    const [low, high] = [merged[at]!, merged[at + 1]!];
    add(low, Math.min(high, 0xd7ff));
    add(Math.max(low, 0xe000), high);
  }
  return ranges.length === 0 ? "(?!)" : `[${ranges.join("")}]`;
}

function codePoint(number: number): string {
  return `\\x{${number.toString(16)}}`;
}

const WORD = "[\\x{30}-\\x{39}\\x{41}-\\x{5a}\\x{5f}\\x{61}-\\x{7a}]";

const ASSERTION_PATTERNS: Readonly<Record<Assertion, string>> = {
  [ASSERTIONS.textStart]: "\\A",
  [ASSERTIONS.textEnd]: "\\z",
  [ASSERTIONS.lineStart]: "(?<![^\\x{a}])",
  [ASSERTIONS.lineEnd]: "(?![^\\x{a}])",
  [ASSERTIONS.wordBoundary]: `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`,
  [ASSERTIONS.noWordBoundary]: `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`,
};

/**
 * Maximum number of literals between the first and the last literal. The SQL of each search repeats the searches before
 * it.
 */
const MAX_INNER_LITERALS = 3;

function searchLiterals(
  value: SqlText,
  { alternatives, gap }: LiteralShape,
  binary: (value: SqlText) => SqlText,
): SqlText | undefined {
  if (gap === undefined || alternatives.some((texts) => texts.length > 1)) return undefined;
  const texts = alternatives.map(([literal]) => literal!);
  if (texts.some((text) => text.includes("\0"))) return undefined;
  const [head, tail] = [texts[0]!, texts.at(-1)!];
  const between = texts.slice(1, -1).filter((text) => text !== "");
  if (between.length > MAX_INNER_LITERALS) return undefined;
  const operand = binary(value);
  const bind = (literal: string) => sql`${bindable("text", literal)}`;
  const conditions: SqlText[] = [];
  if (head !== "")
    conditions.push(sql`${binary(sql`LEFT(${value}, ${rawSql(String(lengthOf(head)))})`)} = ${bind(head)}`);
  if (tail !== "")
    conditions.push(sql`${binary(sql`RIGHT(${value}, ${rawSql(String(lengthOf(tail)))})`)} = ${bind(tail)}`);
  let from = rawSql(String(lengthOf(head) + 1));
  for (const literal of between) {
    const place = sql`LOCATE(${bind(literal)}, ${operand}, ${from})`;
    conditions.push(sql`${place} > 0`);
    from = sql`${place} + ${rawSql(String(lengthOf(literal)))}`;
  }
  conditions.push(sql`CHAR_LENGTH(${value}) >= ${from} - 1 + ${rawSql(String(lengthOf(tail)))}`);
  if (gap === ALL_BUT_NEWLINE) conditions.push(sql`LOCATE(${bind("\n")}, ${operand}) = 0`);
  return sql`(${joinSql(conditions, " AND ")})`;
}

function lengthOf(literal: string): number {
  return Array.from(literal).length;
}

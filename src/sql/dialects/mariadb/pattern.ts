import type { Refusal } from "../../../functions/definition/port.ts";
import { ALL_BUT_NEWLINE, hasCodePoint, union, type CodePointSet } from "../../../pattern/code-point-set.ts";
import { PatternError } from "../../../pattern/pattern-cursor.ts";
import { parsePattern } from "../../../pattern/parse-pattern.ts";
import { literalShape, type LiteralShape } from "../../../pattern/literal-shapes.ts";
import { ASSERTIONS, type Assertion, type PatternTree } from "../../../pattern/pattern-tree.ts";
import { joinSql, bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";

/**
 * Patterns in MariaDB, whose engine tries one way after the other and, when a limit is met, answers no with nothing but
 * a warning. So only such patterns go there as cannot meet it, whatever the text:
 *
 * - An unbounded repetition is of a single character, and what may follow it begins with none that it takes. Then giving
 *   back what it has taken never helps, and it is written so that nothing is given back. It costs one step.
 * - All else is bounded, and the ways through it are counted: no more than `MOST_WAYS` of them, a thousandth of the limit.
 *
 * Texts with gaps between, such as `.*late.*`, are searched for instead. Sets are written out by their code points, so
 * that nothing hangs on what the engine takes for a letter or a line.
 */
export function matchesInMariadb(
  value: SqlText,
  pattern: string,
  binary: (value: SqlText) => SqlText,
): SqlText | Refusal {
  const tree = treeOf(pattern);
  if (tree === undefined) return REFUSED;
  const shape = literalShape(tree);
  const searched = shape === undefined ? undefined : searchShape(value, shape, binary);
  if (searched !== undefined) return searched;
  const written = writePattern(tree);
  return written === undefined ? REFUSED : sql`${binary(value)} REGEXP ${bindable("text", written)}`;
}

const REFUSED: Refusal = {
  refused: "MariaDB tries one way after the other and may give up on such a pattern without a word",
};

/** The most ways through a pattern; MariaDB gives up after ten million steps. */
const MOST_WAYS = 1_000;
/** The most steps of one way, and of the pattern as it is compiled. */
const MOST_STEPS = 1_000;
/** The most characters of a pattern that is written out. */
const LONGEST = 20_000;

function treeOf(pattern: string): PatternTree | undefined {
  try {
    return parsePattern(pattern);
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** The pattern for MariaDB, matching the whole text; undefined where it might meet a limit. */
export function writePattern(tree: PatternTree): string | undefined {
  const body = write(tree, []);
  if (body === undefined || body.ways > MOST_WAYS || body.steps > MOST_STEPS) return undefined;
  const whole = `\\A(?:${body.text})\\z`;
  return whole.length > LONGEST ? undefined : whole;
}

interface Written {
  readonly text: string;
  /** How many ways lead through it, at most. */
  readonly ways: number;
  /** How many steps one way has, its repetitions written out. */
  readonly steps: number;
}

type Repeat = Extract<PatternTree, { kind: "repeat" }>;

/** Writes a part; `next` are the characters that may come after it. */
function write(tree: PatternTree, next: CodePointSet): Written | undefined {
  switch (tree.kind) {
    case "set":
      return { text: setPattern(tree.set), ways: 1, steps: 1 };
    case "assertion":
      return { text: ASSERTION_PATTERNS[tree.assertion], ways: 1, steps: 4 };
    case "foreign":
      return undefined;
    case "concat":
      return writeConcat(tree.children, next);
    case "alternate": {
      const branches = allWritten(tree.children.map((child) => write(child, next)));
      return (
        branches && {
          text: `(?:${branches.map((branch) => branch.text).join("|")})`,
          ways: sum(branches.map((branch) => branch.ways)),
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
    const own = first(child);
    following = own.isEmpty ? union([...own.set, ...following]) : own.set;
  }
  const parts = allWritten(reversed.reverse());
  return (
    parts && {
      text: parts.map((part) => part.text).join(""),
      ways: parts.reduce((product, part) => product * part.ways, 1),
      steps: sum(parts.map((part) => part.steps)) + 1,
    }
  );
}

/** Characters of one set. Where none of them may come next, giving some back would only leave one that cannot. */
function writeRun(set: CodePointSet, { min, max }: Repeat, next: CodePointSet): Written | undefined {
  const count = `{${min},${max === Infinity ? "" : max}}`;
  if (!meet(set, next)) return { text: `${setPattern(set)}${count}+`, ways: 1, steps: 2 };
  if (max === Infinity) return undefined;
  return { text: `${setPattern(set)}${count}`, ways: max - min + 1, steps: 2 };
}

function writeRepeat({ child, min, max }: Repeat, next: CodePointSet): Written | undefined {
  if (max === Infinity) return undefined;
  const once = write(child, max > 1 ? union([...next, ...first(child).set]) : next);
  if (once === undefined) return undefined;
  let ways = 0;
  for (let count = min; count <= max && ways <= MOST_WAYS; count++) ways += once.ways ** count;
  return { text: `(?:${once.text}){${min},${max}}`, ways, steps: once.steps * max + 1 };
}

function allWritten(parts: readonly (Written | undefined)[]): readonly Written[] | undefined {
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The characters that a part may begin with, and whether it may take none. */
function first(tree: PatternTree): { readonly set: CodePointSet; readonly isEmpty: boolean } {
  switch (tree.kind) {
    case "set":
      return { set: tree.set, isEmpty: false };
    case "assertion":
    case "foreign":
      return { set: [], isEmpty: true };
    case "repeat": {
      const own = first(tree.child);
      return { set: tree.max === 0 ? [] : own.set, isEmpty: own.isEmpty || tree.min === 0 };
    }
    case "alternate": {
      const branches = tree.children.map(first);
      return {
        set: union(branches.flatMap(({ set }) => set)),
        isEmpty: branches.some(({ isEmpty }) => isEmpty),
      };
    }
    case "concat": {
      const set: number[] = [];
      for (const child of tree.children) {
        const own = first(child);
        set.push(...own.set);
        if (!own.isEmpty) return { set: union(set), isEmpty: false };
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

/** A set of code points, each by its number. Surrogates are left out: no text has one, and the engine takes none. */
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

/** The most texts between the first gap and the last: each is searched for after those before it. */
const MOST_BETWEEN = 3;

/** Texts with gaps between, one at each place, as searches. */
function searchShape(
  value: SqlText,
  { alternatives: places, gap }: LiteralShape,
  binary: (value: SqlText) => SqlText,
): SqlText | undefined {
  if (gap === undefined || places.some((texts) => texts.length > 1)) return undefined;
  const texts = places.map(([only]) => only!);
  if (texts.some((each) => each.includes("\0"))) return undefined;
  const [head, tail] = [texts[0]!, texts.at(-1)!];
  const between = texts.slice(1, -1).filter((each) => each !== "");
  if (between.length > MOST_BETWEEN) return undefined;
  const own = binary(value);
  const bound = (each: string) => sql`${bindable("text", each)}`;
  const conditions: SqlText[] = [];
  if (head !== "")
    conditions.push(sql`${binary(sql`LEFT(${value}, ${rawSql(String(lengthOf(head)))})`)} = ${bound(head)}`);
  if (tail !== "")
    conditions.push(sql`${binary(sql`RIGHT(${value}, ${rawSql(String(lengthOf(tail)))})`)} = ${bound(tail)}`);
  let from = rawSql(String(lengthOf(head) + 1));
  for (const each of between) {
    const place = sql`LOCATE(${bound(each)}, ${own}, ${from})`;
    conditions.push(sql`${place} > 0`);
    from = sql`${place} + ${rawSql(String(lengthOf(each)))}`;
  }
  conditions.push(sql`CHAR_LENGTH(${value}) >= ${from} - 1 + ${rawSql(String(lengthOf(tail)))}`);
  if (gap === ALL_BUT_NEWLINE) conditions.push(sql`LOCATE(${bound("\n")}, ${own}) = 0`);
  return sql`(${joinSql(conditions, " AND ")})`;
}

function lengthOf(each: string): number {
  return Array.from(each).length;
}

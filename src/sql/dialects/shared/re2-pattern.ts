import type { CodePointSet } from "../../../pattern/code-point-set.ts";
import { parsePattern } from "../../../pattern/parse-pattern.ts";
import { ASSERTIONS, type Assertion, type PatternTree } from "../../../pattern/pattern-tree.ts";

/**
 * Rewrites a pattern for RE2, independent of flags and of the Unicode version.
 *
 * @returns undefined for Unicode properties, case folding beyond ASCII, and patterns that may exceed RE2's memory.
 * @throws PatternError for an invalid pattern.
 */
export function re2Pattern(pattern: string): string | undefined {
  const regexp = write(parsePattern(pattern));
  return regexp === undefined || regexp.size > MAX_INSTRUCTIONS ? undefined : `(?:${regexp.text})`;
}

/**
 * Maximum estimated size of a pattern. RE2 holds about 100,000 instructions in 8 MiB; the margin covers errors of the
 * estimate for UTF-8.
 */
const MAX_INSTRUCTIONS = 10_000;

interface Written {
  readonly text: string;
  /** Upper bound of the number of RE2 instructions. */
  readonly size: number;
}

function write(tree: PatternTree): Written | undefined {
  switch (tree.kind) {
    case "foreign":
      return undefined;
    case "set":
      return writeSet(tree.set);
    case "assertion":
      return { text: WRITTEN_ASSERTIONS[tree.assertion], size: 1 };
    case "repeat":
      return writeRepeat(tree);
    case "concat":
      return writeAll(tree.children, "");
    case "alternate":
      return writeAll(tree.children, "|");
  }
}

function writeAll(children: readonly PatternTree[], between: string): Written | undefined {
  const texts: string[] = [];
  let size = children.length;
  for (const child of children) {
    const part = write(child);
    if (part === undefined) return undefined;
    texts.push(child.kind === "alternate" ? `(?:${part.text})` : part.text);
    size += part.size;
  }
  return { text: texts.join(between), size };
}

function writeRepeat({ child, min, max }: Extract<PatternTree, { kind: "repeat" }>): Written | undefined {
  const body = write(child);
  if (body === undefined) return undefined;
  const copies = max === Infinity ? min + 1 : max;
  const count = max === Infinity ? (min === 0 ? "*" : min === 1 ? "+" : `{${min},}`) : `{${min},${max}}`;
  return { text: `(?:${body.text})${count}`, size: (body.size + 1) * copies + 1 };
}

function writeSet(set: CodePointSet): Written {
  // The empty set, which matches nothing, is written as the complement of all code points.
  if (set.length === 0) return { text: "[^\\x{0}-\\x{10FFFF}]", size: 1 };
  const character = (codePoint: number) =>
    isAlphanumeric(codePoint)
      ? String.fromCodePoint(codePoint)
      : `\\x{${codePoint.toString(16).toUpperCase()}}`;
  if (set.length === 2 && set[0] === set[1]) return { text: character(set[0]!), size: 4 };
  const ranges: string[] = [];
  let size = 0;
  for (let at = 0; at < set.length; at += 2) {
    ranges.push(`${character(set[at]!)}-${character(set[at + 1]!)}`);
    // Beyond ASCII, each end of a range can need up to three more byte ranges in UTF-8.
    size += set[at + 1]! < 0x80 ? 1 : 12;
  }
  return { text: `[${ranges.join("")}]`, size };
}

function isAlphanumeric(codePoint: number): boolean {
  return (
    (codePoint >= 0x30 && codePoint <= 0x39) ||
    (codePoint >= 0x41 && codePoint <= 0x5a) ||
    (codePoint >= 0x61 && codePoint <= 0x7a)
  );
}

const WRITTEN_ASSERTIONS: Readonly<Record<Assertion, string>> = {
  [ASSERTIONS.textStart]: "\\A",
  [ASSERTIONS.textEnd]: "\\z",
  [ASSERTIONS.lineStart]: "(?m:^)",
  [ASSERTIONS.lineEnd]: "(?m:$)",
  [ASSERTIONS.wordBoundary]: "\\b",
  [ASSERTIONS.noWordBoundary]: "\\B",
};

import { PatternError } from "../../pattern/pattern-cursor.ts";
import { parsePattern } from "../../pattern/parse-pattern.ts";
import type { PatternTree } from "../../pattern/pattern-tree.ts";

/** A text that each match has: in it, or at its beginning. */
export interface NeededText {
  readonly text: string;
  readonly asks: "part" | "beginning";
}

/**
 * Texts that every whole match of a pattern has: those that stand there letter by letter, outside of all alternatives
 * and repetitions. The one at the beginning and the longest of the others; none that is not worth a search.
 */
export function neededTexts(source: string): NeededText[] {
  let tree: PatternTree;
  try {
    tree = parsePattern(source);
  } catch (error) {
    if (error instanceof PatternError) return [];
    throw error;
  }
  const runs: string[] = [""];
  for (const part of tree.kind === "concat" ? tree.children : [tree]) {
    const letter = letterOf(part);
    if (letter === undefined) runs.push("");
    else runs.push(`${runs.pop()!}${letter}`);
  }
  const [first, ...others] = runs as [string, ...string[]];
  const longest = others.reduce((a, b) => (b.length > a.length ? b : a), "");
  const needed: NeededText[] = [
    { text: first, asks: "beginning" },
    { text: longest, asks: "part" },
  ];
  return needed.filter(({ text }) => text.length > 1 && text.isWellFormed());
}

function letterOf(part: PatternTree): string | undefined {
  if (part.kind !== "set" || part.set.length !== 2 || part.set[0] !== part.set[1]) return undefined;
  return String.fromCodePoint(part.set[0]!);
}

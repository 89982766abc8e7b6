import { PatternError } from "../../pattern/cursor.ts";
import { parsePattern } from "../../pattern/parse.ts";
import type { PatternTree } from "../../pattern/tree.ts";

/**
 * The longest text that every match of a pattern has in it: one that stands there letter by letter, outside of all
 * alternatives and repetitions. Undefined if there is none that is worth a search.
 */
export function neededText(source: string): string | undefined {
  let tree: PatternTree;
  try {
    tree = parsePattern(source);
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
  let longest = "";
  let run = "";
  for (const part of tree.kind === "concat" ? tree.children : [tree]) {
    const letter = letterOf(part);
    run = letter === undefined ? "" : run + letter;
    if (run.length > longest.length && run.isWellFormed()) longest = run;
  }
  return longest.length > 1 ? longest : undefined;
}

function letterOf(part: PatternTree): string | undefined {
  if (part.kind !== "set" || part.set.length !== 2 || part.set[0] !== part.set[1]) return undefined;
  return String.fromCodePoint(part.set[0]!);
}

import { PatternError } from "./pattern-cursor.ts";
import { parsePattern } from "./parse-pattern.ts";
import type { PatternTree } from "./pattern-tree.ts";

/**
 * The longest text that stands in whatever matches a pattern, as far as a run of single characters shows it; undefined if
 * there is none. Where a database cannot run the pattern, this leaves it fewer rows to hand over.
 *
 * @example textInAllMatches("\\w+-late-\\d*") // "-late-"
 */
export function textInAllMatches(pattern: string): string | undefined {
  let longest = "";
  let run = "";
  for (const part of partsOf(pattern)) {
    const only = onlyCharacter(part);
    run = only === undefined ? "" : run + String.fromCodePoint(only);
    if (run.length > longest.length && run.isWellFormed() && !run.includes("\0")) longest = run;
  }
  return longest === "" ? undefined : longest;
}

/** The parts that follow one another, each of which every match goes through. */
function partsOf(pattern: string): readonly PatternTree[] {
  try {
    const tree = parsePattern(pattern);
    return tree.kind === "concat" ? tree.children : [tree];
  } catch (error) {
    if (error instanceof PatternError) return [];
    throw error;
  }
}

function onlyCharacter(part: PatternTree): number | undefined {
  if (part.kind !== "set" || part.set.length !== 2) return undefined;
  return part.set[0] === part.set[1] ? part.set[0] : undefined;
}

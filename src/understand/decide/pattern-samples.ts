import { hasCodePoint, type CodePointSet } from "../../pattern/code-point-set.ts";
import { parsePattern } from "../../pattern/parse-pattern.ts";
import type { PatternTree } from "../../pattern/pattern-tree.ts";

const maxSamples = 8;
const maxLength = 1_000;

/** Returns strings that a pattern probably matches, one for each alternative. Empty for an invalid pattern. */
export function patternSamples(pattern: string): readonly string[] {
  try {
    return samplesOf(parsePattern(pattern)).filter((sample) => sample.length <= maxLength);
  } catch {
    return []; // An invalid pattern has no samples.
  }
}

/** Returns the samples of a part of a pattern. Recursion is safe: patterns have at most 250 nested groups. */
function samplesOf(tree: PatternTree): readonly string[] {
  switch (tree.kind) {
    case "set":
    case "foreign":
      return tree.set.length === 0 ? [] : [sampleOf(tree.set)];
    case "assertion":
      return [""];
    case "alternate":
      return tree.children.flatMap(samplesOf).slice(0, maxSamples);
    case "repeat": {
      const counts = new Set([tree.min, Math.min(tree.min + 1, tree.max)]);
      const once = samplesOf(tree.child);
      return [...counts]
        .filter((count) => count <= maxLength)
        .flatMap((count) => (count === 0 ? [""] : once.map((text) => text.slice(0, maxLength).repeat(count))))
        .slice(0, maxSamples);
    }
    case "concat": {
      let texts: readonly string[] = [""];
      for (const child of tree.children) {
        const next = samplesOf(child);
        texts = texts.flatMap((text) => next.map((sample) => text + sample)).slice(0, maxSamples);
        if (texts.some(({ length }) => length > maxLength)) return [];
      }
      return texts;
    }
  }
}

/** Returns a code point of a set, preferably a letter or a digit. */
function sampleOf(set: CodePointSet): string {
  const nice = [..."axA1"].find((character) => hasCodePoint(set, character.codePointAt(0)!));
  return nice ?? String.fromCodePoint(set[0]!);
}

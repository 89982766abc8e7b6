import { parsePattern } from "./parse-pattern.ts";
import { PatternError } from "./pattern-cursor.ts";
import { withoutOuterAnchors, type PatternTree } from "./pattern-tree.ts";

/** Strings that every match contains. They are well-formed and exclude U+0000, which databases cannot store. */
export interface RequiredLiterals {
  /** Literal at the start of every match; may be empty. */
  readonly prefix: string;
  /** Longest literal after the prefix; may be empty. */
  readonly inner: string;
}

/**
 * Returns the literals outside alternatives and repetitions. They rule out strings before the pattern is matched.
 * @returns `undefined` if the pattern is invalid
 * @example requiredLiterals("sales-\\d+-late-\\d*") // { prefix: "sales-", inner: "-late-" }
 */
export function requiredLiterals(pattern: string): RequiredLiterals | undefined {
  try {
    return requiredLiteralsOfTree(parsePattern(pattern));
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

export function requiredLiteralsOfTree(tree: PatternTree): RequiredLiterals {
  let prefix = "";
  let inner = "";
  let run = "";
  let isPrefix = true;
  for (const part of withoutOuterAnchors(tree)) {
    const character = onlyCharacter(part);
    if (character === undefined) {
      run = "";
      isPrefix = false;
    } else {
      run += character;
      if (isPrefix) prefix = run;
      else if (run.length > inner.length) inner = run;
    }
  }
  return { prefix, inner };
}

/** Returns the longer one of prefix and inner literal, or `undefined` if both are empty. */
export function longestRequiredLiteral({ prefix, inner }: RequiredLiterals): string | undefined {
  return (prefix.length >= inner.length ? prefix : inner) || undefined;
}

function onlyCharacter(part: PatternTree): string | undefined {
  if (part.kind !== "set" || part.set.length !== 2 || part.set[0] !== part.set[1]) return undefined;
  const character = String.fromCodePoint(part.set[0]!);
  return character !== "\0" && character.isWellFormed() ? character : undefined;
}

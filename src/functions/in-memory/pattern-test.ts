import { compilePattern } from "../../pattern/pattern.ts";
import type { Operand } from "../definition/types.ts";

/**
 * Returns a test whether a whole string matches the operand's pattern. Undefined, and the call is unknown, if the pattern is
 * invalid or not constant.
 */
export function patternTest(operand: Operand): ((text: string) => boolean) | undefined {
  const source = patternText(operand);
  return source === undefined ? undefined : wholeMatchTest(source);
}

/** Returns a test whether a whole string matches the pattern. Undefined if the pattern is invalid. */
export function wholeMatchTest(source: string): ((text: string) => boolean) | undefined {
  const result = compilePattern(source);
  if (!result.ok) return undefined;
  return result.pattern.matches;
}

/** Returns the pattern of a constant argument. Undefined if it is not a string. */
export function patternText({ constant }: Pick<Operand, "constant">): string | undefined {
  const source = constant?.value;
  return typeof source === "string" ? source : undefined;
}
